"""The tables in memory. Any other table is loaded from the store when it is asked for."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from shoal.server.tables.access import TableNotFound
from shoal.server.tables.live_table import LiveTable
from shoal.server.tables.replay_thread import ReplayThread
from shoal.server.tables.scheduler import TableScheduler
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.timestamps import now
from shoal.store import Store

__all__ = ["TableCache"]

#: A table that was unused for this long leaves memory; sooner, when there are too many.
_IDLE_SECONDS: Final = 600
_IDLE_SECONDS_WHEN_FULL: Final = 1
_MOST_IN_MEMORY: Final = 5000
#: A table of more steps takes as much memory as dozens of others.
_LONG: Final = 1000
_MOST_LONG_IN_MEMORY: Final = 50


class TableCache:
    """Tables by their names. Each is in memory at most once, however many requests ask for it at the same time."""

    def __init__(self, store: Store, scheduler: TableScheduler) -> None:
        self._store = store
        self._scheduler = scheduler
        #: Of its own: however many records are being opened, nobody waits for them at a table.
        self._replays = ReplayThread()
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(self._tables.values())

    def get(self, table_id: str) -> LiveTable | None:
        """Return a table if it is in memory."""
        return self._tables.get(table_id)

    async def load(self, table_id: str) -> LiveTable:
        """Return a table, from the store if it is not in memory. Raises `TableNotFound`."""
        live = self._tables.get(table_id)
        if live is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(loading)
        live.used_at = now()
        return live

    async def _load(self, table_id: str) -> LiveTable:
        stored = await self._store.table(table_id)
        if stored is None:
            raise TableNotFound
        try:
            snapshot = await self._replays.run(TableSnapshot.replay, stored)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # No rule refused an event: the log holds what no server wrote.
            raise self._store.damaged(table_id) from error
        return self.add(snapshot)

    def add(self, snapshot: TableSnapshot) -> LiveTable:
        """Have a table in memory, and start what it needs now."""
        unused_since = now() - _IDLE_SECONDS_WHEN_FULL * 1000
        if len(self._tables) >= _MOST_IN_MEMORY:
            self._forget(self._tables.values(), unused_since)
        if snapshot.table.length > _LONG:
            long = [live for live in self._tables.values() if live.snapshot.table.length > _LONG]
            if len(long) >= _MOST_LONG_IN_MEMORY:
                self._forget(long, unused_since)
        live = self._tables.setdefault(snapshot.row.id, LiveTable(self._store, snapshot))
        self._scheduler.schedule(live)
        return live

    def call_when_loaded(self, table_id: str, callback: Callable[[], None]) -> bool:
        """Call back when a table has been read, if it is being read now; return whether it is."""
        loading = self._loading.get(table_id)
        if loading is not None:
            loading.add_done_callback(lambda _: callback())
        return loading is not None

    def forget_idle(self) -> None:
        """Drop tables that were unused for long. The scheduler finds what is due at them in the store."""
        self._forget(self._tables.values(), now() - _IDLE_SECONDS * 1000)

    def drop(self, live: LiveTable) -> None:
        """Drop a table that was deleted."""
        self._scheduler.forget(live)
        if self._tables.get(live.id) is live:
            del self._tables[live.id]

    def _forget(self, tables: Iterable[LiveTable], unused_since: int) -> None:
        for live in list(tables):
            if not live.in_use and not self._scheduler.is_thinking(live) and live.used_at < unused_since:
                self._scheduler.forget(live)
                del self._tables[live.id]

    async def close(self) -> None:
        """Wait for the tables that are being loaded."""
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        self._replays.close()
