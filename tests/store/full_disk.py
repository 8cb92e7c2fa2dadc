"""Fills the disk of an SQLite database: limits the pages of every connection that a test opens."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Pool, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

__all__ = ["limit_pages", "opened_connections"]


@contextmanager
def opened_connections() -> Iterator[list[sqlite3.Connection]]:
    """A list that receives every connection of SQLite that is opened."""
    opened: list[sqlite3.Connection] = []

    def remember(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        assert isinstance(connection, sqlite3.Connection)
        opened.append(connection)

    event.listen(Pool, "connect", remember)
    yield opened
    event.remove(Pool, "connect", remember)


def limit_pages(connections: list[sqlite3.Connection], pages: int) -> None:
    """Limit the file to this many pages: for SQLite, the disk is then full."""
    for connection in connections:
        connection.execute(f"PRAGMA max_page_count = {pages}")
