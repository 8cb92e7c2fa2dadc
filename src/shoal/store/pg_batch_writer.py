"""Group commit on PostgreSQL: one connection appends waiting events in batches, each event with one statement.

Events are announced with NOTIFY, and PostgreSQL commits transactions that notify one after another, however many
connections there are. So one connection loses nothing, and a batch waits for the disk only once. An event that cannot
be added like this goes through `event_log.append_event`, which finds out why.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import structlog

from shoal.store.errors import StoreUnavailable
from shoal.store.models import Event, TableSummary
from shoal.store.server_processes import EVENT_CHANNEL, encode_event_notice

if TYPE_CHECKING:
    import asyncpg

__all__ = ["CONNECTION_LOST", "PgBatchWriter"]

#: How many events one commit may hold.
_MAX_BATCH: Final = 64

#: How PostgreSQL's codes for a lost connection begin: going down, gone, or not up yet.
CONNECTION_LOST: Final = ("08", "57P")

#: The statements of `event_log.append_event` in one: only the event that follows the last one advances its table, and
#: only then is it inserted and, at the commit, announced.
_APPEND: Final = """
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
    """An event to append, and the future of the caller that waits for it."""

    table_id: str
    event: Event
    summary: TableSummary
    added: asyncio.Future[bool]

    def arguments(self, index: int) -> tuple[object, ...]:
        """The arguments of the statement; it returns `index`, the write's place in its batch, if it adds the event."""
        event, summary = self.event, self.summary
        return (
            *(self.table_id, event.number, event.at, event.kind, event.seat, event.text, event.person, event.key),
            *(summary.over, msgspec.json.encode(summary.waiting).decode(), summary.length),
            *(summary.changed_at, summary.due_at),
            *(EVENT_CHANNEL, encode_event_notice(self.table_id, event.number), index),
        )


class PgBatchWriter:
    """The connection that appends events; it is opened for the first one."""

    def __init__(self, connect: "Callable[[], Awaitable[asyncpg.Connection]]") -> None:
        self._connect = connect
        self._connection: asyncpg.Connection | None = None
        self._waiting: list[_PendingWrite] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, table_id: str, event: Event, summary: TableSummary) -> bool:
        """Add the next event of a table; False if nothing was added, and `append_event` is to find out why."""
        added: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_PendingWrite(table_id, event, summary, added))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        return await added

    async def close(self) -> None:
        """Write what is waiting, then close the connection."""
        if self._writing is not None:
            await self._writing
        self._disconnect()

    async def _write_all(self) -> None:
        while self._waiting:
            # Always in the same order, so that two processes never deadlock on each other's tables.
            batch = sorted(self._waiting[:_MAX_BATCH], key=lambda write: (write.table_id, write.event.number))
            del self._waiting[:_MAX_BATCH]
            batch = [write for write in batch if not write.added.cancelled()]
            if not batch:
                continue
            try:
                added = await self._commit(batch)
            except (OSError, StoreUnavailable) as error:
                for write in batch:
                    if not write.added.cancelled():
                        write.added.set_exception(error)
            else:
                for index, write in enumerate(batch):
                    if not write.added.cancelled():
                        write.added.set_result(index in added)

    async def _commit(self, batch: Sequence[_PendingWrite]) -> set[int]:
        """Commit a batch; which of it was added, by index. Raises `OSError` if that cannot be known."""
        import asyncpg

        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await self._connect()
            found = await self._connection.fetchmany(
                _APPEND, [write.arguments(index) for index, write in enumerate(batch)]
            )
        except asyncpg.PostgresError as error:
            # One was refused, or ran into a lock, and PostgreSQL rolled back the batch: each goes on alone.
            if not (error.sqlstate or "").startswith(CONNECTION_LOST):
                return set()
            self._disconnect()
            raise ConnectionError(str(error)) from error
        except (OSError, StoreUnavailable):
            self._disconnect()
            raise
        except Exception as error:  # noqa: BLE001 - one that cannot be sent must not keep others from going on alone
            _log.warning("events not added as a batch", reason=type(error).__name__)
            self._disconnect()
            return set()
        return {row["place"] for row in found}

    def _disconnect(self) -> None:
        """Drop the connection; a batch under way may have been committed or not."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
