"""A database of either kind: read and write transactions, with driver errors turned into `StoreUnavailable`."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, Self, TypeVar

import msgspec
from sqlalchemy import Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from shoal.core import OptionError, Text, msg
from shoal.store import postgresql, sqlite
from shoal.store.damage import is_damage
from shoal.store.errors import StoreDamaged, StoreUnavailable
from shoal.store.file_check import FileCheck, FileDamage
from shoal.store.migrate import is_migrated, migrate
from shoal.store.models import Event, TableSummary
from shoal.store.pg_batch_writer import CONNECTION_LOST, PgBatchWriter
from shoal.store.postgresql import PgConnectionPool
from shoal.store.server_processes import ServerProcesses, SingleProcess
from shoal.store.sqlite import SqliteThreadPool
from shoal.store.sqlite_file import SqliteFile, served_by_another

__all__ = ["Database"]

_Params = ParamSpec("_Params")
_Result = TypeVar("_Result")

_ADDRESS: Final = msg("an address that begins with sqlite:/// or postgresql://")

#: PostgreSQL's code for a full disk.
_DISK_FULL: Final = "53100"


class Database:
    """Runs transactions: one pool reads and one writes; they may be the same."""

    def __init__(
        self,
        reader: PgConnectionPool | SqliteThreadPool,
        writer: PgConnectionPool | SqliteThreadPool,
        processes: ServerProcesses,
        batch_writer: PgBatchWriter | None = None,
        file: SqliteFile | None = None,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._batch_writer = batch_writer
        self._file = file
        self.processes = processes
        #: How often the database has failed since it was opened.
        self.failures = 0
        #: Why the last write failed; None if it succeeded.
        self.write_failure: StoreUnavailable | None = None

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect, and migrate to the newest revision."""
        scheme, _, _ = url.partition(":")
        if scheme in ("postgresql", "postgres"):
            return await cls._open_postgresql(url)
        if scheme == "sqlite":
            return await cls._open_sqlite(url)
        # Only the scheme is repeated: the rest may hold a password.
        raise OptionError("database", scheme, _ADDRESS)

    @classmethod
    async def _open_sqlite(cls, url: str) -> Self:
        try:
            name = make_url(url).database or sqlite.MEMORY
        except ArgumentError as error:
            raise OptionError("database", url, _ADDRESS) from error
        if name == sqlite.MEMORY:
            writer = sqlite.open_writer(name)
            return await cls(writer, writer, SingleProcess(None))._migrated(writer)
        file = SqliteFile(Path(name))
        writer = sqlite.open_writer(str(file.path))
        database = cls(sqlite.open_reader(str(file.path)), writer, SingleProcess(file), file=file)
        if not file.is_served:
            return await database._migrated(writer)
        # The server that has the file migrated it. If that cannot be seen, this is an older or a newer Shoal, or the
        # file has got another name, and the server's latest writes are beside the old one.
        try:
            migrated = await database.read(is_migrated)
        except BaseException:
            await database.close()
            raise
        if not migrated:
            await database.close()
            raise served_by_another()
        return database

    @classmethod
    async def _open_postgresql(cls, url: str) -> Self:
        pool = postgresql.open_pool(url)
        migrator = postgresql.open_migrator(url)
        try:
            listener, batch_writer = postgresql.open_listener(url), postgresql.open_batch_writer(url)
            database = cls(pool.for_reading(), pool, listener, batch_writer)
            return await database._migrated(migrator)
        finally:
            await migrator.close()

    async def _migrated(self, migrator: PgConnectionPool | SqliteThreadPool) -> Self:
        try:
            with self._translated_errors():
                await migrate(migrator.run)
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """Close all connections."""
        await self.processes.leave()
        if self._batch_writer is not None:
            await self._batch_writer.close()
        await self._reader.close()
        await self._writer.close()
        file, self._file = self._file, None
        if file is not None:
            file.close()

    async def read(
        self, work: Callable[Concatenate[Connection, _Params], _Result], *args: _Params.args, **kwargs: _Params.kwargs
    ) -> _Result:
        """Run `work` in a transaction that reads from one snapshot."""
        with self._translated_errors():
            return await self._reader.run(lambda connection: work(connection, *args, **kwargs))

    async def read_list(
        self,
        whole: Callable[Concatenate[Connection, _Params], _Result],
        readable: Callable[Concatenate[Connection, _Params], _Result],
        *args: _Params.args,
        **kwargs: _Params.kwargs,
    ) -> _Result:
        """Read a list as a whole, or what can be read of it in a damaged SQLite file."""
        try:
            return await self.read(whole, *args, **kwargs)
        except StoreDamaged:
            if self._file is None:
                raise
            return await self.read(readable, *args, **kwargs)

    async def check_file(self) -> FileDamage | None:
        """Check an SQLite file; None if it is whole. PostgreSQL looks after its files itself."""
        if self._file is None:
            return None
        check = FileCheck(self._file.path)
        try:
            return await check.run()
        finally:
            check.stop()

    async def write(
        self, work: Callable[Concatenate[Connection, _Params], _Result], *args: _Params.args, **kwargs: _Params.kwargs
    ) -> _Result:
        """Run `work` in a transaction that is committed at the end, or leaves nothing behind."""
        with self._noted_writes(), self._translated_errors():
            return await self._writer.run(lambda connection: work(connection, *args, **kwargs))

    async def append_in_batch(self, table_id: str, event: Event, summary: TableSummary) -> bool:
        """Append an event by group commit, where there is a batch writer; whether it was added."""
        if self._batch_writer is None:
            return False
        with self._noted_writes(), self._translated_errors():
            return await self._batch_writer.append(table_id, event, summary)

    @contextmanager
    def _noted_writes(self) -> Iterator[None]:
        """Remember whether the last write succeeded; one that met damage says nothing of the others."""
        try:
            yield
        except StoreDamaged:
            raise
        except StoreUnavailable as error:
            self.write_failure = error
            raise
        self.write_failure = None

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Turn driver errors into `StoreUnavailable`; the caller handles conflicts of keys."""
        try:
            yield
        except IntegrityError:
            raise
        except (DBAPIError, DisconnectionError, NoConnectionFree, OSError, msgspec.DecodeError) as error:
            self.failures += 1
            if is_damage(error):
                raise StoreDamaged from error
            raise StoreUnavailable(_reason(error)) from error


def _reason(error: Exception) -> Text | str:
    cause = error.orig if isinstance(error, DBAPIError) else error
    code: str = getattr(cause, "sqlstate", None) or ""
    if code == _DISK_FULL or getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return msg("the disk is full")
    if not isinstance(error, DBAPIError) or error.connection_invalidated or code.startswith(CONNECTION_LOST):
        return msg("the database cannot be reached")
    # The first line only: PostgreSQL puts values into the others.
    return str(cause).partition("\n")[0]
