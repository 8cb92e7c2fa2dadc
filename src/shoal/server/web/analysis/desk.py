"""Where positions are replayed and questions to the engine wait: nobody gets more than their part of either."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from shoal.coach.answers import VerdictAnswer
from shoal.core import Refusal, msg
from shoal.core.judging import Effort
from shoal.server.coaching.coach import Coach
from shoal.server.coaching.coach_process import Position as Seen
from shoal.server.errors import RateLimited
from shoal.server.security.rate_limit import RateLimits, TokenBuckets, networks_of
from shoal.server.tables.replay_thread import ReplayThread
from shoal.server.web.analysis.board import Board
from shoal.server.web.analysis.position import Position
from shoal.server.web.request_context import RequestContext

__all__ = ["AnalysisDesk"]

#: How many of the best steps the engine is asked for.
_MOST_LINES: Final = 4
#: So many steps cost one token of the limit on replayed steps.
_STEPS_A_TOKEN: Final = 100

_P = ParamSpec("_P")
_T = TypeVar("_T")


class AnalysisDesk:
    """What the analysis boards of all visitors have in common."""

    def __init__(self, limits: RateLimits | None, share: Callable[[], float]) -> None:
        # A thread of its own: tables that are loaded do not wait for boards that are analysed.
        self._thread: Final = ReplayThread()
        self._costs = (
            TokenBuckets(limits.address_replays, limits.most_buckets, share) if limits is not None else None
        )

    async def work(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Do what takes time away from the event loop."""
        return await self._thread.run(work, *args, **kwargs)

    def charge(self, context: RequestContext, position: Position) -> None:
        """Count the cost of replaying a position. Raises `RateLimited`."""
        client = context.request.client
        if self._costs is None or client is None:
            return
        now, networks = time.monotonic(), networks_of(client.host)
        for _ in range(1 + len(position.moves) // _STEPS_A_TOKEN):
            wait = self._costs.take_each(networks, now)
            if wait:
                raise RateLimited(int(wait))

    async def replay(self, context: RequestContext, position: Position) -> Board:
        """Replay a position."""
        self.charge(context, position)
        return await self.work(Board, position)

    async def ask(self, context: RequestContext, board: Board, effort: Effort) -> VerdictAnswer:
        """Ask what the acting seat had best do, from all that it could know."""
        ...

    def close(self) -> None:
        self._thread.close()
