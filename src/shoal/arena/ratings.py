"""Ratings on the Elo scale, by maximum likelihood: Bradley and Terry's model, for tables of any size.

A bot of strength s wins at a table with probability s over the sum of the strengths there; a shared win
counts in parts. At a table of two this is Bradley–Terry, and 400 points are odds of ten to one. Each bot
counts as having shared one more game with a bot of average strength, so that a bot which won everything
still has a rating. All bots average 1500, or one of them, the anchor, has 1000 and the others are measured
from there: then an interval is that of the distance to the anchor.
"""

from collections.abc import Iterable, Sequence
from math import log
from typing import Final, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

__all__ = ["ANCHOR", "Rating", "TableResult", "rate"]

_SCALE: Final = 400 / log(10)
_AVERAGE: Final = 1500.0
#: The rating of the anchor, as of the weakest level.
ANCHOR: Final = 1000.0
#: A normal variable stays within this many standard deviations 95 times in 100.
_DEVIATIONS: Final = 1.959964
_MOST_ITERATIONS: Final = 100
_CONVERGED: Final = 1e-10
_LONGEST_STEP: Final = 2.0

_Vector = NDArray[np.float64]


class TableResult(Protocol):
    """One game: the bot at each seat, and each seat's share of the win."""

    @property
    def lineup(self) -> Sequence[str]: ...

    @property
    def shares(self) -> Sequence[float]: ...


class Rating(msgspec.Struct, frozen=True):
    """A rating and its 95 % interval."""

    bot: str
    rating: float
    low: float
    high: float


def rate(results: Iterable[TableResult], anchor: str | None = None) -> list[Rating]:
    """The ratings of all bots that played, best first; measured from the anchor, if it played."""
    played = list(results)
    names = list(dict.fromkeys(name for result in played for name in result.lineup))
    if not names:
        return []
    number_of = {name: number for number, name in enumerate(names)}
    tables: dict[tuple[int, ...], _Vector] = {}
    for result in played:
        seats = tuple(number_of[name] for name in result.lineup)
        won = tables.setdefault(seats, np.zeros(len(names)))
        for seat, share in zip(seats, result.shares, strict=True):
            won[seat] += share
    strengths, information = _fit(tables, len(names))
    # The zero of the scale: the mean of all, or the anchor.
    zero, level = np.full(len(names), 1 / len(names)), _AVERAGE
    if anchor in number_of:
        zero, level = np.eye(len(names))[number_of[anchor]], ANCHOR
    shift = np.eye(len(names)) - zero
    spread = np.sqrt(np.diag(shift @ np.linalg.inv(information) @ shift.T).clip(0)) * _SCALE * _DEVIATIONS
    middle = shift @ strengths * _SCALE + level
    ratings = [
        Rating(
            name, float(middle[number]), float(middle[number] - spread[number]), float(middle[number] + spread[number])
        )
        for name, number in number_of.items()
    ]
    return sorted(ratings, key=lambda rating: -rating.rating)


def _fit(tables: dict[tuple[int, ...], _Vector], count: int) -> tuple[_Vector, _Vector]:
    """Maximise the concave likelihood by Newton's method.

    Returns the logarithms of the strengths, `[bots]`, and the Fisher information on them, `[bots, bots]`.
    """
    strengths = np.zeros(count)
    information = np.eye(count)
    for _ in range(_MOST_ITERATIONS):
        even = 1 / (1 + np.exp(-strengths))
        slope = 0.5 - even
        information = np.diag(even * (1 - even))
        for seats, won in tables.items():
            weights = np.exp(strengths[list(seats)] - strengths[list(seats)].max())
            chances = np.zeros(count)
            np.add.at(chances, list(seats), weights / weights.sum())
            games = won.sum()
            slope = slope + won - games * chances
            information = information + games * (np.diag(chances) - np.outer(chances, chances))
        newton_step = np.linalg.solve(information, slope)
        longest = float(np.abs(newton_step).max())
        strengths = strengths + newton_step * min(1.0, _LONGEST_STEP / max(longest, _CONVERGED))
        if longest < _CONVERGED:
            break
    return strengths, information
