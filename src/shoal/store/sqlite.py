"""SQLite: a file in a folder of ours, or a database in memory for tests.

A transaction is one job for a thread: the event loop hands it over and hears of its end, and how busy the
loop is in between costs the database nothing. One thread writes, so nobody in this process ever finds the
file locked; several read beside it, each on its own snapshot (WAL). Writers in other processes wait for each other.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from shoal.store.errors import StoreAway

__all__ = ["MEMORY", "Threads", "make_file", "reader", "writer"]

_Found = TypeVar("_Found")

#: The name of a database that is gone when it is closed.
MEMORY: Final = ":memory:"

_READERS: Final = 4
_PATIENCE_MS: Final = 30_000

_SETTINGS: Final = (
    f"PRAGMA busy_timeout = {_PATIENCE_MS}",
    "PRAGMA journal_mode = WAL",
    # A commit is on the disk when it returns; `fullfsync` says so to macOS, which would stop at the drive.
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA foreign_keys = ON",
)


class Threads:
    """Transactions as jobs for threads, each with a connection; who comes first is served first."""

    def __init__(self, engine: Engine, count: int) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="sqlite")

    async def run(self, work: Callable[[Connection], _Found]) -> _Found:
        """Do something in a transaction; a job that has begun goes on to its end even if nobody waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._in_transaction, work)

    def _in_transaction(self, work: Callable[[Connection], _Found]) -> _Found:
        with self._engine.begin() as link:
            return work(link)

    async def close(self) -> None:
        """Let the jobs end, then the connections."""
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()


def make_file(path: Path) -> None:
    """Make the folder and the file; only its owner may read it, for it holds the seeds of running games."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreAway(f"{error.strerror}: {path}") from error


def writer(database: str) -> Threads:
    """The one connection that writes.

    Its transactions begin with the first change, and with the lock that every writer needs: one that began
    by reading could find, when it comes to write, that its moment has passed.
    """
    return Threads(_engine(database, 1, "IMMEDIATE"), 1)


def reader(database: str) -> Threads:
    """Connections that read what is committed, and do not wait for the writer."""
    engine = _engine(database, _READERS, None)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Python's driver begins no transaction to read in, and several queries would see several moments.
        connection.exec_driver_sql("BEGIN")

    return Threads(engine, _READERS)


def _engine(database: str, connections: int, isolation_level: str | None) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=database),
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        # A connection goes from thread to thread, but is never in two at once.
        connect_args={"isolation_level": isolation_level, "check_same_thread": False},
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for setting in _SETTINGS:
            cursor.execute(setting)
        cursor.close()

    return engine
