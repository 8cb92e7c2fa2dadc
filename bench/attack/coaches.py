"""Coaches for worlds: each always says the same of the legal steps is best, so nobody has to wait for an engine."""

import random

from shoal.coach import Hint
from shoal.coach.answers import HintAnswer
from shoal.core import Refusal, Seat, msg
from shoal.core.judging import JudgedStep, Judgement
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.snapshot import TableSnapshot

__all__ = ["find_nothing", "first_step", "last_step"]


async def find_nothing(owner: BotOwner, snapshot: TableSnapshot, seat: Seat) -> HintAnswer:
    raise Refusal(msg("nobody finds hints here"))


async def first_step(owner: BotOwner, snapshot: TableSnapshot, seat: Seat) -> HintAnswer:
    return _say_step(snapshot, seat, 0)


async def last_step(owner: BotOwner, snapshot: TableSnapshot, seat: Seat) -> HintAnswer:
    return _say_step(snapshot, seat, -1)


def _say_step(snapshot: TableSnapshot, seat: Seat, index: int) -> HintAnswer:
    """A hint of a legal step, as if it were the best one."""
    view = snapshot.table.displayed(seat)
    seats, step = len(view.scores), view.legal[index]
    value = Judgement.of([1 / seats] * seats, [10.0 + index] * seats)
    reasons, nudge = tuple(snapshot.game.reasons(view, step)), snapshot.game.nudge(view, step)
    hint = Hint(seat, JudgedStep(step, value), None, reasons, nudge)
    return HintAnswer.of(hint, view.imagine(random.Random(0)))
