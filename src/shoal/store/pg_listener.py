"""PostgreSQL between server processes: one connection that LISTENs for notices and holds this process's claims.

A claim is an advisory lock of that connection: PostgreSQL frees it the moment the process dies. All processes also
share one such lock, so that they can be counted. A broken connection is replaced, and the server is then told that it
may have missed notices.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Final

import structlog

from shoal.store.errors import StoreUnavailable
from shoal.store.server_processes import (
    EVENT_CHANNEL,
    PERSON_CHANNEL,
    OnEvent,
    OnMissed,
    OnPersonChanged,
    decode_event_notice,
)

if TYPE_CHECKING:
    import asyncpg

__all__ = ["PgListener"]

_FIRST_RETRY_SECONDS: Final = 0.2
_LONGEST_RETRY_SECONDS: Final = 5.0
#: How often to send a heartbeat, which counts the processes, and finds connections that broke silently.
_HEARTBEAT_SECONDS: Final = 5.0
_ANSWER_SECONDS: Final = 10.0

#: PostgreSQL shows the number of an advisory lock in two halves.
_COUNT_HOLDERS: Final = """
    SELECT count(*) FROM pg_locks
    WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted AND objsubid = 1
    AND (classid::bigint << 32 | objid::bigint) = $1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""

_log = structlog.get_logger("shoal.store")


class PgListener:
    """`ServerProcesses` over PostgreSQL."""

    shared = True

    def __init__(self, connect: "Callable[[], Awaitable[asyncpg.Connection]]") -> None:
        self._connect = connect
        self._connection: asyncpg.Connection | None = None
        #: A connection runs one query at a time.
        self._query_lock = asyncio.Lock()
        self._listen_task: asyncio.Task[None] | None = None
        self._count = 1
        #: The number of the lock that all processes hold.
        self._shared_lock = 0

    @property
    def count(self) -> int:
        return self._count

    @property
    def listening(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def join(self, on_event: OnEvent, on_missed: OnMissed, on_person_changed: OnPersonChanged) -> None:
        self._listen_task = asyncio.create_task(self._listen(on_event, on_missed, on_person_changed))

    async def claim(self, name: str) -> bool:
        return await self._query("SELECT pg_try_advisory_lock($1)", _lock_number(name))

    async def release(self, name: str) -> None:
        await self._query("SELECT pg_advisory_unlock($1)", _lock_number(name))

    async def leave(self) -> None:
        task, self._listen_task = self._listen_task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _query(self, query: str, number: int) -> bool:
        """Whether the answer was yes; without a connection or an answer, it is no."""
        connection = self._connection
        if connection is None:
            return False
        try:
            async with self._query_lock:
                return bool(await connection.fetchval(query, number, timeout=_ANSWER_SECONDS))
        except _connection_errors():
            # Whether it was locked or not, the lock ends with the connection.
            connection.terminate()
            return False

    async def _listen(self, on_event: OnEvent, on_missed: OnMissed, on_person_changed: OnPersonChanged) -> None:
        """Hold a connection, and reconnect whenever it breaks, until cancelled."""
        pause = _FIRST_RETRY_SECONDS
        while True:
            try:
                async with self._connected(on_event, on_person_changed) as closed:
                    pause = _FIRST_RETRY_SECONDS
                    on_missed()
                    await self._wait_until_closed(closed)
            except _connection_errors() as error:
                _log.warning("no notices from other processes", reason=type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_RETRY_SECONDS)

    @contextlib.asynccontextmanager
    async def _connected(self, on_event: OnEvent, on_person_changed: OnPersonChanged) -> AsyncIterator[asyncio.Event]:
        """A listening connection; the event is set when it closes."""
        connection = await self._connect()
        closed = asyncio.Event()
        connection.add_termination_listener(lambda _connection: closed.set())
        try:
            await connection.add_listener(
                EVENT_CHANNEL, lambda _connection, _process, _channel, notice: on_event(*decode_event_notice(notice))
            )
            await connection.add_listener(
                PERSON_CHANNEL, lambda _connection, _process, _channel, person_id: on_person_changed(person_id)
            )
            # Locks belong to a database, and each of its schemas may be a server of its own.
            schema = await connection.fetchval("SELECT current_schema()")
            self._shared_lock = _lock_number(f"server processes on {schema}")
            await connection.execute("SELECT pg_advisory_lock_shared($1)", self._shared_lock)
            await self._count_processes(connection)
            self._connection = connection
            yield closed
        finally:
            self._connection = None
            connection.terminate()

    async def _wait_until_closed(self, closed: asyncio.Event) -> None:
        """Return when the connection is closed; send heartbeats until then."""
        while self._connection is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(closed.wait(), _HEARTBEAT_SECONDS)
            if closed.is_set():
                return
            async with self._query_lock:
                await self._count_processes(self._connection)

    async def _count_processes(self, connection: "asyncpg.Connection") -> None:
        self._count = await connection.fetchval(_COUNT_HOLDERS, self._shared_lock, timeout=_ANSWER_SECONDS)


def _connection_errors() -> tuple[type[Exception], ...]:
    """The errors that the driver raises when the database is away; the driver is an extra, so it is imported late."""
    import asyncpg

    return (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError, StoreUnavailable)


def _lock_number(name: str) -> int:
    """The 64-bit number of the advisory lock for a name."""
    return int.from_bytes(hashlib.sha256(f"shoal:{name}".encode()).digest()[:8], "big", signed=True)
