"""Utility: what the points that all players may expect mean for winning the match.

Totals after the session scatter around what is expected, more while many cards are left; `match_equity.py` says who
wins how often with them. Two players' totals are looked at together: over a grid of both, spread by luck. With more,
totals are drawn some hundred times, always the same draws, and seat by seat the expected points are varied, which
gives a curve for each. `lookahead.py` reads the grid and the curves.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Reals, kernel
from shoal.games.smallfry.engine.match_equity import MatchEquity, win_share
from shoal.games.smallfry.engine.rules_kernel import DECK_SIZE, TURN, SessionArrays
from shoal.games.smallfry.engine.value_network import Accumulator, ValueNetwork, fill_expected_points, new_accumulator

__all__ = [
    "AT_CENTRE",
    "CURVE_HALF",
    "CURVE_POINTS",
    "SPACING",
    "Utility",
    "expected_win_shares",
    "linear_utility",
    "match_utility",
    "read_grid",
]

#: Points of a curve, and how many lie on each side of the middle.
CURVE_POINTS: Final = 17
CURVE_HALF: Final = CURVE_POINTS // 2
#: Indices of `Utility.scale`: the utility in the middle of all curves, and the distance between their points.
AT_CENTRE: Final = 0
SPACING: Final = 1
#: Indices of the network's covariance.
_VARIANCE: Final = 0
_COVARIANCE: Final = 1

#: Draws by number of players: more players take longer.
_DRAWS: Final = {2: 512, 3: 384, 4: 384}
_DRAWS_SEED: Final = 77
#: The distance between points of a curve: less when few cards are left, and one point may decide.
_WIDE: Final = 2.0
_NARROW: Final = 1.0
_LATE: Final = 15
#: Points along a side of the grid: what a turn may change, and what luck may.
_SIDE: Final = 67
#: Luck beyond this many standard deviations is left out.
_FAR: Final = 2.7


class Utility(NamedTuple):
    """The utility of points for the mover, given all players' expected points.

    For two players there is a grid: the utility by the mover's own points downwards and by the other's to the right,
    a point apart. For more there is a curve for each seat: what its points add to the utility in the middle.
    """

    #: [players] The points at the corner of the grid, or in the middle of the seat's curve.
    centre: Reals
    #: [side, side] the grid, or [players, CURVE_POINTS].
    curves: Reals
    #: [2] `AT_CENTRE`, `SPACING`.
    scale: Reals
    #: A buffer, to add up what the cards come to.
    accumulator: Accumulator


def linear_utility(players: int, mover: int) -> Utility:
    """The mover's points less the average of the others'."""
    scale, accumulator = np.array([0.0, 1.0]), new_accumulator(players)
    if players == 2:
        return Utility(np.zeros(2), np.array([[0.0, -1.0], [1.0, 0.0]]), scale, accumulator)
    slopes = np.full((players, 1), -1 / (players - 1))
    slopes[mover] = 1.0
    return Utility(np.zeros(players), slopes * (np.arange(CURVE_POINTS) - CURVE_HALF), scale, accumulator)


@kernel
def read_grid(grid: Reals, mine: float, other: float) -> float:
    """The utility between four points of a grid [side, side], or beyond its border, by straight lines."""
    last = len(grid) - 2
    row, column = min(max(int(np.floor(mine)), 0), last), min(max(int(np.floor(other)), 0), last)
    down, right = mine - row, other - column
    above = grid[row, column] + right * (grid[row, column + 1] - grid[row, column])
    below = grid[row + 1, column] + right * (grid[row + 1, column + 1] - grid[row + 1, column])
    return float(above + down * (below - above))


@lru_cache(maxsize=4)
def _normal_draws(players: int) -> Reals:
    """Draws of a normal distribution, each with its mirror image: [draws, players]."""
    draws = np.random.default_rng(_DRAWS_SEED).standard_normal((_DRAWS[players] // 2, players))
    return np.concatenate([draws, -draws])


def _deviations(players: int, covariance: Reals) -> Reals:
    """Deviations of totals, [draws, players]: one variance for all seats, one covariance, mostly below 0, for any two.

    `covariance` is [2].
    """
    draws = _normal_draws(players)
    mean = draws.mean(axis=1, keepdims=True)
    # Seats less their mean go against each other; the mean itself goes with the rest of the correlation.
    apart = np.sqrt(max(0.0, covariance[_VARIANCE] - covariance[_COVARIANCE]))
    together = np.sqrt(max(0.0, covariance[_VARIANCE] + (players - 1) * covariance[_COVARIANCE]))
    return np.asarray(apart * (draws - mean) + together * mean)


@kernel
def _average_share(expected: Reals, deviations: Reals, equity: MatchEquity, seat: int, totals: Reals) -> float:
    """A seat's share of winning the match; `expected` [players] has totals after the session, `totals` is a buffer."""
    players, share = len(expected), 0.0
    for draw in range(len(deviations)):
        for other in range(players):
            totals[other] = max(0.0, np.floor(expected[other] + deviations[draw, other] + 0.5))
        share += win_share(totals, equity, seat)
    return share / len(deviations)


