"""What happens at tables without anybody asking: bots act, clocks run out, what all agreed on is done.

Of several processes on one database, the one that claims a table thinks for its bots. What nobody sees to,
because a process died or has not looked yet, is found in the store after a moment: see `TableScheduler.sweep`.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextvars import Context
from typing import Final, ParamSpec

import structlog

from shoal.core import Refusal, Seat, ShoalError
from shoal.server.errors import Late
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.live_table import Ask, LiveTable
from shoal.server.tables.snapshot import TableSnapshot, now
from shoal.store import Due, Store, StoreAway

__all__ = ["SWEEP_SECONDS", "TableScheduler"]

#: What is due for so long is not being seen to by whoever made it so.
_GRACE_MS: Final = 1500
SWEEP_SECONDS: Final = 1.5
#: Bots that wait here at most before this process looks for more; and what it looks for all the same, for their clocks.
_MOST_WAITING: Final = 64
_FEWEST_LOOKED_AT: Final = 8
#: When to look again at a table whose log cannot be replayed.
_NOT_SOON_MS: Final = 3600 * 1000
_SECOND_TRY_SECONDS: Final = 1.0
_LONGEST_PAUSE_SECONDS: Final = 30.0

_Asked = ParamSpec("_Asked")

_log = structlog.get_logger("shoal.hall")


class TableScheduler:
    """Sees to the tables of a hall."""

    def __init__(
        self,
        store: Store,
        minds: BotWorkers,
        act: Callable[[str, str | None, Ask], Awaitable[TableSnapshot]],
        catch_up: Callable[[LiveTable], Awaitable[None]],
        conclude: Callable[[LiveTable], Awaitable[None]],
    ) -> None:
        self._store = store
        self._minds = minds
        self._act = act
        self._catch_up = catch_up
        self._conclude = conclude
        self._jobs: set[asyncio.Task[None]] = set()
        self._closing = False

    async def close(self) -> None:
        """Think no more."""
        self._closing = True
        for job in list(self._jobs):
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)

    def start(self, job: Coroutine[None, None, None]) -> None:
        """Let something happen beside what goes on."""
        if self._closing:
            job.close()
            return
        # Not in the context of the request that led to it: a bot's step is no part of it, in logs and counts.
        task = asyncio.create_task(job, context=Context())
        self._jobs.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, job: "asyncio.Task[None]") -> None:
        self._jobs.discard(job)
        if not job.cancelled() and (error := job.exception()) is not None:
            _log.error("failed", exc_info=error)

    def attend(self, place: LiveTable) -> None:
        """See to a table as it stands now."""
        place.call_off()
        if self._closing:
            return
        course = place.course
        if place.behind:
            self.start(self._try(place, self._catch_up, place))
        if course.agreed_on() is not None:
            self.start(self._try(place, self._conclude, place))
        flag = course.clocks.next_flag()
        if flag is not None:
            at, seat = flag
            delay = max(0, at - now()) / 1000 + 0.001
            loop = asyncio.get_running_loop()
            place.flag_timer = loop.call_later(delay, lambda: self.start(self._try(place, self._flag, place, seat)))
        for seat in course.bots_to_act():
            if (course.moment, seat) not in place.thinking:
                place.thinking.add((course.moment, seat))
                self.start(self._try(place, self._think, place, course.moment, seat))

    def attend_later(self, place: LiveTable) -> None:
        """See to a table again after a while: each time it fails, a longer one."""
        if self._closing or place.second_try is not None:
            return
        pause = min(_SECOND_TRY_SECONDS * 2**place.failures, _LONGEST_PAUSE_SECONDS)
        place.failures = min(place.failures + 1, 10)
        place.second_try = asyncio.get_running_loop().call_later(pause, self.attend, place)

    async def sweep(self, find: Callable[[str], Awaitable[LiveTable]]) -> None:
        """Look for tables that nobody sees to; `find` brings one into memory, where it is attended."""
        room = max(_FEWEST_LOOKED_AT, _MOST_WAITING - self._minds.waiting)
        for due in await self._store.due(now() - _GRACE_MS, room):
            self.start(self._see_to(due, find))

    async def _see_to(self, due: Due, find: Callable[[str], Awaitable[LiveTable]]) -> None:
        if not await self._store.peers.claim(due.table_id):
            return  # another process thinks about it
        await self._store.peers.release(due.table_id)
        try:
            await self._look_at(await find(due.table_id), due)
        except StoreAway:
            return  # the next sweep says so
        except ShoalError as error:
            _log.error("table cannot be played", table=due.table_id, reason=str(error))
            await self._store.set_due(due.table_id, now() + _NOT_SOON_MS, due.last_act)

    async def _look_at(self, place: LiveTable, due: Due) -> None:
        place.heard_of = max(place.heard_of, due.last_act)
        if not place.behind and place.course.due_at() != due.due_at:
            await self._store.set_due(place.id, place.course.due_at(), place.course.version)
        if place.second_try is None:
            self.attend(place)

    async def _try(
        self, place: LiveTable, work: Callable[_Asked, Awaitable[None]], *args: _Asked.args, **kwargs: _Asked.kwargs
    ) -> None:
        """Do something that is tried again if it fails."""
        try:
            await work(*args, **kwargs)
        except ShoalError as error:
            _log.error("failed at a table", table=place.id, kind=type(error).__name__, reason=str(error))
            self.attend_later(place)

    async def _flag(self, place: LiveTable, seat: Seat) -> None:
        try:
            await self._act(place.id, None, Ask(kind="flag", seat=seat))
        except Refusal:
            # The seat acted in the last moment, at another process perhaps, whose clock is not quite ours.
            self.attend_later(place)

    async def _think(self, place: LiveTable, moment: int, seat: Seat) -> None:
        # The mark makes sure that one step is played, however often it was computed.
        mark = f"bot:{moment}:{seat}"
        try:
            async with self._minds.turn(place.course.row.maker) as mind, self._claimed(place) as claimed:
                if not claimed:
                    return  # another process is at it; should that die, the table stays due
                if self._store.peers.shared:
                    await self._catch_up(place)
                course = place.course
                if course.moment != moment or seat not in course.bots_to_act():
                    return
                step = await mind.choose(course, seat)
                ask = Ask(kind="step", seat=seat, text=step, moment=moment, key=mark)
                with contextlib.suppress(Late):  # the position it thought about is gone
                    await self._act(place.id, None, ask)
        finally:
            place.thinking.discard((moment, seat))

    @contextlib.asynccontextmanager
    async def _claimed(self, place: LiveTable) -> AsyncIterator[bool]:
        claimed = await self._store.peers.claim(place.id)
        try:
            yield claimed
        finally:
            if claimed:
                await self._store.peers.release(place.id)
