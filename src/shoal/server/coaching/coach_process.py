"""A process in which the coach thinks: `python -m shoal.coach.worker`, whose docstring lists its questions.

Of a running game it is sent a view of one seat and nothing else, so a hint cannot tell what the seat may not know.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from shoal.coach.answers import HintAnswer, TriedAnswer, VerdictAnswer, read_answer
from shoal.coach.worker import OpenedReview, ReviewedSteps
from shoal.core import Game, Record, View, view_bytes
from shoal.core.judging import Effort
from shoal.server.tables.worker_process import WorkerProcess

__all__ = ["CoachProcess", "SeatPosition"]

_MODULE: Final = "shoal.coach.worker"
#: Longer than any step is judged; and than it takes to compile an engine on a slow and busy machine.
_LONGEST_SECONDS: Final = 300.0
_LONGEST_WARM_UP_SECONDS: Final = 1800.0
#: Behind those who play, and behind their bots.
_NICENESS: Final = 12


class SeatPosition(msgspec.Struct, frozen=True):
    """A position as one seat sees it. At a running table, give what the table displays: `game.displayed(view)`."""

    game: Game
    options: Mapping[str, object]
    view: View

    def fields(self) -> dict[str, object]:
        """The position in a question."""
        return {"game": self.game.name, "options": self.options, "view": msgspec.Raw(view_bytes(self.view))}


class CoachProcess(WorkerProcess):
    """One worker process for the coach. All its methods may raise `WorkerFailure`."""

    def __init__(self) -> None:
        super().__init__(_MODULE, _NICENESS)

    async def warm_up(self, game: str) -> None:
        """Have it compile or load all that judging a game needs."""
        await self.ask({"action": "warm_up", "game": game}, _LONGEST_WARM_UP_SECONDS)

    async def hint(self, position: SeatPosition, effort: Effort) -> HintAnswer:
        """Return the best step, and why."""
        question = {"action": "hint", **position.fields(), "effort": effort}
        return read_answer(await self.ask(question, _LONGEST_SECONDS), HintAnswer)

    async def judge(self, position: SeatPosition, effort: Effort, most: int) -> VerdictAnswer:
        """Return up to `most` of the best steps."""
        question = {"action": "judge", **position.fields(), "effort": effort, "most": most}
        return read_answer(await self.ask(question, _LONGEST_SECONDS), VerdictAnswer)

    async def try_step(self, position: SeatPosition, step: str, effort: Effort) -> TriedAnswer:
        """Return a step compared with the best one."""
        question = {"action": "try_step", **position.fields(), "step": step, "effort": effort}
        return read_answer(await self.ask(question, _LONGEST_SECONDS), TriedAnswer)

    async def open_review(self, name: str, record: Record, effort: Effort) -> OpenedReview:
        """Begin a review, which is known by this name from now on."""
        question = {"action": "open_review", "review": name, "record": record, "effort": effort}
        return read_answer(await self.ask(question, _LONGEST_SECONDS), OpenedReview)

    async def continue_review(self, name: str, seconds: float) -> ReviewedSteps:
        """Return the steps that it could judge in some seconds."""
        question = {"action": "continue_review", "review": name, "seconds": seconds}
        return read_answer(await self.ask(question, _LONGEST_SECONDS), ReviewedSteps)

    async def close_review(self, name: str) -> None:
        """Forget a review."""
        await self.ask({"action": "close_review", "review": name}, _LONGEST_SECONDS)
