"""One database, whichever it is: transactions to read and to write in, and its errors in our words."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, Self, TypeVar

from sqlalchemy import Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from shoal.core import OptionError, Text, msg
from shoal.store import postgresql, sqlite
from shoal.store.errors import StoreAway
from shoal.store.migrate import migrate
from shoal.store.models import Event, Summary
from shoal.store.pg_batch_writer import GONE, PgBatchWriter
from shoal.store.postgresql import Links
from shoal.store.server_processes import ServerProcesses, SingleProcess
from shoal.store.sqlite import Threads

__all__ = ["Database"]

_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")

_ADDRESS: Final = msg("an address that begins with sqlite:/// or postgresql://")

#: PostgreSQL's code for no room on the disk.
_FULL: Final = "53100"


class Database:
    """A way to read and a way to write; they may be the same."""

    def __init__(
        self,
        reader: Links | Threads,
        writer: Links | Threads,
        peers: ServerProcesses,
        quill: PgBatchWriter | None = None,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._quill = quill
        self.peers = peers
        #: How often it failed since it was opened.
        self.failures = 0

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect, and bring the tables to the newest revision."""
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
            writer = sqlite.writer(name)
            return await cls(writer, writer, SingleProcess(None))._migrated(writer)
        sqlite.make_file(Path(name))
        writer = sqlite.writer(name)
        return await cls(sqlite.reader(name), writer, SingleProcess(Path(name)))._migrated(writer)

    @classmethod
    async def _open_postgresql(cls, url: str) -> Self:
        writer = postgresql.writer(url)
        migrator = postgresql.migrator(url)
        try:
            database = cls(writer.for_reading(), writer, postgresql.wire(url), postgresql.quill(url))
            return await database._migrated(migrator)
        finally:
            await migrator.close()

    async def _migrated(self, way: Links | Threads) -> Self:
        try:
            with self._in_our_words():
                await migrate(way.run)
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """Give all connections back."""
        await self.peers.leave()
        if self._quill is not None:
            await self._quill.close()
        await self._reader.close()
        await self._writer.close()

    async def read(
        self, work: Callable[Concatenate[Connection, _Asked], _Found], *args: _Asked.args, **kwargs: _Asked.kwargs
    ) -> _Found:
        """Do something in a transaction in which everything read is from one moment."""
        with self._in_our_words():
            return await self._reader.run(lambda link: work(link, *args, **kwargs))

    async def write(
        self, work: Callable[Concatenate[Connection, _Asked], _Found], *args: _Asked.args, **kwargs: _Asked.kwargs
    ) -> _Found:
        """Do something in a transaction that is committed at the end, or leaves nothing behind."""
        with self._in_our_words():
            return await self._writer.run(lambda link: work(link, *args, **kwargs))

    async def add(self, table_id: str, act: Event, summary: Summary) -> bool:
        """Add an act by a shorter way than `write`, where there is one; whether it was added."""
        if self._quill is None:
            return False
        with self._in_our_words():
            return await self._quill.add(table_id, act, summary)

    @contextmanager
    def _in_our_words(self) -> Iterator[None]:
        """Driver errors become `StoreAway`; a clash of keys is left to the caller, who knows what it means."""
        try:
            yield
        except IntegrityError:
            raise
        except (DBAPIError, DisconnectionError, NoConnectionFree, OSError) as error:
            self.failures += 1
            raise StoreAway(_reason(error)) from error


def _reason(error: Exception) -> Text | str:
    cause = error.orig if isinstance(error, DBAPIError) else error
    code: str = getattr(cause, "sqlstate", None) or ""
    if code == _FULL or getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return msg("the disk is full")
    if not isinstance(error, DBAPIError) or error.connection_invalidated or code.startswith(GONE):
        return msg("the database cannot be reached")
    # The first line only: PostgreSQL writes values into the others.
    return str(cause).partition("\n")[0]
