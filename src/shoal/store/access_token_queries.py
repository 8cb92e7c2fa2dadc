"""Queries for access tokens; their secrets are stored as digests only. The database calls the table `passes`."""

from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Connection, delete, func, insert, select

from shoal.store.models import AccessTokenRow
from shoal.store.row_mapping import columns_of, fetch_first, fetch_rows
from shoal.store.schema import access_tokens

__all__ = ["delete_access_token", "insert_access_token", "read_access_token", "read_access_tokens_of"]

_SELECT_TOKEN: Final = select(*columns_of(access_tokens, AccessTokenRow))


def read_access_token(connection: Connection, digest: str) -> AccessTokenRow | None:
    """The access token whose secret has this digest."""
    return fetch_first(connection, _SELECT_TOKEN.where(access_tokens.c.digest == digest), AccessTokenRow)


def read_access_tokens_of(connection: Connection, person: str) -> list[AccessTokenRow]:
    """A person's access tokens, the oldest first."""
    query = _SELECT_TOKEN.where(access_tokens.c.person == person)
    return fetch_rows(connection, query.order_by(access_tokens.c.made_at, access_tokens.c.id), AccessTokenRow)


def insert_access_token(connection: Connection, row: AccessTokenRow, most: int) -> bool:
    """Store a new access token, unless its person has `most` of its kind already; whether it was stored."""
    same_kind = (access_tokens.c.person == row.person, access_tokens.c.kind == row.kind)
    if connection.execute(select(func.count()).where(*same_kind)).scalar_one() >= most:
        return False
    connection.execute(insert(access_tokens), asdict(row))
    return True


def delete_access_token(connection: Connection, person: str, token_id: str) -> bool:
    """Revoke one of a person's own access tokens; whether there was one."""
    own = (access_tokens.c.person == person, access_tokens.c.id == token_id)
    return connection.execute(delete(access_tokens).where(*own)).rowcount > 0
