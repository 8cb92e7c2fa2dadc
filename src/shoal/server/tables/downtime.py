"""The time in which no server ran, and jumps of the system's clock: neither is held against anybody whose clock runs.

A server stores a heartbeat every few seconds. If the last one is old when a server starts, all servers were away, or
the system's clock was set forward meanwhile. Each clock that was running then stands still for that time, by an event
in the log of its table. A shorter time counts: a restart is no pause. After days without a server, nothing is deleted
for its age for as many days again, so that people can come back to what is theirs.
"""

import time
from collections.abc import Callable
from typing import Final

import structlog

from shoal.core import ShoalError
from shoal.server import timestamps
from shoal.server.tables.events import EventKind
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.timestamps import now
from shoal.store import EventNumberTaken, IdempotencyKeyUsed, Store
from shoal.store.models import Event

__all__ = ["Downtime"]

_HEARTBEAT_SECONDS: Final = 15.0
#: A server that was away for less than this was only restarted.
_LONGEST_RESTART_MS: Final = 60_000
_DAY_MS: Final = 24 * 3600 * 1000
#: However long no server ran, deletions wait no longer than this.
_LONGEST_HOLD_MS: Final = 30 * _DAY_MS
#: How often to try again when other processes write to a table at the same time.
_MOST_TRIES: Final = 5

_log = structlog.get_logger("shoal.clock")


class Downtime:
    """Notices that servers were away, and says when this one is here."""

    def __init__(self, store: Store, steady: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._steady = steady
        self._next_heartbeat = 0.0

    async def begin(self) -> None:
        """Compare the clock with what is stored: never go behind it, and hold the clocks if servers were away."""
        last = await self._store.last_moments()
        behind = timestamps.server_clock.not_before(last.stored)
        if behind:
            _log.warning("the system's clock is behind the latest stored moment", seconds=behind / 1000)
        if last.heartbeat is not None and now() - last.heartbeat > _LONGEST_RESTART_MS:
            away = now() - last.heartbeat
            held = await self._hold_clocks(away, key=f"hold:{last.heartbeat}")
            if away > _DAY_MS:
                await self._store.hold_deletions(now() + min(away, _LONGEST_HOLD_MS))
            _log.warning(
                "no server ran, or the system's clock was set forward",
                seconds=(now() - last.heartbeat) / 1000,
                clocks_held=held,
            )

    async def note_alive(self) -> None:
        """Store a heartbeat now and then, and log a jump of the system's clock."""
        jump = timestamps.server_clock.noticed_jump()
        if jump:
            _log.warning("the system's clock jumped, or the machine slept", seconds=jump / 1000)
        if self._steady() >= self._next_heartbeat:
            await self._store.note_alive(now())
            self._next_heartbeat = self._steady() + _HEARTBEAT_SECONDS

    async def _hold_clocks(self, away: int, key: str) -> int:
        """Hold all clocks that run; return at how many tables some did."""
        held = 0
        for table_id in await self._store.tables_with_clocks():
            try:
                held += await self._hold_clocks_at(table_id, away, key)
            except ShoalError as error:
                _log.error("clocks not held", table=table_id, reason=str(error))
        return held

    async def _hold_clocks_at(self, table_id: str, away: int, key: str) -> bool:
        for _ in range(_MOST_TRIES):
            stored = await self._store.table(table_id)
            snapshot = TableSnapshot.replay(stored) if stored is not None else None
            if snapshot is None or not snapshot.clocks.running:
                return False
            at = max(now(), snapshot.changed_at)
            event = Event(snapshot.event_number + 1, at, EventKind.CLOCKS_HELD.value, None, str(away), key=key)
            try:
                await self._store.append(table_id, event, snapshot.after(event).summary())
            except IdempotencyKeyUsed:
                return True  # another process has held them
            except EventNumberTaken:
                continue
            return True
        return False
