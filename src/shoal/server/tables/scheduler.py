"""The scheduler does what happens at tables without a command from outside: bots think, clocks run out, agreements are
carried out.

Of several processes on one database, the one that claims a table thinks for its bots. When a process dies, the tables
it attended to stay due in the store, and another process finds them there: see `TableScheduler.sweep`.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from contextvars import Context
from typing import Final, ParamSpec, Protocol
from weakref import WeakKeyDictionary

import structlog

from shoal.core import Refusal, Seat, ShoalError
from shoal.core.compilation import NotCompiled
from shoal.players import usual_seconds
from shoal.server.errors import StalePosition
from shoal.server.tables.access import TableNotFound
from shoal.server.tables.bot_process import BotProcess, seated_bot
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.commands import FlagSeat, TableCommand, TakeStep
from shoal.server.tables.level_preparation import stand_in
from shoal.server.tables.live_table import LiveTable
from shoal.server.tables.visitors import Visitors
from shoal.server.timestamps import now
from shoal.store import DueTable, Store, StoreUnavailable

__all__ = ["SWEEP_SECONDS", "TableActions", "TableScheduler"]

#: When a table has been due for this long, assume that the process responsible for it has died.
_GRACE_MS: Final = 1500
SWEEP_SECONDS: Final = 1.5
#: Stop fetching due tables when this many bots are queued; always fetch a few, because clocks run.
_MOST_QUEUED: Final = 64
_FEWEST_FETCHED: Final = 8
#: When to look again at a table whose log cannot be replayed.
_BROKEN_TABLE_MS: Final = 3600 * 1000
_FIRST_RETRY_SECONDS: Final = 1.0
_LONGEST_RETRY_SECONDS: Final = 30.0
_MOST_FAILURES_COUNTED: Final = 10

_Arguments = ParamSpec("_Arguments")

_log = structlog.get_logger("shoal.tables")


class TableActions(Protocol):
    """The part of the table service that the scheduler uses. All but `live_table` publish the table if it changes."""

    async def live_table(self, table_id: str) -> LiveTable:
        """Return a table, loaded (and scheduled) if need be."""

    async def apply(self, live: LiveTable, command: TableCommand) -> None:
        """Run a command of the server's own."""

    async def apply_agreement(self, live: LiveTable) -> None:
        """Carry out what all people have agreed on."""

    async def catch_up(self, live: LiveTable) -> None:
        """Read what other processes wrote."""


class _Schedule:
    """The timers and thinking bots of one table."""

    def __init__(self) -> None:
        #: The bots that think, each with the `position_id` that it thinks about.
        self.thinking: set[tuple[int, Seat]] = set()
        self.flag_timer: asyncio.TimerHandle | None = None
        self.retry_timer: asyncio.TimerHandle | None = None
        #: How many retries there were since the table last changed.
        self.failures = 0

    def cancel_timers(self) -> None:
        for timer in (self.flag_timer, self.retry_timer):
            if timer is not None:
                timer.cancel()
        self.flag_timer = self.retry_timer = None


