"""A coach for tests, which has no engine to load: the last of the legal steps is always the best."""

from shoal.coach import Hint
from shoal.core import Seat
from shoal.core.judging import JudgedStep, Judgement
from shoal.server.tables.snapshot import TableSnapshot

__all__ = ["last_step"]


async def last_step(snapshot: TableSnapshot, seat: Seat) -> Hint:
    """A hint of the last legal step, with the last but one as the next best."""
    view = snapshot.table.displayed(seat)
    seats = len(view.scores)
    best, other = (
        JudgedStep(step, Judgement.of([1 / seats] * seats, [points] * seats, "estimated", 0.05), (step,))
        for step, points in zip(list(view.legal)[:-3:-1], (7.0, 5.0), strict=True)
    )
    return Hint(seat, best, other, ())
