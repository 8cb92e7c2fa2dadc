"""SQLite: a file in a folder of ours, or a database in memory for tests.

A transaction is one job for a thread: the event loop hands it over and hears of its end, and how busy the
loop is in between costs the database nothing. One thread writes, so nobody in this process ever finds the
file locked; several read beside it, each on its own snapshot (WAL). Writers in other processes wait for each other.
What is waiting to be written while the disk is busy is then committed together.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import ConnectionPoolEntry

from shoal.store.errors import StoreAway

__all__ = ["MEMORY", "Threads", "make_file", "reader", "writer"]

_Found = TypeVar("_Found")

#: The name of a database that is gone when it is closed.
MEMORY: Final = ":memory:"

_READERS: Final = 4
#: How many jobs one commit may hold.
_MOST_AT_ONCE: Final = 64
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


class Together(Threads):
    """Transactions of one thread that share a commit: writing them takes as long as writing one."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine, 1)
        self._waiting: deque[tuple[Callable[[Connection], object], Future[object]]] = deque()

    async def run(self, work: Callable[[Connection], _Found]) -> _Found:
        """Do something in a transaction; what one job does wrong takes nothing away from the others."""
        done: Future[_Found] = Future()
        self._waiting.append((work, done))  # type: ignore[arg-type]
        self._threads.submit(self._commit_waiting)
        return await asyncio.wrap_future(done)

    def _commit_waiting(self) -> None:
        jobs: list[tuple[Callable[[Connection], object], Future[object]]] = []
        while self._waiting and len(jobs) < _MOST_AT_ONCE:
            work, done = self._waiting.popleft()
            if done.set_running_or_notify_cancel():
                jobs.append((work, done))
        if not jobs:
            return
        try:
            with self._engine.begin() as link:
                if len(jobs) == 1:
                    found: list[object] = [jobs[0][0](link)]
                else:
                    found = [_tried(link, work) for work, _ in jobs]
        except BaseException as error:  # noqa: BLE001 - whoever waits has to hear of it
            for _, done in jobs:
                done.set_exception(error)
            return
        for (_, done), outcome in zip(jobs, found, strict=True):
            if isinstance(outcome, _Fault):
                done.set_exception(outcome.error)
            else:
                done.set_result(outcome)


class _Fault:
    """What a job raised, which was undone alone."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _tried(link: Connection, work: Callable[[Connection], object]) -> object:
    """What a job found, or its fault. When the database itself fails, nothing of the others is sure either."""
    try:
        with link.begin_nested():
            return work(link)
    except IntegrityError as error:
        return _Fault(error)
    except DBAPIError:
        raise
    except Exception as error:  # noqa: BLE001 - given to whoever waits for it
        return _Fault(error)


def make_file(path: Path) -> None:
    """Make the folder and the file; only its owner may read it, for it holds the seeds of running games."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreAway(f"{error.strerror}: {path}") from error


def writer(database: str) -> Threads:
    """The one connection that writes.

    Its transactions begin with the lock that every writer needs: one that began by reading could find, when it
    comes to write, that its moment has passed.
    """
    engine = _engine(database, 1)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return Together(engine)


def reader(database: str) -> Threads:
    """Connections that read what is committed, and do not wait for the writer."""
    engine = _engine(database, _READERS)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Python's driver begins no transaction to read in, and several queries would see several moments.
        connection.exec_driver_sql("BEGIN")

    return Threads(engine, _READERS)


def _engine(database: str, connections: int) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=database),
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        # A connection goes from thread to thread, but is never in two at once. Transactions are begun by us.
        connect_args={"isolation_level": None, "check_same_thread": False},
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for setting in _SETTINGS:
            cursor.execute(setting)
        cursor.close()

    return engine