class TableScheduler:
    """Starts what has to happen at each table, now or later, and tries again what failed."""

    def __init__(self, store: Store, workers: BotWorkers, visitors: Visitors, tables: TableActions) -> None:
        self._store = store
        self._workers = workers
        self._visitors = visitors
        self._tables = tables
        #: One for each table in memory; it goes when the table goes.
        self._schedules: WeakKeyDictionary[LiveTable, _Schedule] = WeakKeyDictionary()
        self._jobs: set[asyncio.Task[None]] = set()
        self._closing = False
        workers.levels.on_ready = self._on_level_ready

    async def close(self) -> None:
        """Cancel all timers and background jobs."""
        self._closing = True
        for schedule in self._schedules.values():
            schedule.cancel_timers()
        for job in list(self._jobs):
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)

    def start(self, job: Coroutine[None, None, None]) -> None:
        """Start a background job."""
        if self._closing:
            job.close()
            return
        # Not in the context of the request that led to it: logs and metrics must not count a bot's step as part of it.
        task = asyncio.create_task(job, context=Context())
        self._jobs.add(task)
        task.add_done_callback(self._job_ended)

    def _job_ended(self, job: "asyncio.Task[None]") -> None:
        self._jobs.discard(job)
        if not job.cancelled() and (error := job.exception()) is not None:
            _log.error("failed", exc_info=error)

    def _schedule_of(self, live: LiveTable) -> _Schedule:
        schedule = self._schedules.get(live)
        if schedule is None:
            schedule = self._schedules[live] = _Schedule()
        return schedule

    def is_thinking(self, live: LiveTable) -> bool:
        """Tell whether a bot thinks for this table."""
        return bool(self._schedule_of(live).thinking)

    def forget(self, live: LiveTable) -> None:
        """Cancel a table's timers, because it leaves memory."""
        self._schedule_of(live).cancel_timers()

    def on_change(self, live: LiveTable) -> None:
        """Start what a table needs after it changed."""
        self._schedule_of(live).failures = 0
        self.schedule(live)

    def schedule(self, live: LiveTable) -> None:
        """Start what the table needs now: bots, clock timers, agreements. Replaces all timers of before."""
        schedule = self._schedule_of(live)
        schedule.cancel_timers()
        if self._closing or live.deleted:
            return
        snapshot = live.snapshot
        if live.behind:
            self.start(self._try(live, self._tables.catch_up, live))
        if snapshot.agreement() is not None:
            self.start(self._try(live, self._tables.apply_agreement, live))
        flag = snapshot.clocks.next_flag()
        if flag is not None:
            at, seat = flag
            delay = max(0, at - now()) / 1000 + 0.001
            loop = asyncio.get_running_loop()
            schedule.flag_timer = loop.call_later(delay, lambda: self.start(self._try(live, self._flag, live, seat)))
        for seat in snapshot.bots_to_act():
            if (snapshot.position_id, seat) not in schedule.thinking:
                schedule.thinking.add((snapshot.position_id, seat))
                self.start(self._try(live, self._think, live, snapshot.position_id, seat))

    def retry_later(self, live: LiveTable) -> None:
        """Schedule a table again after a pause, which is longer after each failure."""
        schedule = self._schedule_of(live)
        if self._closing or live.deleted or schedule.retry_timer is not None or live.id in self._store.damaged_tables:
            return
        pause = min(_FIRST_RETRY_SECONDS * 2**schedule.failures, _LONGEST_RETRY_SECONDS)
        schedule.failures = min(schedule.failures + 1, _MOST_FAILURES_COUNTED)
        schedule.retry_timer = asyncio.get_running_loop().call_later(pause, self.schedule, live)

    async def sweep(self) -> None:
        """Find tables in the store that no process attends to, and attend to them."""
        # Tables whose bots wait here are due as well, and must not take the places of those that nobody attends to.
        attended = {live.id: live.snapshot.event_number for live, at in self._schedules.items() if at.thinking}
        limit = len(attended) + max(_FEWEST_FETCHED, _MOST_QUEUED - self._workers.waiting)
        for due in await self._store.due_tables(now() - _GRACE_MS, limit):
            if attended.get(due.table_id, -1) < due.last_event and due.table_id not in self._store.damaged_tables:
                self.start(self._take_over(due))

    async def _take_over(self, due: DueTable) -> None:
        if not await self._store.processes.claim(due.table_id):
            return  # another process thinks about it
        await self._store.processes.release(due.table_id)
        try:
            await self._schedule_due(await self._tables.live_table(due.table_id), due)
        except TableNotFound:
            return  # it was deleted meanwhile
        except StoreUnavailable:
            return  # the next sweep logs it
        except ShoalError as error:
            _log.error("table cannot be played", table=due.table_id, reason=str(error))
            await self._store.set_due(due.table_id, now() + _BROKEN_TABLE_MS, due.last_event)

    async def _schedule_due(self, live: LiveTable, due: DueTable) -> None:
        live.latest_heard = max(live.latest_heard, due.last_event)
        if not live.behind and live.snapshot.due_at() != due.due_at:
            await self._store.set_due(live.id, live.snapshot.due_at(), live.snapshot.event_number)
        if self._schedule_of(live).retry_timer is None:
            self.schedule(live)

    async def _try(
        self,
        live: LiveTable,
        work: Callable[_Arguments, Awaitable[None]],
        *args: _Arguments.args,
        **kwargs: _Arguments.kwargs,
    ) -> None:
        """Do some work at a table; if it fails, schedule the table again later."""
        try:
            await work(*args, **kwargs)
        except TableNotFound:
            return  # it was deleted meanwhile
        except ShoalError as error:
            _log.error("failed at a table", table=live.id, kind=type(error).__name__, reason=str(error))
            self.retry_later(live)

    async def _flag(self, live: LiveTable, seat: Seat) -> None:
        try:
            await self._tables.apply(live, FlagSeat(seat=seat))
        except Refusal:
            # The seat acted at the last moment, perhaps at another process, whose clock differs a little from ours.
            self.retry_later(live)

    async def _think(self, live: LiveTable, position_id: int, seat: Seat) -> None:
        # The key makes sure that one step is played, even if several processes compute it. In older logs it begins with
        # `bot:`, because positions were numbered differently.
        key = f"think:{position_id}:{seat}"
        game, bot = live.snapshot.game, live.snapshot.seats[seat].bot or ""
        try:
            self._workers.levels.prefer(game, bot)
            async with self._turn(live, seat) as (worker, seconds), self._claimed(live) as claimed:
                if not claimed:
                    return  # another process thinks about it; if that one dies, the table stays due
                if self._store.processes.shared:
                    await self._tables.catch_up(live)
                snapshot = live.snapshot
                if snapshot.position_id != position_id or seat not in snapshot.bots_to_act():
                    return
                step = await self._choose(worker, live, seat, seconds)
                with contextlib.suppress(StalePosition):  # the table has left the position that the bot thought about
                    await self._tables.apply(live, TakeStep(seat=seat, step=step, position_id=position_id, key=key))
        finally:
            self._schedule_of(live).thinking.discard((position_id, seat))

    def _turn(self, live: LiveTable, seat: Seat) -> AbstractAsyncContextManager[tuple[BotProcess, float | None]]:
        """The turn of a bot, for the person who made the table or, if that one is away, another one at it."""
        row, seats = live.snapshot.row, live.snapshot.seats
        owner = self._visitors.owner_among([row.maker, *(other.person for other in seats)])
        usual = usual_seconds(live.snapshot.game, seats[seat].bot or "")
        return self._workers.turn(
            owner,
            usual,
            lambda hurried: self._set_hurried(live, hurried=hurried),
            seated=seated_bot(live.snapshot, seat),
        )

    async def _choose(self, worker: BotProcess, live: LiveTable, seat: Seat, seconds: float | None) -> str:
        """The step of the bot that plays: a simple one for a level that is not compiled, and the table is told so."""
        levels, snapshot = self._workers.levels, live.snapshot
        game, bot = snapshot.game, snapshot.seats[seat].bot or ""
        if levels.is_ready(game, bot):
            try:
                return await worker.choose(snapshot, seat, seconds, bot, may_compile=levels.may_compile(game, bot))
            except NotCompiled:
                levels.note_not_compiled(game, bot)
        levels.note_stand_in(game, bot)
        if not live.stood_in:
            live.stood_in = True
            live.notify_feeds()
        return await worker.choose(snapshot, seat, seconds, stand_in(game))

    def _on_level_ready(self) -> None:
        """Tell the tables whose levels are all ready now, so that they play themselves again."""
        levels = self._workers.levels
        for live in self._schedules:
            seats = live.snapshot.seats
            if live.stood_in and all(levels.is_ready(live.snapshot.game, seat.bot or "") for seat in seats):
                live.stood_in = False
                live.notify_feeds()

    def _set_hurried(self, live: LiveTable, *, hurried: bool) -> None:
        """Note whether the bots at a table have less time than usual, and tell those who look at it."""
        if live.hurried != hurried:
            live.hurried = hurried
            live.notify_feeds()

    @contextlib.asynccontextmanager
    async def _claimed(self, live: LiveTable) -> AsyncIterator[bool]:
        claimed = await self._store.processes.claim(live.id)
        try:
            yield claimed
        finally:
            if claimed:
                await self._store.processes.release(live.id)
