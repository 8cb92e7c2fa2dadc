"""Where positions are replayed and questions to the engine wait: nobody gets more than their part of either."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from shoal.coach.answers import VerdictAnswer
from shoal.core import Refusal, msg
from shoal.core.judging import Effort
from shoal.server.coaching.coach import Coach
from shoal.server.coaching.coach_process import SeatPosition
from shoal.server.errors import RateLimited
from shoal.server.security.rate_limit import RateLimits, TokenBuckets, networks_of
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.replay_thread import ReplayThread
from shoal.server.web.analysis.board import AnalysisBoard
from shoal.server.web.analysis.position import AnalysisPosition
from shoal.server.web.request_context import RequestContext

__all__ = ["MOST_LINES", "AnalysisDesk"]

#: How many of the best steps the engine is asked for.
MOST_LINES: Final = 4
#: So many steps cost one token of the limit on replayed steps.
_STEPS_A_TOKEN: Final = 100

_P = ParamSpec("_P")
_T = TypeVar("_T")


class AnalysisDesk:
    """What the analysis boards of all visitors have in common."""

    def __init__(self, coach: Coach, limits: RateLimits | None, share: Callable[[], float]) -> None:
        """`coach` is one of its own, so that a deep look keeps no player waiting for a hint."""
        self._coach: Final = coach
        self._asking: dict[BotOwner, asyncio.Task[VerdictAnswer]] = {}
        # A thread of its own: tables that are loaded do not wait for boards that are analysed.
        self._thread: Final = ReplayThread()
        self._costs = TokenBuckets(limits.address_replays, limits.most_buckets, share) if limits is not None else None

    async def work(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Do what takes time away from the event loop."""
        return await self._thread.run(work, *args, **kwargs)

    def charge(self, context: RequestContext, position: AnalysisPosition) -> None:
        """Count the cost of replaying a position. Raises `RateLimited`."""
        client = context.request.client
        if self._costs is None or client is None:
            return
        now, networks = time.monotonic(), networks_of(client.host)
        for _ in range(1 + len(position.moves) // _STEPS_A_TOKEN):
            wait = self._costs.take_each(networks, now)
            if wait:
                raise RateLimited(int(wait))

    async def replay(self, context: RequestContext, position: AnalysisPosition) -> AnalysisBoard:
        """Replay a position."""
        self.charge(context, position)
        return await self.work(AnalysisBoard, position)

    async def ask(
        self, context: RequestContext, board: AnalysisBoard, effort: Effort, most: int = MOST_LINES
    ) -> VerdictAnswer:
        """Ask what the acting seat had best do, from all that it could know.

        A person has one question at a time: a new one takes the place of the one before. When they leave the page, it
        ends too.
        """
        if board.acting is None:
            raise Refusal(msg("the engine answers where a seat is to act"))
        view = board.state.view(board.acting)
        seen = SeatPosition(board.game, board.position.record().options, view)
        owner = context.owner
        before = self._asking.pop(owner, None)
        if before is not None:
            before.cancel()
        task = self._asking[owner] = asyncio.create_task(self._coach.judge(owner, seen, effort, most, watched=True))
        leaving = asyncio.create_task(_left(context))
        try:
            await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done() or task.cancelled():
                raise Refusal(msg("another question has taken the place of this one"))
            return task.result()
        finally:
            leaving.cancel()
            task.cancel()
            if self._asking.get(owner) is task:
                del self._asking[owner]

    async def close(self) -> None:
        """Drop all questions, and what has not been replayed yet."""
        await self._coach.close()
        self._thread.close()


async def _left(context: RequestContext) -> None:
    """Wait until the browser has closed the connection."""
    while (await context.request.receive())["type"] != "http.disconnect":
        pass
