"""Deletes a person with what is theirs: because they ask for it, or because nobody can ever be them again.

Their tables go if nobody else sits there, and with them their pads, designs, progress with puzzles, tokens and links.
Where others sit, a running game goes on with a bot in their place, and a finished one stays as it was played.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from shoal.core import ShoalError
from shoal.players import usual_opponent
from shoal.server.tables.commands import LeaveToBot
from shoal.server.tables.events import EventKind
from shoal.server.tables.service import TableService
from shoal.server.timestamps import now
from shoal.store import StoreUnavailable, Trace

__all__ = ["TABLES_AT_ONCE", "PersonDeletion"]

#: How many tables a transaction deletes: so few that nobody's step waits for long.
TABLES_AT_ONCE: Final = 10


class PersonDeletion:
    """Finds what people left behind, and deletes it with them."""

    def __init__(self, tables: TableService) -> None:
        self._tables = tables
        #: To find all traces of somebody, all event logs are read: not for many people at a time.
        self._searching = asyncio.Lock()
        self._running: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Wait for what has begun."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def delete_at_own_wish(self, person_id: str, name: str) -> None:
        """Delete somebody, with `name` in place of theirs where others sat. It goes on if the request is cancelled."""
        task = asyncio.create_task(self._delete_at_own_wish(person_id, name))
        self._running.add(task)
        task.add_done_callback(self._ended)
        await asyncio.shield(task)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # a caller that still waits gets the error; no other task needs it

    async def _delete_at_own_wish(self, person_id: str, name: str) -> None:
        await self.forget_at_tables(person_id, await self.traces_of(person_id), name)
        # Last, so that after a failure they can ask for it again.
        await self._tables.store.delete_person(person_id, now(), leave_mark=True)

    async def traces_of(self, person_id: str) -> list[Trace]:
        """All tables where a person left a trace, even a seat they left."""
        async with self._searching:
            return (await self._tables.store.traces_of([person_id]))[person_id]

    async def forget_at_tables(self, person_id: str, traces: Sequence[Trace], name: str | None) -> None:
        """Take a person out of all tables; their name stays where others sat if there is no other `name`."""
        for trace in traces:
            if not trace.theirs and not trace.over:
                await self._leave_seats(person_id, trace.table_id)
        ids = [trace.table_id for trace in traces]
        for start in range(0, len(ids), TABLES_AT_ONCE):
            some = ids[start : start + TABLES_AT_ONCE]
            await self._tables.store.forget_at_tables(person_id, some, name, EventKind.SEAT_TAKEN)
            await self._tables.read_anew(some)

    async def _leave_seats(self, person_id: str, table_id: str) -> None:
        """Leave a person's seats to bots, if the table can still be played."""
        try:
            snapshot = await self._tables.snapshot(table_id)
            for seat in snapshot.seats_of(person_id):
                leave = LeaveToBot(seat=seat, bot=usual_opponent(snapshot.game))
                await self._tables.execute(person_id, table_id, leave)
        except StoreUnavailable:
            raise
        except ShoalError:
            return  # it ended, was deleted, or its game is not installed any more
