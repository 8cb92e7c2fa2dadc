"""Computes the steps of a review, part by part: between two parts, others have their turn with the coach."""

import time
from collections.abc import Callable
from typing import Final

import structlog

from shoal.coach import StepReview
from shoal.coach.review import Values
from shoal.core import Record, msg
from shoal.server.coaching.coach import Coach
from shoal.server.coaching.coach_process import CoachProcess
from shoal.server.coaching.table_review import TableReview
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.worker_process import WorkerFailure

__all__ = ["compute_steps"]

#: A usual review that would take longer than this is made a quick one.
_LONGEST_SECONDS: Final = 45.0
#: After so many seconds it is known how long a review will take.
_MEASURED_SECONDS: Final = 6.0
#: How long a part takes.
_PART_SECONDS: Final = 0.25
#: How often a review begins again after its process has died.
_TRIES: Final = 3

_log = structlog.get_logger("shoal.coach")


async def compute_steps(
    coach: Coach,
    owner: BotOwner,
    name: str,
    review: TableReview,
    *,
    may_shorten: bool,
    clock: Callable[[], float] = time.monotonic,
) -> bool:
    """Compute all steps, and return true; or give up early, and return false, if that would take too long.

    If the process dies again and again, the review has failed.
    """
    for _ in range(_TRIES):
        try:
            return await _try_once(coach, owner, name, review, may_shorten=may_shorten, clock=clock)
        except WorkerFailure as error:
            _log.error("the coach gave no answer", reason=str(error))
    review.failed = True
    return True


async def _try_once(
    coach: Coach, owner: BotOwner, name: str, review: TableReview, *, may_shorten: bool, clock: Callable[[], float]
) -> bool:
    async with coach.turn(owner, _PART_SECONDS) as (process, _):
        review.start = await _open(process, name, review)
    steps: list[StepReview] = []
    began = clock()
    while len(steps) < review.total:
        async with coach.turn(owner, _PART_SECONDS) as (process, _):
            # The first part is one step, so that there is something to look at as soon as can be.
            part = await process.continue_review(name, _PART_SECONDS if steps else 0.0)
        if not part.known:  # the process died over another question, and was replaced
            raise WorkerFailure(msg("a worker process gave no answer: {reason}", reason="it was replaced"))
        steps += part.steps
        if len(steps) > len(review.steps):
            review.steps = tuple(steps)
            review.publish()
        seconds = clock() - began
        takes = seconds * review.total / max(1, len(steps))
        if may_shorten and seconds > _MEASURED_SECONDS and takes > _LONGEST_SECONDS:
            await _close(coach, owner, name)
            return False
    await _close(coach, owner, name)
    return True


async def _open(process: CoachProcess, name: str, review: TableReview) -> Values:
    opened = await process.open_review(name, _bare(review.replay.record), review.effort)
    return opened.start


async def _close(coach: Coach, owner: BotOwner, name: str) -> None:
    async with coach.turn(owner, 0.0) as (process, _):
        await process.close_review(name)


def _bare(record: Record) -> Record:
    """The record without names and seeds: the coach needs to know the moves, and not who made them."""
    return Record(record.format, record.game, record.options, record.moves)
