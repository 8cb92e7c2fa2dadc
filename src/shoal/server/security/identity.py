"""Identifies visitors. There are no accounts: a signed cookie identifies a person, who may have settings."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from typing import Final

import msgspec

from shoal.core import ShoalError, msg
from shoal.core.translations import LANGUAGES
from shoal.server.timestamps import now
from shoal.store import Person

__all__ = [
    "COOKIE",
    "SETTINGS",
    "CookieSettings",
    "language_for",
    "new_person",
    "read_cookie",
    "read_settings",
    "sign_cookie",
]

COOKIE: Final = "shoal"
_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")

#: Each setting and its possible values; the first is the default.
SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "language": ("", *LANGUAGES),
    "theme": ("", "light", "dark"),
    "confirm": ("", "yes"),
    "sound": ("", "yes"),
}


class CookieSettings(msgspec.Struct, frozen=True):
    """How the server signs and sends cookies."""

    secret: bytes
    secure_cookies: bool = False


def new_person() -> Person:
    """A new visitor, with an id of their own."""
    at = now()
    return Person(id=secrets.token_urlsafe(16), name="", settings={}, made_at=at, seen_at=at)


def sign_cookie(person_id: str, secret: bytes) -> str:
    """The cookie that identifies a person: their id and its signature."""
    return f"{person_id}.{_signature(person_id, secret)}"


def read_cookie(cookie: str | None, secret: bytes) -> str | None:
    """The person's id, or None if the cookie was not signed with this secret."""
    person_id, _, signature = (cookie or "").partition(".")
    if not _ID.fullmatch(person_id) or not signature.isascii():
        return None
    return person_id if hmac.compare_digest(signature, _signature(person_id, secret)) else None


def _signature(person_id: str, secret: bytes) -> str:
    return hmac.new(secret, b"person:" + person_id.encode(), hashlib.sha256).hexdigest()


def read_settings(given: Mapping[str, str]) -> dict[str, str]:
    """The settings among these form fields. Raises `ShoalError` for a value that does not exist."""
    settings: dict[str, str] = {}
    for name, values in SETTINGS.items():
        if name in given:
            if given[name] not in values:
                raise ShoalError(msg("there is no such setting"))
            settings[name] = given[name]
    return settings


def language_for(person: Person, accepted: str) -> str:
    """The language that the person chose, otherwise the supported one that `Accept-Language` ranks first."""
    if chosen := person.settings.get("language"):
        return chosen
    ranked: list[tuple[float, int, str]] = []
    for position, part in enumerate(accepted[:500].split(",")):
        tag, _, quality = part.partition(";q=")
        code = tag.strip().split("-")[0].lower()
        if code in LANGUAGES:
            ranked.append((-_quality(quality), position, code))
    return min(ranked)[2] if ranked else "en"


def _quality(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
