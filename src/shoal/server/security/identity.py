"""People: nobody needs an account. A signed cookie is a person; what they like is kept with them."""

import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Mapping
from typing import Final

from shoal.core import ShoalError, msg
from shoal.core.translations import LANGUAGES
from shoal.server.tables.snapshot import now
from shoal.store import Person

__all__ = ["COOKIE", "SETTINGS", "clean_name", "language_for", "new_person", "read_cookie", "read_settings", "sign"]

COOKIE: Final = "shoal"
_LONGEST_NAME: Final = 24
_ID: Final = re.compile(r"[A-Za-z0-9_-]{22}")

#: What a person may choose, and between what; the first is what it is before that.
SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "language": ("", *LANGUAGES),
    "theme": ("", "light", "dark"),
    "confirm": ("", "yes"),
    "sound": ("", "yes"),
}


def new_person() -> Person:
    """Somebody who was not here before."""
    return Person(id=secrets.token_urlsafe(16), name="", settings={}, made_at=now())


def sign(person_id: str, secret: bytes) -> str:
    """The cookie of a person."""
    return f"{person_id}.{_signature(person_id, secret)}"


def read_cookie(cookie: str | None, secret: bytes) -> str | None:
    """The person's id if the cookie is one of ours."""
    person_id, _, signature = (cookie or "").partition(".")
    if not _ID.fullmatch(person_id) or not signature.isascii():
        return None
    return person_id if hmac.compare_digest(signature, _signature(person_id, secret)) else None


def _signature(person_id: str, secret: bytes) -> str:
    return hmac.new(secret, b"person:" + person_id.encode(), hashlib.sha256).hexdigest()


def clean_name(name: str, otherwise: str) -> str:
    """A name fit to show to others: one line, no control or formatting characters, not too long."""
    kept = "".join(letter for letter in name if unicodedata.category(letter)[0] != "C" or letter == " ")
    return " ".join(unicodedata.normalize("NFC", kept).split())[:_LONGEST_NAME].strip() or otherwise


def read_settings(given: Mapping[str, str]) -> dict[str, str]:
    """The settings among these values; raises when one of them does not exist."""
    chosen: dict[str, str] = {}
    for name, values in SETTINGS.items():
        if name in given:
            if given[name] not in values:
                raise ShoalError(msg("there is no such setting"))
            chosen[name] = given[name]
    return chosen


def language_for(person: Person, accepted: str) -> str:
    """The language a person chose, else the first of the browser's that we speak."""
    if chosen := person.settings.get("language"):
        return chosen
    ranked: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted[:500].split(",")):
        tag, _, quality = part.partition(";q=")
        code = tag.strip().split("-")[0].lower()
        if code in LANGUAGES:
            ranked.append((-_quality(quality), place, code))
    return min(ranked)[2] if ranked else "en"


def _quality(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
