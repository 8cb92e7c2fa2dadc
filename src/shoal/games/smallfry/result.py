"""Who has won a match, and why."""

from collections.abc import Sequence

from shoal.core import Result, Seat, Text, msg

__all__ = ["result_of"]


def result_of(scores: tuple[int, ...], target: int) -> Result:
    """The result of a match that is over: the highest total wins, and equal totals share (S16, S23)."""
    best = max(scores)
    winners = tuple(seat for seat, points in enumerate(scores) if points == best)
    return Result(scores, winners, _reason(scores, winners, target))


def _reason(scores: Sequence[int], winners: Sequence[Seat], target: int) -> Text:
    arrived = sum(points >= target for points in scores)
    best = scores[winners[0]]
    if len(winners) > 1:
        return msg("several share the highest total, {points}", points=best)
    if arrived > 1:
        return msg("the highest of {count} totals of {target} or more", count=arrived, target=target)
    return msg("the first to reach {target} points, with {points}", target=target, points=best)
