"""Passes: what stands for a person besides their cookie. Tokens are for programs, links for another device.

A secret is shown once, when it is made; only its digest is kept. It is long and random, so a plain digest is enough.
"""

import hashlib
import re
import secrets
from typing import Final, Literal

from shoal.core import Refusal, msg
from shoal.server.security.identity import clean_name
from shoal.server.tables.snapshot import now
from shoal.store import AccessTokenRow, Person, Store

__all__ = ["bearer_in", "make_link", "make_token", "person_with"]

_MOST_TOKENS: Final = 20
_SECRET: Final = re.compile(r"shoal_[A-Za-z0-9_-]{43}")


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _new(person: Person, kind: Literal["token", "link"], name: str) -> tuple[AccessTokenRow, str]:
    secret = f"shoal_{secrets.token_urlsafe(32)}"
    return AccessTokenRow(secrets.token_urlsafe(9), person.id, kind, name, _digest(secret), now()), secret


async def make_token(store: Store, person: Person, name: str) -> str:
    """A new token for a program; raises when there are too many already."""
    row, secret = _new(person, "token", clean_name(name, "bot"))
    if not await store.create_pass(row, _MOST_TOKENS):
        raise Refusal(msg("you have {count} tokens, which is as many as there can be", count=_MOST_TOKENS))
    return secret


async def make_link(store: Store, person: Person) -> str:
    """A new link to come back by, in place of the one before."""
    for old in await store.passes_of(person.id):
        if old.kind == "link":
            await store.drop_pass(person.id, old.id)
    row, secret = _new(person, "link", "")
    if not await store.create_pass(row, 1):
        raise Refusal(msg("a link was made elsewhere in the same moment: please look again"))
    return secret


async def person_with(store: Store, secret: str, kind: Literal["token", "link"]) -> Person | None:
    """Whose pass this is; nobody's if it is not one of ours, was taken back, or is of the other kind."""
    if not _SECRET.fullmatch(secret):
        return None
    row = await store.pass_with(_digest(secret))
    return await store.person(row.person) if row is not None and row.kind == kind else None


def bearer_in(authorization: str) -> str:
    """The token in an `Authorization` header; empty where there is none."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
