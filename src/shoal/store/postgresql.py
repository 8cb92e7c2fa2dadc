"""PostgreSQL: a pool of connections, for any number of server processes on the same tables, and two of their own:
the one that adds acts (`quill.py`), and the one to the other processes (`wire.py`).
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
from shoal.store.errors import StoreAway
from shoal.store.pg_batch_writer import PgBatchWriter
from shoal.store.pg_listener import PgListener

if TYPE_CHECKING:
    import asyncpg

__all__ = ["Links", "migrator", "quill", "wire", "writer"]

_Found = TypeVar("_Found")

_CONNECTIONS: Final = 7
_CONNECTING: Final = 10.0
_ANSWERING: Final = 30.0

#: Keepalives, so that PostgreSQL notices within half a minute when a whole machine is gone, and frees what it held.
_SESSION: Final = {
    "application_name": "shoal",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
#: Whoever adds acts for many tables at once does not wait long for one that somebody else holds (in ms).
_HASTY: Final = {**_SESSION, "lock_timeout": "1000"}


class Links:
    """Transactions on the connections of a pool."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def run(self, work: Callable[[Connection], _Found]) -> _Found:
        """Do something in a transaction."""
        async with self._engine.begin() as link:
            return await link.run_sync(work)

    async def close(self) -> None:
        """Give the connections back."""
        await self._engine.dispose()

    def for_reading(self) -> "Links":
        """The same pool, for reading: all that is read in one transaction is from one moment."""
        return Links(self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True))


def writer(url: str) -> Links:
    """The pool, for writing."""
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=partial(_connect, url, _ANSWERING),
        pool_size=_CONNECTIONS,
        max_overflow=0,
        hide_parameters=True,
    )

    @event.listens_for(engine.sync_engine, "checkout")
    def still_there(connection: DBAPIConnection, _entry: ConnectionPoolEntry, _proxy: PoolProxiedConnection) -> None:
        # The driver hears of a closed connection by itself, so this costs no question to the server.
        if connection.driver_connection.is_closed():
            raise DisconnectionError

    return Links(engine)


def wire(url: str) -> PgListener:
    """A connection of its own to the other processes on the same tables."""
    return PgListener(partial(_connect, url, _ANSWERING))


def quill(url: str) -> PgBatchWriter:
    """A connection of its own that adds acts."""
    return PgBatchWriter(partial(_connect, url, _ANSWERING, _HASTY))


def migrator(url: str) -> Links:
    """A connection of its own that waits as long as a migration takes."""
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=partial(_connect, url, None),
        poolclass=NullPool,
        hide_parameters=True,
    )
    return Links(engine)


async def _connect(url: str, answering: float | None, session: Mapping[str, str] = _SESSION) -> "asyncpg.Connection":
    """The driver reads the address, so all that PostgreSQL's own programs understand works here: `sslmode`, too."""
    try:
        import asyncpg
    except ModuleNotFoundError as error:
        raise StoreAway(msg("PostgreSQL needs an extra: pip install 'shoal[postgresql]'")) from error
    try:
        return await asyncpg.connect(url, timeout=_CONNECTING, command_timeout=answering, server_settings=session)
    except ValueError as error:
        # Not repeated: it may hold a password.
        raise StoreAway(msg("the address of the database cannot be read")) from error
