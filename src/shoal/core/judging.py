"""Judging positions: what a seat may expect, how sure that is, and what each step would change about it.

A judge looks at a view alone, so that what it says to a seat cannot depend on what the seat does not know. It has no
clock and draws nothing at random: equal views give equal verdicts. A game may bring a judge of its own (`Game.judge`);
`shoal.coach` has one for any game, and reviews whole games with them.
"""

from collections.abc import Sequence
from typing import Final, Literal, Protocol, TypeAlias, get_args

import msgspec

from shoal.core.result import Result
from shoal.core.seats import Seat
from shoal.core.state import State, View
from shoal.core.step import Step

__all__ = [
    "EFFORTS",
    "Certainty",
    "Effort",
    "Judge",
    "JudgedStep",
    "Judgement",
    "SeatVerdict",
    "best_first",
    "lead_of",
    "raised",
    "stretch",
]

#: How sure a judgement is: `proved` by solving the game to its end, `exact` over all that chance may still do, or
#: `estimated` with an error bar.
Certainty: TypeAlias = Literal["proved", "exact", "estimated"]
#: How long a judge looks at each position: fixed amounts of work, never seconds, so that a verdict can be repeated.
Effort: TypeAlias = Literal["quick", "usual", "deep"]
EFFORTS: Final[tuple[Effort, ...]] = get_args(Effort)

#: Chances and points are multiples of these. Sums and differences of such numbers are exact in floating point, so that
#: what is added up over a whole game comes out even.
_CHANCE_GRID: Final = 1 << 20
_POINT_GRID: Final = 1 << 10


class Judgement(msgspec.Struct, frozen=True):
    """What every seat may expect of a position. Make it with `of`, which rounds the numbers so that sums are exact."""

    #: By seat: the chance to win, from 0 to 1; a shared win counts as a part. They add up to exactly 1.
    chances: tuple[float, ...]
    #: By seat: the expected final score.
    points: tuple[float, ...]
    certainty: Certainty = "estimated"
    #: How far the acting seat's chance may be off: half of a 95 % interval. 0 unless it is estimated.
    error: float = 0.0

    @classmethod
    def of(
        cls,
        chances: Sequence[float],
        points: Sequence[float],
        certainty: Certainty = "estimated",
        error: float = 0.0,
    ) -> "Judgement":
        """The judgement with its numbers rounded: chances to a millionth, points to a thousandth."""
        parts = [round(min(max(chance, 0.0), 1.0) * _CHANCE_GRID) for chance in chances]
        # What rounding leaves over, a few millionths, goes to the seat with the highest chance.
        parts[parts.index(max(parts))] += _CHANCE_GRID - sum(parts)
        return cls(
            tuple(part / _CHANCE_GRID for part in parts),
            tuple(round(point * _POINT_GRID) / _POINT_GRID for point in points),
            certainty,
            round(error, 6) if certainty == "estimated" else 0.0,
        )

    @classmethod
    def of_result(cls, result: Result) -> "Judgement":
        """What a finished game was worth to every seat: those who share the win have equal parts of it."""
        each = 1 / len(result.winners)
        return cls.of(
            [each if seat in result.winners else 0.0 for seat in range(len(result.scores))], result.scores, "proved"
        )

    def lead(self, seat: Seat) -> float:
        """How many points the seat is expected to be ahead of the best other seat."""
        return lead_of(self.points, seat)


class JudgedStep(msgspec.Struct, frozen=True):
    """A step, and what every seat may expect after it."""

    step: Step
    value: Judgement
    #: The line of play that is expected, this step first.
    line: tuple[Step, ...] = ()
    #: How far the chance that this step costs, compared with the best one, may be off: half of a 95 % interval.
    doubt: float = 0.0


class SeatVerdict(msgspec.Struct, frozen=True):
    """What a judge says to a seat that may act: the best step first, then the others that it looked at."""

    seat: Seat
    steps: tuple[JudgedStep, ...]

    @property
    def best(self) -> JudgedStep:
        """The best step. Its value is the value of the position."""
        return self.steps[0]

    def of(self, step: Step) -> JudgedStep:
        """The judgement of one of the steps that were looked at."""
        return next(judged for judged in self.steps if judged.step == step)


class Judge(Protocol):
    """Judges the steps of a seat."""

    def judge(self, view: View, compared: Sequence[Step] = (), opened: State | None = None) -> SeatVerdict:
        """The best step of the view's seat, and those `compared` with it.

        With `opened`, the state itself, all hidden cards lie open to the seat, but not what others are about to choose
        and what chance is about to do: that is for looking back after the end.
        """


def raised(chances: Sequence[float], power: float) -> list[float]:
    """Chances raised to a power, which add up to 1 again: above 1, they become surer.

    For judges that were measured to be too cautious or too sure: `training/chances.py` fits the power to played games.
    """
    parts = [chance**power for chance in chances]
    return [part / sum(parts) for part in parts]


def stretch(before: float, after: float, power: float) -> float:
    """How much small changes of a chance have grown by raising it to a power, and so its error bar."""
    return power * after * (1 - after) / (before * (1 - before)) if 0 < before < 1 else 0.0


def lead_of(points: Sequence[float], seat: Seat) -> float:
    """How many points a seat has more than the best other seat."""
    return points[seat] - max(other for number, other in enumerate(points) if number != seat)


def best_first(judged: Sequence[JudgedStep], seat: Seat) -> tuple[JudgedStep, ...]:
    """Steps by the seat's chance, then by its lead; equal ones stay in order."""
    return tuple(sorted(judged, key=lambda one: (-one.value.chances[seat], -one.value.lead(seat))))
