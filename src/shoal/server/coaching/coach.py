"""The coach: answers questions about positions in a process of its own, in a fair order.

From a page or an address, with `context` for the request and `snapshot` for a table that the person may see:

    view = game.displayed(snapshot.table.view(seat))
    position = SeatPosition(snapshot.game, snapshot.row.options, view)
    answer = await context.coach.hint(context.owner, position)
    sentences = [say(text) for text in answer.told]

`hint` has the best step and why, `judge` the best few steps with their values and lines, `try_step` compares one step
with the best. Steps are notation, words are `Text`, to be said in the visitor's language. They raise `CoachBusy` when
too many others wait. Who asks what others are asking already gets the same answer, and it is computed once.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from contextlib import AbstractAsyncContextManager
from typing import Final, TypeVar, cast

import structlog

from shoal.coach.answers import HintAnswer, TriedAnswer, VerdictAnswer
from shoal.core import Seat, game_names, view_bytes
from shoal.core.judging import Effort
from shoal.server.coaching.coach_process import CoachProcess, SeatPosition
from shoal.server.errors import CoachBusy
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.tables.worker_process import WorkerFailure
from shoal.server.tables.worker_turns import WorkerTurns

__all__ = ["Coach"]

#: How many questions may wait, of everybody and of one person at one network.
_MOST_WAITING: Final = 48
_MOST_WAITING_OF_ONE: Final = 6
#: About how many seconds a question takes, so that cheap ones come first.
_SECONDS: Final[dict[Effort, float]] = {"quick": 0.1, "usual": 0.5, "deep": 5.0}
#: A process that dies is started again, and asked once more.
_TRIES: Final = 2
#: A process that goes on with a question that nobody waits for is interrupted again after so many seconds.
_INTERRUPTED_AGAIN: Final = 0.1

_Answer = TypeVar("_Answer")
_log = structlog.get_logger("shoal.coach")


class Coach:
    """The coach of this server. It stands behind the games: its process has less priority than the bots have."""

    def __init__(self) -> None:
        self._process = CoachProcess()
        self._turns = WorkerTurns([self._process])
        #: What is being computed, by all that the answer depends on.
        self._under_way: dict[Hashable, asyncio.Task[object]] = {}
        self._waiting_of: dict[BotOwner, int] = {}
        #: How many wait for each question that is watched, and the question that the process has now.
        self._watching: Counter[asyncio.Task[object]] = Counter()
        self._asking: asyncio.Task[object] | None = None
        self._abandoned: set[asyncio.Task[object] | None] = set()
        self._interrupting: set[asyncio.Task[None]] = set()
        self._warming: asyncio.Task[None] | None = None
        #: How many questions were answered, parts of reviews not counted.
        self.answered = 0
        #: How many games' judges have still to be loaded.
        self.judges_to_load = 0

    @property
    def waiting(self) -> int:
        """How many questions wait, the next parts of reviews included."""
        return self._turns.waiting

    def start(self, levels_ready: asyncio.Event) -> None:
        """Load all judges as soon as all levels are ready, which come first."""
        self.judges_to_load = len(game_names())
        self._warming = asyncio.create_task(self._warm_up(levels_ready))

    async def hint(self, owner: BotOwner, position: SeatPosition, effort: Effort = "usual") -> HintAnswer:
        """Return the best step of the seat whose view it is, and why. Raises `CoachBusy`."""
        return await self._answer(
            owner, ("hint", effort), position, _SECONDS[effort], lambda: self._process.hint(position, effort)
        )

    async def hint_at(self, owner: BotOwner, snapshot: TableSnapshot, seat: Seat) -> HintAnswer:
        """Return the hint for a seat at a running table, from what the table displays to it. Raises `CoachBusy`."""
        position = SeatPosition(snapshot.game, snapshot.row.options, snapshot.table.displayed(seat))
        return await self.hint(owner, position)

    async def judge(
        self, owner: BotOwner, position: SeatPosition, effort: Effort = "usual", most: int = 4, *, watched: bool = False
    ) -> VerdictAnswer:
        """Return up to `most` of the best steps, the best first, with their values and lines. Raises `CoachBusy`.

        One that is `watched` is only worth something to those who wait for it: it ends when they are gone.
        """
        return await self._answer(
            owner,
            ("watched" if watched else "judge", effort, most),
            position,
            most * _SECONDS[effort],
            lambda: self._process.judge(position, effort, most),
            watched=watched,
        )

    async def try_step(
        self, owner: BotOwner, position: SeatPosition, step: str, effort: Effort = "usual"
    ) -> TriedAnswer:
        """Return a legal step compared with the best one. Raises `CoachBusy`."""
        return await self._answer(
            owner,
            ("try", step, effort),
            position,
            _SECONDS[effort],
            lambda: self._process.try_step(position, step, effort),
        )

    def turn(self, owner: BotOwner, seconds: float) -> AbstractAsyncContextManager[tuple[CoachProcess, float | None]]:
        """Wait for the process, and hold it for about so many seconds: for a part of a review."""
        return self._turns.turn(owner, seconds)

    async def close(self) -> None:
        """Drop all questions and stop the process."""
        tasks = [*self._under_way.values(), *self._interrupting, *([] if self._warming is None else [self._warming])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._process.stop()

    async def _answer(
        self,
        owner: BotOwner,
        question: tuple[Hashable, ...],
        position: SeatPosition,
        seconds: float,
        ask: Callable[[], Awaitable[_Answer]],
        *,
        watched: bool = False,
    ) -> _Answer:
        """The answer to a question. Unless it is watched, it is asked to its end even if the one who asked is gone."""
        key = (*question, position.game.name, repr(sorted(position.options.items())), view_bytes(position.view))
        task = self._under_way.get(key)
        if task is None:
            self._check_room(owner)
            self._waiting_of[owner] = self._waiting_of.get(owner, 0) + 1
            task = self._under_way[key] = asyncio.create_task(self._ask_in_turn(owner, seconds, ask))
            task.add_done_callback(lambda done: self._forget(key, owner, done))
        if not watched:
            return cast("_Answer", await asyncio.shield(task))
        self._watching[task] += 1
        try:
            return cast("_Answer", await asyncio.shield(task))
        finally:
            self._watching[task] -= 1
            if not self._watching[task]:
                del self._watching[task]
                self._abandon(key, task)

    def _abandon(self, key: Hashable, task: asyncio.Task[object]) -> None:
        """End a question that nobody waits for any more."""
        if task.done():
            return
        # Who asks the same from now on must not get what is being ended.
        self._under_way.pop(key, None)
        if task is self._asking:
            self._abandoned.add(task)
            interrupting = asyncio.create_task(self._interrupt(task))
            self._interrupting.add(interrupting)
            interrupting.add_done_callback(self._interrupting.discard)
        else:
            task.cancel()

    async def _interrupt(self, task: asyncio.Task[object]) -> None:
        """Interrupt the process until it has let go of a question: it may not even have read it yet."""
        while not task.done():
            self._process.interrupt()
            await asyncio.wait({task}, timeout=_INTERRUPTED_AGAIN)

    def _check_room(self, owner: BotOwner) -> None:
        if self.waiting >= _MOST_WAITING or self._waiting_of.get(owner, 0) >= _MOST_WAITING_OF_ONE:
            raise CoachBusy

    def _forget(self, key: Hashable, owner: BotOwner, task: asyncio.Task[object]) -> None:
        if self._under_way.get(key) is task:
            del self._under_way[key]
        if not task.cancelled():
            task.exception()  # whoever still waits gets it; nobody else needs it
        self._abandoned.discard(task)
        self._waiting_of[owner] -= 1
        if not self._waiting_of[owner]:
            del self._waiting_of[owner]

    async def _ask_in_turn(self, owner: BotOwner, seconds: float, ask: Callable[[], Awaitable[object]]) -> object:
        for _ in range(_TRIES):
            async with self._turns.turn(owner, seconds):
                self._asking = asyncio.current_task()
                try:
                    answer = await ask()
                except WorkerFailure as error:
                    if asyncio.current_task() in self._abandoned:
                        break
                    _log.error("the coach gave no answer", reason=str(error))
                else:
                    self.answered += 1
                    return answer
                finally:
                    self._asking = None
        raise CoachBusy

    async def _warm_up(self, levels_ready: asyncio.Event) -> None:
        await levels_ready.wait()
        for game in game_names():
            try:
                async with self._turns.turn(BotOwner(), _SECONDS["deep"]):
                    await self._process.warm_up(game)
            except WorkerFailure as error:
                _log.error("a judge cannot be loaded", game=game, reason=str(error))
            self.judges_to_load -= 1
