"""Identifies visitors. There are no accounts: a signed cookie identifies a person, who may have settings."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from shoal.core import ShoalError, msg
from shoal.core.translations import LANGUAGES
from shoal.server.timestamps import now
from shoal.store import Person

__all__ = [
    "COOKIE",
    "SETTINGS",
    "CookieSettings",
    "SessionCookie",
    "holder_of",
    "language_for",
    "new_person",
    "read_cookie",
    "read_settings",
    "sign_cookie",
]

COOKIE: Final = "shoal"
_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_NUMBER: Final = re.compile(r"|[1-9][0-9]{0,8}")

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


class SessionCookie(NamedTuple):
    """What a cookie says: who somebody is, and by which of their cookies. A person may revoke those they had so far."""

    person_id: str
    number: int


def sign_cookie(person_id: str, secret: bytes, number: int = 0) -> str:
    """The cookie that identifies a person: their id, its number unless that is 0, and a signature."""
    if number == 0:
        return f"{person_id}.{_sign(f'person:{person_id}', secret)}"
    return f"{person_id}.{number}.{_sign(f'cookie:{person_id}.{number}', secret)}"


def read_cookie(cookie: str | None, secret: bytes) -> SessionCookie | None:
    """What the cookie says, or None if this secret did not sign it. Whether it was revoked is for `holder_of`."""
    person_id, _, rest = (cookie or "").partition(".")
    number = rest.rpartition(".")[0]
    if cookie is None or not cookie.isascii() or not _ID.fullmatch(person_id) or not _NUMBER.fullmatch(number):
        return None
    found = SessionCookie(person_id, int(number or 0))
    return found if hmac.compare_digest(cookie, sign_cookie(person_id, secret, found.number)) else None


def holder_of(cookie: SessionCookie, stored: Person | None) -> Person | None:
    """Whom a cookie identifies, given what is stored of that person, if anything; None if it was revoked."""
    if stored is None:
        at = now()
        return Person(cookie.person_id, "", {}, at, at, cookie.number)
    if cookie.number < stored.cookie_number:
        return None
    # What was read of them may be older than their cookie, and they get that back with the answer.
    return replace(stored, cookie_number=cookie.number)


def _sign(text: str, secret: bytes) -> str:
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()


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
