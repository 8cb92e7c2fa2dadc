"""A coach for tests, which has no engine to load: the last of the legal steps is always the best."""

import random

from shoal.coach import Hint
from shoal.coach.answers import HintAnswer
from shoal.core import Seat, msg
from shoal.core.judging import JudgedStep, Judgement
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.snapshot import TableSnapshot

__all__ = ["last_step"]


async def last_step(owner: BotOwner, snapshot: TableSnapshot, seat: Seat) -> HintAnswer:
    """A hint of the last legal step, with the last but one as the next best."""
    view = snapshot.table.displayed(seat)
    seats = len(view.scores)
    best, other = (
        JudgedStep(step, Judgement.of([1 / seats] * seats, [points] * seats, "estimated", 0.05), (step,))
        for step, points in zip(list(view.legal)[:-3:-1], (7.0, 5.0), strict=True)
    )
    hint = Hint(seat, best, other, (msg("Nothing comes after it."),), msg("Look at the end of the list."))
    return HintAnswer.of(hint, view.imagine(random.Random(0)))
