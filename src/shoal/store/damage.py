"""Damage in the database: which errors tell of it, and what can still be read around it.

A page of a file that was overwritten, or a bad block, hurts the tables whose rows were there, and no others. A list of
tables is then read row by row, and leaves out what cannot be read. Nothing is repaired: that needs the backup.
"""

import sqlite3
from typing import Final

import msgspec
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

__all__ = ["is_damage", "readable_row_numbers", "readable_seated_tables"]

#: PostgreSQL's codes for broken rows and indexes.
_POSTGRESQL_CODES: Final = ("XX001", "XX002")
#: The driver's words for a text whose bytes are none; they go on with the bytes, so they are never repeated.
_NO_TEXT: Final = "Could not decode to UTF-8"
#: The lowest byte of a code is the kind of error, the others are details.
_KIND: Final = 0xFF


def is_damage(error: Exception) -> bool:
    """Whether an error means that what is stored cannot be read, rather than that the database is away or full."""
    if isinstance(error, msgspec.DecodeError):
        return True  # a column that holds no JSON any more
    cause = error.orig if isinstance(error, DBAPIError) else error
    code: int = getattr(cause, "sqlite_errorcode", None) or 0
    return (
        code & _KIND == sqlite3.SQLITE_CORRUPT
        or getattr(cause, "sqlstate", None) in _POSTGRESQL_CODES
        or (isinstance(cause, sqlite3.Error) and str(cause).startswith(_NO_TEXT))
    )


def readable_row_numbers(connection: Connection, index: str, condition: str, **values: object) -> list[int]:
    """The numbers of rows of `tables`, from an index alone; the condition has only columns of that index."""
    query = f"SELECT rowid FROM tables INDEXED BY {index} WHERE {condition}"  # noqa: S608 - none of it from outside
    return [number for (number,) in connection.execute(text(query), values)]


def readable_seated_tables(connection: Connection, person: str) -> list[str]:
    """The tables at which a person sits, from an index alone."""
    query = text("SELECT DISTINCT table_id FROM seats INDEXED BY seats_person WHERE person = :person")
    return [table_id for (table_id,) in connection.execute(query, {"person": person})]