@kernel
def _fill_curves(
    expected: Reals, mover: int, deviations: Reals, equity: MatchEquity, curves: Reals, scale: Reals
) -> None:
    """Fill `curves` [players, CURVE_POINTS], and the utility in the middle into `scale`."""
    totals = np.zeros(len(expected))
    scale[AT_CENTRE] = _average_share(expected, deviations, equity, mover, totals)
    for seat in range(len(expected)):
        middle = expected[seat]
        for place in range(CURVE_POINTS):
            expected[seat] = middle + scale[SPACING] * (place - CURVE_HALF)
            curves[seat, place] = _average_share(expected, deviations, equity, mover, totals) - scale[AT_CENTRE]
        expected[seat] = middle


@kernel
def _blur(source: Reals, target: Reals, variance: float, down: int, right: int) -> None:
    """Spread each point of a grid along one direction (a normal distribution); outside is like the border."""
    side, reach = len(source), int(np.ceil(_FAR * np.sqrt(variance)))
    parts = np.ones(reach + 1)
    for step in range(1, reach + 1):
        parts[step] = np.exp(-step * step / (2 * variance))
    whole = 2 * parts.sum() - 1
    for row in range(side):
        for column in range(side):
            value = source[row, column]
            for step in range(1, reach + 1):
                for move in (-step, step):
                    there = min(max(row + move * down, 0), side - 1), min(max(column + move * right, 0), side - 1)
                    value += parts[step] * source[there]
            target[row, column] = value / whole


@kernel
def _fill_grid(corner: Reals, mover: int, covariance: Reals, equity: MatchEquity, sharp: Reals, blurred: Reals) -> None:
    """Fill `blurred` [side, side]: the mover's share by both totals from a corner, their own downwards.

    `sharp` [side, side] is a buffer.
    """
    totals = np.zeros(2)
    for row in range(len(sharp)):
        for column in range(len(sharp)):
            totals[mover] = max(0.0, corner[mover] + row)
            totals[1 - mover] = max(0.0, corner[1 - mover] + column)
            sharp[row, column] = win_share(totals, equity, mover)
    # The luck that the two have in common goes along a diagonal, mostly for one and against the other.
    variance = covariance[_VARIANCE]
    common = min(abs(covariance[_COVARIANCE]), variance)
    _blur(sharp, blurred, variance - common, 1, 0)
    _blur(blurred, sharp, variance - common, 0, 1)
    _blur(sharp, blurred, common, 1, 1 if covariance[_COVARIANCE] > 0 else -1)


def match_utility(session: SessionArrays, network: ValueNetwork, scores: Reals, equity: MatchEquity) -> Utility:
    """The player at turn's share of winning the match, by points around those that all players may expect now."""
    players, mover = len(session.sizes), int(session.scalars[TURN])
    deck_size = session.scalars[DECK_SIZE]
    centre = np.zeros(players)
    accumulator, covariance = new_accumulator(players), network.covariance[deck_size]
    fill_expected_points(session, network, accumulator, mover, mover, centre)
    if players == 2:
        corner = np.floor(scores + centre) - _SIDE // 2
        sharp, blurred = np.zeros((_SIDE, _SIDE)), np.zeros((_SIDE, _SIDE))
        _fill_grid(corner, mover, covariance, equity, sharp, blurred)
        return Utility(corner - scores, blurred, np.array([0.0, 1.0]), accumulator)
    curves = np.zeros((players, CURVE_POINTS))
    scale = np.array([0.0, _WIDE if deck_size > _LATE else _NARROW])
    _fill_curves(scores + centre, mover, _deviations(players, covariance), equity, curves, scale)
    return Utility(centre, curves, scale, accumulator)


def expected_win_shares(totals: Reals, session: SessionArrays, network: ValueNetwork, equity: MatchEquity) -> Reals:
    """The shares of winning the match [players] when `totals` [players] are expected after the session."""
    deviations = _deviations(len(totals), network.covariance[session.scalars[DECK_SIZE]])
    buffer = np.zeros(len(totals))
    return np.array([_average_share(totals, deviations, equity, seat, buffer) for seat in range(len(totals))])
