"""PostgreSQL's short way to add an act: one question on one connection, and acts that wait share a commit.

Acts are announced to other processes, and PostgreSQL commits what is announced one after the other, whatever the
number of connections: so one connection loses nothing, and with acts that share a commit the disk is waited for
once. An act that cannot be added like that is left to the long way (`writing.py`), which knows why.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import structlog

from shoal.store.errors import StoreAway
from shoal.store.models import Event, Summary
from shoal.store.server_processes import CHANNEL, write_news

if TYPE_CHECKING:
    import asyncpg

__all__ = ["GONE", "PgBatchWriter"]

#: How many acts one commit may hold.
_MOST_AT_ONCE: Final = 64

#: PostgreSQL's codes: going down, gone, or not up yet.
GONE: Final = ("08", "57P")

#: The statements of `writing.add_act` in one: only the act that follows the last one moves its table on, and only then
#: is it kept and, at the commit, announced.
_ADD: Final = """
WITH moved AS (
    UPDATE tables
    SET last_act = $2::bigint, over = $9, waiting = $10, length = $11, changed_at = $12, due_at = $13
    WHERE id = $1 AND last_act = $2::bigint - 1
    RETURNING id
), added AS (
    INSERT INTO acts (table_id, number, at, kind, seat, text, person, key)
    SELECT id, $2::bigint, $3::bigint, $4::text, $5::integer, $6::text, $7::text, $8::text FROM moved
    RETURNING number
)
SELECT $16::integer AS place, pg_notify($14, $15) FROM added
"""


_log = structlog.get_logger("shoal.store")


class _PendingWrite(NamedTuple):
    """An act, and who waits for it."""

    table_id: str
    act: Event
    summary: Summary
    added: asyncio.Future[bool]

    def values(self, place: int) -> tuple[object, ...]:
        """What the statement asks for; an act that is added answers with its place in line."""
        act, summary = self.act, self.summary
        return (
            *(self.table_id, act.number, act.at, act.kind, act.seat, act.text, act.person, act.key),
            *(summary.over, msgspec.json.encode(summary.waiting).decode(), summary.length),
            *(summary.changed_at, summary.due_at),
            *(CHANNEL, write_news(self.table_id, act.number), place),
        )


class PgBatchWriter:
    """The connection that adds acts; made when there is the first one."""

    def __init__(self, connect: "Callable[[], Awaitable[asyncpg.Connection]]") -> None:
        self._connect = connect
        self._link: asyncpg.Connection | None = None
        self._waiting: list[_PendingWrite] = []
        self._writing: asyncio.Task[None] | None = None

    async def add(self, table_id: str, act: Event, summary: Summary) -> bool:
        """Add the next act of a table. False: nothing was added, and the long way tells why."""
        added: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_PendingWrite(table_id, act, summary, added))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return await added

    async def close(self) -> None:
        """Add what waits, then give the connection back."""
        if self._writing is not None:
            await self._writing
        self._break_off()

    async def _write(self) -> None:
        while self._waiting:
            # Always in the same order, so that two processes never wait for each other's tables.
            jobs = sorted(self._waiting[:_MOST_AT_ONCE], key=lambda job: (job.table_id, job.act.number))
            del self._waiting[:_MOST_AT_ONCE]
            jobs = [job for job in jobs if not job.added.cancelled()]
            if not jobs:
                continue
            try:
                added = await self._added(jobs)
            except (OSError, StoreAway) as error:
                for job in jobs:
                    if not job.added.cancelled():
                        job.added.set_exception(error)
            else:
                for place, job in enumerate(jobs):
                    if not job.added.cancelled():
                        job.added.set_result(place in added)

    async def _added(self, jobs: Sequence[_PendingWrite]) -> set[int]:
        """The places of those that are in the log now, committed together. Raises `OSError` when nobody can tell."""
        import asyncpg

        try:
            if self._link is None or self._link.is_closed():
                self._link = await self._connect()
            found = await self._link.fetchmany(_ADD, [job.values(place) for place, job in enumerate(jobs)])
        except asyncpg.PostgresError as error:
            # One of them was refused, or waits for somebody, and PostgreSQL took back all: each goes on alone.
            if not (error.sqlstate or "").startswith(GONE):
                return set()
            self._break_off()
            raise ConnectionError(str(error)) from error
        except (OSError, StoreAway):
            self._break_off()
            raise
        except Exception as error:  # noqa: BLE001 - one that cannot be sent must not keep others from going on alone
            _log.warning("acts not added together", reason=type(error).__name__)
            self._break_off()
            return set()
        return {row["place"] for row in found}

    def _break_off(self) -> None:
        """Do without the connection; if something was under way, it may have been committed or not."""
        if self._link is not None:
            self._link.terminate()
            self._link = None
