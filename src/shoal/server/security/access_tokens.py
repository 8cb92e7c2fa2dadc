"""Access tokens: secrets that identify a person as their cookie does, a `token` for programs, a `link` for browsers.

A secret is shown only once, when it is made; the store keeps its digest. It is long and random, so a plain digest is
enough.
"""

import hashlib
import re
import secrets
from typing import Final, Literal

from shoal.core import Refusal, msg
from shoal.server.names import clean_name
from shoal.server.timestamps import now
from shoal.store import AccessTokenRow, Person, Store

__all__ = ["TokenKind", "bearer_token", "find_person", "make_link", "make_token"]

TokenKind = Literal["token", "link"]
_MOST_TOKENS: Final = 20
_SECRET: Final = re.compile(r"shoal_[A-Za-z0-9_-]{43}")


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _generate(person: Person, kind: TokenKind, name: str) -> tuple[AccessTokenRow, str]:
    secret = f"shoal_{secrets.token_urlsafe(32)}"
    return AccessTokenRow(secrets.token_urlsafe(9), person.id, kind, name, _digest(secret), now()), secret


async def make_token(store: Store, person: Person, name: str) -> str:
    """Make a token for a program and return it. Raises `Refusal` if the person has too many."""
    row, secret = _generate(person, "token", clean_name(name, "bot"))
    if not await store.create_access_token(row, _MOST_TOKENS):
        raise Refusal(msg("you already have {count} tokens, which is the limit", count=_MOST_TOKENS))
    return secret


async def make_link(store: Store, person: Person) -> str:
    """Make the secret of a recovery link and return it. It replaces the previous one."""
    for old in await store.access_tokens_of(person.id):
        if old.kind == "link":
            await store.revoke_access_token(person.id, old.id)
    row, secret = _generate(person, "link", "")
    if not await store.create_access_token(row, 1):
        raise Refusal(msg("another link was made at the same moment: please reload the page"))
    return secret


async def find_person(store: Store, secret: str, kind: TokenKind) -> Person | None:
    """The person whom this secret identifies; None if it is unknown, was revoked, or is of the other kind."""
    if not _SECRET.fullmatch(secret):
        return None
    row = await store.find_access_token(_digest(secret))
    return await store.person(row.person) if row is not None and row.kind == kind else None


def bearer_token(authorization: str) -> str:
    """The bearer token in an `Authorization` header, or an empty string."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
