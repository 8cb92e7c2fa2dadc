"""Is the database ready for players? Whoever asks has what players do tried out, at most every few seconds.

A table is made, an event is appended, and both are deleted, in one transaction that is committed: it needs a page of
the file for itself, so a full disk shows. Nobody ever sees that table.
"""

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, delete

from shoal.store import table_queries
from shoal.store.database import Database
from shoal.store.errors import StoreUnavailable
from shoal.store.event_log import append_event
from shoal.store.models import Event, Seating, TableRow, TableSummary
from shoal.store.schema import events, seats, tables

__all__ = ["Readiness"]

#: How long the outcome of a trial holds, however many ask.
_TRIAL_SECONDS: Final = 3.0
#: More than a page of SQLite's.
_LONG_TEXT: Final = "x" * 8192
_SUMMARY: Final = TableSummary(over=True, waiting=(), length=0, changed_at=0)


class Readiness:
    """What was last found out about one database."""

    def __init__(self, database: Database, steady: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._steady = steady
        # Behind all other tables, and no other process has the same.
        self._table_id: Final = f"~ready-{secrets.token_urlsafe(9)}"
        self._next_trial = 0.0
        self._trial: asyncio.Task[None] | None = None
        self._failure: StoreUnavailable | None = None

    async def check(self) -> None:
        """Return if players can play. Otherwise raises `StoreUnavailable`."""
        await self._database.read(table_queries.ping)
        if self._steady() >= self._next_trial and (self._trial is None or self._trial.done()):
            self._trial = asyncio.create_task(self._try())
        if self._trial is not None:
            await asyncio.shield(self._trial)
        failure = self._failure or self._database.write_failure
        if failure is not None:
            raise failure.with_traceback(None)

    async def _try(self) -> None:
        """Write like a player, then read like one."""
        try:
            await self._database.write(_play, self._table_id)
            await self._database.read(table_queries.read_public_tables, 1)
            self._failure = None
        except StoreUnavailable as error:
            self._failure = error
        self._next_trial = self._steady() + _TRIAL_SECONDS


def _play(connection: Connection, table_id: str) -> None:
    """Make a table, append an event to its log, and delete both."""
    row = TableRow(table_id, "", {}, "", (), {}, maker=None, made_at=0, public=False)
    table_queries.insert_table(connection, row, [Seating(0, "open", "")], _SUMMARY)
    append_event(connection, table_id, Event(1, 0, "step", 0, _LONG_TEXT, key=table_id), _SUMMARY, ())
    for table, column in ((events, events.c.table_id), (seats, seats.c.table_id), (tables, tables.c.id)):
        connection.execute(delete(table).where(column == table_id))
