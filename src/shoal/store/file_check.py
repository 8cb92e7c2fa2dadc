"""Checks an SQLite file in a thread of its own when a server starts: is it whole, and if not, which tables are hurt?

It takes about 5 to 13 seconds for each GB, while the server plays.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["FileCheck", "FileDamage"]

#: Where to look for the names of tables: in an index, in the tables, in what belongs to them.
_NAMES: Final = (
    "SELECT id FROM tables INDEXED BY sqlite_autoindex_tables_1",
    "SELECT id FROM tables NOT INDEXED",
    "SELECT DISTINCT table_id FROM seats",
    "SELECT DISTINCT table_id FROM acts",
)
#: What belongs to a table; the last says whether its log is complete.
_PARTS: Final = (
    "SELECT * FROM tables WHERE id = ?",
    "SELECT * FROM seats WHERE table_id = ?",
    "SELECT * FROM acts WHERE table_id = ?",
)
_COUNTS: Final = "SELECT last_act, (SELECT count(*) FROM acts WHERE table_id = id) FROM tables WHERE id = ?"
#: Tables of people, which are no game's, and what can be computed again.
_OTHERS: Final = ("people", "pads", "designs", "puzzle_progress", "passes", "reviews")


class FileDamage(NamedTuple):
    """What is wrong with a file: SQLite's first words, the ids of hurt tables, and hurt tables of the database."""

    reason: str
    tables: tuple[str, ...]
    others: tuple[str, ...]


class FileCheck:
    """The check of one file. It can be stopped, because it may take long."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._stopped = False

    async def run(self) -> FileDamage | None:
        """Check the file; None if it is whole, or the check was stopped."""
        loop = asyncio.get_running_loop()
        found: asyncio.Future[FileDamage | None] = loop.create_future()

        def report(damage: FileDamage | None) -> None:
            if not found.done():
                found.set_result(damage)

        def check() -> None:
            try:
                damage = self._check()
            except sqlite3.Error as error:
                damage = FileDamage(str(error), (), ())
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(report, damage)

        threading.Thread(target=check, name="file check", daemon=True).start()
        return await found

    def stop(self) -> None:
        """Give up soon."""
        self._stopped = True
        if self._connection is not None:
            with suppress(sqlite3.ProgrammingError):  # it has just ended by itself
                self._connection.interrupt()

    def _check(self) -> FileDamage | None:
        with closing(sqlite3.connect(self._path, check_same_thread=False, isolation_level=None)) as connection:
            self._connection = connection
            reason = _quick_check(connection)
            if reason is None or self._stopped:
                return None
            tables = tuple(table_id for table_id in _table_ids(connection) if self._is_hurt(connection, table_id))
            others = tuple(name for name in _OTHERS if not _readable(connection, f"SELECT * FROM {name}"))  # noqa: S608
        return None if self._stopped else FileDamage(reason, tables, others)

    def _is_hurt(self, connection: sqlite3.Connection, table_id: str) -> bool:
        if self._stopped:
            return False
        if not all(_readable(connection, part, table_id) for part in _PARTS):
            return True
        found = connection.execute(_COUNTS, (table_id,)).fetchone()
        return found is None or found[0] != found[1]


def _quick_check(connection: sqlite3.Connection) -> str | None:
    """What SQLite finds wrong, in one line; None if nothing."""
    try:
        lines = "\n".join(line for (line,) in connection.execute("PRAGMA quick_check(1)")).splitlines()
    except sqlite3.Error as error:
        return str(error)
    return None if lines == ["ok"] else lines[-1] if lines else "no answer"


def _table_ids(connection: sqlite3.Connection) -> list[str]:
    """The ids of all tables, as far as any part of the file names them."""
    found = {value for query in _NAMES for value in _values_until_damage(connection, query)}
    return sorted(value for value in found if isinstance(value, str))


def _values_until_damage(connection: sqlite3.Connection, query: str) -> Iterator[object]:
    with suppress(sqlite3.Error):
        for (value,) in connection.execute(query):
            yield value


def _readable(connection: sqlite3.Connection, query: str, *values: str) -> bool:
    try:
        for _ in connection.execute(query, values):
            pass
    except sqlite3.Error:
        return False
    return True
