"""PostgreSQL's way between processes: one connection of its own that hears of acts and holds what is claimed.

A claim is an advisory lock of that connection: PostgreSQL gives it up the moment the process is gone. When
the connection breaks it is made anew, and whoever listens is told that something may have been missed.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Final

import structlog

from shoal.store.errors import StoreAway
from shoal.store.server_processes import CHANNEL, PEOPLE_CHANNEL, Changed, Heard, Missed, read_news

if TYPE_CHECKING:
    import asyncpg

__all__ = ["PgListener"]

_FIRST_PAUSE: Final = 0.2
_LONGEST_PAUSE: Final = 5.0
#: A connection that broke without a word is found out by asking something now and then.
_BEAT_SECONDS: Final = 15.0
_ANSWER_SECONDS: Final = 10.0

_log = structlog.get_logger("shoal.store")


class PgListener:
    """The connection to the other processes."""

    shared = True

    def __init__(self, connect: "Callable[[], Awaitable[asyncpg.Connection]]") -> None:
        self._connect = connect
        self._link: asyncpg.Connection | None = None
        #: One question at a time on one connection.
        self._turn = asyncio.Lock()
        self._keeping: asyncio.Task[None] | None = None

    @property
    def hearing(self) -> bool:
        return self._link is not None and not self._link.is_closed()

    async def join(self, heard: Heard, missed: Missed, changed: Changed) -> None:
        self._keeping = asyncio.create_task(self._keep(heard, missed, changed))

    async def claim(self, name: str) -> bool:
        return await self._ask("SELECT pg_try_advisory_lock($1)", _lock_number(name))

    async def release(self, name: str) -> None:
        await self._ask("SELECT pg_advisory_unlock($1)", _lock_number(name))

    async def leave(self) -> None:
        keeping, self._keeping = self._keeping, None
        if keeping is not None:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)

    async def _ask(self, question: str, number: int) -> bool:
        """Whether the answer was yes; no connection, no answer, no."""
        link = self._link
        if link is None:
            return False
        try:
            async with self._turn:
                return bool(await link.fetchval(question, number, timeout=_ANSWER_SECONDS))
        except _failures():
            # What was or was not locked ends with the connection.
            link.terminate()
            return False

    async def _keep(self, heard: Heard, missed: Missed, changed: Changed) -> None:
        """Have a connection for ever."""
        pause = _FIRST_PAUSE
        while True:
            try:
                async with self._connected(heard, changed) as gone:
                    pause = _FIRST_PAUSE
                    missed()
                    await self._stay(gone)
            except _failures() as error:
                _log.warning("no news from other processes", reason=type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    @contextlib.asynccontextmanager
    async def _connected(self, heard: Heard, changed: Changed) -> AsyncIterator[asyncio.Event]:
        link = await self._connect()
        gone = asyncio.Event()
        link.add_termination_listener(lambda _link: gone.set())
        try:
            await link.add_listener(CHANNEL, lambda _link, _process, _channel, news: heard(*read_news(news)))
            await link.add_listener(PEOPLE_CHANNEL, lambda _link, _process, _channel, person_id: changed(person_id))
            self._link = link
            yield gone
        finally:
            self._link = None
            link.terminate()

    async def _stay(self, gone: asyncio.Event) -> None:
        """Return when the connection is gone."""
        while self._link is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(gone.wait(), _BEAT_SECONDS)
            if gone.is_set():
                return
            async with self._turn:
                await self._link.execute("SELECT 1", timeout=_ANSWER_SECONDS)


def _failures() -> tuple[type[Exception], ...]:
    """What the driver raises when the database is away; the driver is an extra, so it is met late."""
    import asyncpg

    return (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError, StoreAway)


def _lock_number(name: str) -> int:
    """Advisory locks have numbers of 64 bits for names."""
    return int.from_bytes(hashlib.sha256(f"shoal:{name}".encode()).digest()[:8], "big", signed=True)
