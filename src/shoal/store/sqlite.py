"""SQLite: a database in a file, or in memory for tests.

A thread runs each transaction from begin to commit, so a busy event loop never holds a transaction open. One thread
writes, so this process never finds the file locked; four threads read beside it, each on its own snapshot (write-ahead
log). Writers in other processes wait for each other. Transactions that wait while the disk is busy share one commit
(group commit).
"""

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeAlias, TypeVar

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import ConnectionPoolEntry

from shoal.store.damage import is_damage

__all__ = ["MEMORY", "SqliteThreadPool", "open_reader", "open_writer"]

_Result = TypeVar("_Result")

#: The name of a database in memory, which is gone when it is closed.
MEMORY: Final = ":memory:"

_READERS: Final = 4
#: How many transactions one commit may hold.
_MAX_BATCH: Final = 64
_LOCK_TIMEOUT_MS: Final = 30_000
#: How long to wait before trying to switch to the write-ahead log again.
_SWITCH_PAUSE_S: Final = 0.02

_PRAGMAS: Final = (
    f"PRAGMA busy_timeout = {_LOCK_TIMEOUT_MS}",
    # A commit is on the disk when it returns; macOS needs `fullfsync`, or data may still be in the drive's cache.
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA foreign_keys = ON",
)


#: Transactions, each with the future that someone waits for.
_Batch: TypeAlias = list[tuple[Callable[[Connection], object], Future[object]]]


class SqliteThreadPool:
    """Runs transactions in threads, each with a connection, in the order in which they were asked for."""

    def __init__(self, engine: Engine, count: int) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="sqlite")

    async def run(self, work: Callable[[Connection], _Result]) -> _Result:
        """Run `work` in a transaction; once begun, it runs to completion even if the caller is cancelled."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run_transaction, work)

    def _run_transaction(self, work: Callable[[Connection], _Result]) -> _Result:
        with self._engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        """Finish the transactions, then close the connections."""
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()


class SqliteReaders(SqliteThreadPool):
    """Threads that only read."""

    def _run_transaction(self, work: Callable[[Connection], _Result]) -> _Result:
        # It ends with a rollback: once a query has met damage, SQLite refuses to commit, even if nothing was written.
        with self._engine.connect() as connection:
            return work(connection)


class SqliteGroupCommit(SqliteThreadPool):
    """One writing thread, whose waiting transactions share a commit: writing many takes as long as writing one."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine, 1)
        self._waiting: deque[tuple[Callable[[Connection], object], Future[object]]] = deque()

    async def run(self, work: Callable[[Connection], _Result]) -> _Result:
        """Run `work` in a transaction; if it fails, the others that share its commit are not affected.

        It may be run again after a rollback.
        """
        done: Future[_Result] = Future()
        self._waiting.append((work, done))  # type: ignore[arg-type]
        self._threads.submit(self._commit_waiting)
        return await asyncio.wrap_future(done)

    def _commit_waiting(self) -> None:
        batch: _Batch = []
        while self._waiting and len(batch) < _MAX_BATCH:
            work, done = self._waiting.popleft()
            if done.set_running_or_notify_cancel():
                batch.append((work, done))
        if batch:
            self._commit(batch)

    def _commit(self, batch: _Batch) -> None:
        """Run a batch in one transaction, and tell those who wait for it."""
        try:
            with self._engine.begin() as connection:
                if len(batch) == 1:
                    results: list[object] = [batch[0][0](connection)]
                else:
                    results = [_run_in_savepoint(connection, work) for work, _ in batch]
        except BaseException as error:  # noqa: BLE001 - passed on to the callers that wait
            if len(batch) > 1 and _is_of_one(error):
                for work in batch:
                    self._commit([work])
                return
            for _, done in batch:
                done.set_exception(error)
            return
        for (_, done), result in zip(batch, results, strict=True):
            if isinstance(result, _FailedWork):
                done.set_exception(result.error)
            else:
                done.set_result(result)


class _FailedWork:
    """The error that one transaction of a batch raised; it alone was rolled back."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _is_of_one(error: BaseException) -> bool:
    """Whether a failure of the database may be that of one transaction in a batch: it met damage, or was large."""
    if not isinstance(error, DBAPIError):
        return False
    return is_damage(error) or getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def _run_in_savepoint(connection: Connection, work: Callable[[Connection], object]) -> object:
    """The result of `work`, or its failure. If the database itself fails, the whole batch does."""
    try:
        with connection.begin_nested():
            return work(connection)
    except IntegrityError as error:
        return _FailedWork(error)
    except DBAPIError:
        raise
    except Exception as error:  # noqa: BLE001 - passed on to the caller that waits
        return _FailedWork(error)


def open_writer(database: str) -> SqliteThreadPool:
    """The one connection that writes.

    Its transactions take the write lock at once: one that began by reading could fail later, when it comes to write
    and its snapshot is out of date.
    """
    engine = _engine(database, 1)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return SqliteGroupCommit(engine)


def open_reader(database: str) -> SqliteThreadPool:
    """Connections that read what is committed, without waiting for the writer."""
    engine = _engine(database, _READERS)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Python's driver begins no transaction for reading, and two queries would see two snapshots.
        connection.exec_driver_sql("BEGIN")

    return SqliteReaders(engine, _READERS)


def _engine(database: str, connections: int) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=database),
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        # A connection moves between threads, but two never use it at once. Our listeners begin the transactions.
        connect_args={"isolation_level": None, "check_same_thread": False},
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        _use_write_ahead_log(cursor)
        cursor.close()

    return engine


def _use_write_ahead_log(cursor: DBAPICursor) -> None:
    """Switch a new file to the write-ahead log, though others may open it too.

    SQLite does not wait for a lock while it switches: it fails at once if another process switches or writes.
    """
    give_up_at = time.monotonic() + _LOCK_TIMEOUT_MS / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up_at:
                raise
            time.sleep(_SWITCH_PAUSE_S)
        else:
            return
