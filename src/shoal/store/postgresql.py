"""PostgreSQL: a connection pool, for any number of server processes on the same tables.

Two more connections are outside the pool: one appends events (`pg_batch_writer.py`), one listens to the other
processes (`pg_listener.py`).
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from sqlalchemy import Connection, NullPool, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from shoal.core import msg
from shoal.store.errors import StoreUnavailable
from shoal.store.pg_batch_writer import PgBatchWriter
from shoal.store.pg_listener import PgListener

if TYPE_CHECKING:
    import asyncpg

__all__ = ["PgConnectionPool", "open_batch_writer", "open_listener", "open_migrator", "open_pool"]

_Result = TypeVar("_Result")

_POOL_SIZE: Final = 7
_CONNECT_SECONDS: Final = 10.0
_ANSWER_SECONDS: Final = 30.0

#: Keepalives, so that PostgreSQL notices within half a minute when a whole machine is gone, and frees its locks.
_SESSION: Final = {
    "application_name": "shoal",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
#: A batch writes to many tables at once, so it does not wait long for one that is locked (in ms).
_BATCH_SESSION: Final = {**_SESSION, "lock_timeout": "1000"}


class PgConnectionPool:
    """Runs transactions on the connections of a pool."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def run(self, work: Callable[[Connection], _Result]) -> _Result:
        """Run `work` in a transaction."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Close the connections."""
        await self._engine.dispose()

    def for_reading(self) -> "PgConnectionPool":
        """The same pool for reading: each transaction reads from one snapshot."""
        return PgConnectionPool(
            self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        )


def open_pool(url: str) -> PgConnectionPool:
    """The pool, for writing."""
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=partial(_connect, url, _ANSWER_SECONDS),
        pool_size=_POOL_SIZE,
        max_overflow=0,
        hide_parameters=True,
    )

    @event.listens_for(engine.sync_engine, "checkout")
    def check_connection(
        connection: DBAPIConnection, _entry: ConnectionPoolEntry, _proxy: PoolProxiedConnection
    ) -> None:
        # The driver knows by itself when a connection was closed, so this costs no query.
        if connection.driver_connection.is_closed():
            raise DisconnectionError

    return PgConnectionPool(engine)


def open_listener(url: str) -> PgListener:
    """A connection of its own that listens to the other processes on the same tables."""
    return PgListener(partial(_connect, url, _ANSWER_SECONDS))


def open_batch_writer(url: str) -> PgBatchWriter:
    """A connection of its own that appends events."""
    return PgBatchWriter(partial(_connect, url, _ANSWER_SECONDS, _BATCH_SESSION))


def open_migrator(url: str) -> PgConnectionPool:
    """A connection of its own without a timeout, for migrations."""
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=partial(_connect, url, None),
        poolclass=NullPool,
        hide_parameters=True,
    )
    return PgConnectionPool(engine)


async def _connect(
    url: str, answer_seconds: float | None, session: Mapping[str, str] = _SESSION
) -> "asyncpg.Connection":
    """Connect. The driver parses the address, so it may hold anything libpq understands, such as `sslmode`."""
    try:
        import asyncpg
    except ModuleNotFoundError as error:
        raise StoreUnavailable(msg("PostgreSQL needs an extra: pip install 'shoal[postgresql]'")) from error
    try:
        return await asyncpg.connect(
            url, timeout=_CONNECT_SECONDS, command_timeout=answer_seconds, server_settings=session
        )
    except ValueError as error:
        # Not repeated: it may hold a password.
        raise StoreUnavailable(msg("the address of the database cannot be read")) from error
