"""Other server processes on the same database: hearing what they write, and not doing their work twice.

Whoever appends an act announces it (`writing.py`); what is heard is only which table, and how far its log
goes. The log is the truth: whoever may have missed something reads it there. Of people, it is heard who has
changed. `SingleProcess` is a server that has a file of SQLite to itself; `wire.py` is PostgreSQL's way.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from shoal.core import msg
from shoal.store.errors import StoreAway

__all__ = [
    "CHANNEL",
    "PEOPLE_CHANNEL",
    "Changed",
    "Heard",
    "Missed",
    "ServerProcesses",
    "SingleProcess",
    "read_news",
    "write_news",
]

#: The names that PostgreSQL spreads the news under: of acts, and of people.
CHANNEL: Final = "shoal_acts"
PEOPLE_CHANNEL: Final = "shoal_people"

#: Told of a table, and the number of an act in its log.
Heard: TypeAlias = Callable[[str, int], None]
#: Told that something may have been missed: whoever keeps tables in memory has to compare them with the log.
Missed: TypeAlias = Callable[[], None]
#: Told of a person whose name or settings are others now.
Changed: TypeAlias = Callable[[str], None]


class ServerProcesses(Protocol):
    """Those other processes."""

    @property
    def shared(self) -> bool:
        """Whether there can be others at all."""

    @property
    def hearing(self) -> bool:
        """Whether this process joined, and nothing that others write escapes it as far as it knows."""

    async def join(self, heard: Heard, missed: Missed, changed: Changed) -> None:
        """Be one of the processes that serve this database, and hear what the others write."""

    async def claim(self, name: str) -> bool:
        """Take on a piece of work, unless another process has it. A process that is gone has nothing any more."""

    async def release(self, name: str) -> None:
        """Let go of a piece of work."""

    async def leave(self) -> None:
        """Hear nothing any more, and let go of everything."""


def write_news(table_id: str, number: int) -> str:
    """What is announced of an act."""
    return f"{number} {table_id}"


def read_news(news: str) -> tuple[str, int]:
    """The table and the number that were announced."""
    number, _, table_id = news.partition(" ")
    return table_id, int(number)


class SingleProcess:
    """No others. A second server on the same file is refused: it would not hear of what happens at this one."""

    shared = False

    def __init__(self, path: Path | None) -> None:
        self._path = path.with_name(f"{path.name}-server") if path is not None else None
        self._lock: sqlite3.Connection | None = None
        self.hearing = False

    async def join(self, heard: Heard, missed: Missed, changed: Changed) -> None:
        if self._path is None:
            self.hearing = True
            return
        try:
            # A lock that SQLite keeps, on every system alike, and that is gone with the process however that ends.
            self._lock = sqlite3.connect(self._path, timeout=0, isolation_level=None)
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            await self.leave()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise StoreAway(msg("another server uses them; several at once need PostgreSQL")) from error
            raise StoreAway(str(error)) from error
        self.hearing = True

    async def claim(self, name: str) -> bool:
        return True

    async def release(self, name: str) -> None:
        return

    async def leave(self) -> None:
        self.hearing = False
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.close()
