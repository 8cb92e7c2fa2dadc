"""Estimates with 95 % intervals. Games of one deal count together: what differs by itself is the deal.

A *cluster* is what was seen at one deal. Intervals hold for some dozens of deals or more; with fewer than five, means
have none.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final, TypeAlias

import msgspec

__all__ = ["Cluster", "Estimate", "mean_of", "share_interval", "share_of", "slope_of", "wilson"]

#: A normal variable stays within this many standard deviations 95 times in 100.
_DEVIATIONS: Final = 1.959964
#: Student's distribution is approximated well from four degrees of freedom on.
_FEWEST: Final = 5

#: Squares of this size are errors of rounding.
_ROUNDING: Final = 1e-12

#: The values of one deal.
Cluster: TypeAlias = Sequence[float]


class Estimate(msgspec.Struct, frozen=True):
    """A number that was estimated, and its 95 % interval, if there were enough games for one."""

    value: float
    low: float | None = None
    high: float | None = None


def mean_of(clusters: Iterable[Cluster]) -> Estimate | None:
    """The mean of all values; None if there are none."""
    seen = [(sum(values), len(values)) for values in clusters if values]
    count = sum(number for _, number in seen)
    if not count:
        return None
    mean = sum(total for total, _ in seen) / count
    squares = sum((total - mean * number) ** 2 for total, number in seen)
    return _estimate(mean, squares / count**2, len(seen))


def share_of(clusters: Iterable[Cluster]) -> Estimate | None:
    """The mean of values from 0 to 1, with an interval that stays between them; None if there are none."""
    seen = [values for values in clusters if values]
    if not seen:
        return None
    return Estimate(sum(map(sum, seen)) / sum(map(len, seen)), *share_interval(seen))


def slope_of(clusters: Iterable[Sequence[tuple[float, float]]]) -> Estimate | None:
    """By how much the second number of a pair is larger where the first is larger by one: least squares through 0.

    None where the first number is always 0, but for the errors of rounding.
    """
    seen = [pairs for pairs in clusters if pairs]
    squares = sum(x * x for pairs in seen for x, _ in pairs)
    if squares <= _ROUNDING * sum(map(len, seen)):
        return None
    slope = sum(x * y for pairs in seen for x, y in pairs) / squares
    rests = [sum(x * (y - slope * x) for x, y in pairs) for pairs in seen]
    return _estimate(slope, sum(rest * rest for rest in rests) / squares**2, len(seen))


def share_interval(clusters: Sequence[Cluster]) -> tuple[float, float]:
    """The 95 % interval of a share."""
    count = sum(map(len, clusters))
    share = sum(map(sum, clusters)) / count
    if share in (0.0, 1.0):
        return wilson(share, count)
    # A little more than was seen, so that a few deals with equal outcomes do not look certain.
    squares = sum((sum(values) - share * len(values)) ** 2 for values in clusters)
    size = count / len(clusters)
    variance = (squares + 0.25 * size) / count**2
    return wilson(share, share * (1 - share) / variance)


def wilson(share: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % interval for a share seen in `games` independent games."""
    square = _DEVIATIONS**2 / games
    middle = (share + square / 2) / (1 + square)
    reach = _DEVIATIONS * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _estimate(value: float, variance: float, clusters: int) -> Estimate:
    """The estimate with the interval of Student's distribution, `variance` not yet being corrected for few clusters."""
    if clusters < _FEWEST:
        return Estimate(value)
    freedom = clusters - 1
    reach = _student(freedom) * sqrt(variance * clusters / freedom)
    return Estimate(value, value - reach, value + reach)


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution, by the first terms of its expansion around the normal one."""
    z = _DEVIATIONS
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
