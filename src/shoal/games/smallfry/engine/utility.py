"""From points to winning: what the points that everybody may expect mean for the match.

Totals after the session scatter around what is expected, more while many cards are left; `match.py` says who wins
how often with them. Two players' totals are looked at together: over a grid of both, spread by luck. With more,
totals are drawn some hundred times, always alike, and seat by seat the expected points are varied, which gives a
curve for each. `judgement.py` reads the grid and the curves.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from shoal.core.numba_kernels import Reals, kernel
from shoal.games.smallfry.engine.lookahead import CURVE, HALF, Stakes
from shoal.games.smallfry.engine.match_equity import Match, share_of
from shoal.games.smallfry.engine.sessions import Sea
from shoal.games.smallfry.engine.value_network import Outlook, expect, new_tally

__all__ = ["shares_of", "stakes_of"]

#: Draws by number of players: more players take longer.
_DRAWS: Final = {2: 512, 3: 384, 4: 384}
#: How far the points of a curve are apart: less when few cards are left, and one point may decide.
_WIDE: Final = 2.0
_NARROW: Final = 1.0
_LATE: Final = 15
#: Points along a side of the grid: what a turn may change, and what luck may.
_SIDE: Final = 67
#: Luck further off than so many standard deviations is left out.
_FAR: Final = 2.7


@lru_cache(maxsize=4)
def _luck(players: int) -> Reals:
    """Draws of a normal distribution, each with its mirror image."""
    draws = np.random.default_rng(77).standard_normal((_DRAWS[players] // 2, players))
    return np.concatenate([draws, -draws])


def _draws(players: int, spread: Reals) -> Reals:
    """How far totals are off: equal spread for all seats, and an equal correlation, mostly below 0, of any two."""
    luck = _luck(players)
    mean = luck.mean(axis=1, keepdims=True)
    # Seats less their mean go against each other; the mean itself goes with the rest of the correlation.
    apart = np.sqrt(max(0.0, spread[0] - spread[1]))
    together = np.sqrt(max(0.0, spread[0] + (players - 1) * spread[1]))
    return np.asarray(apart * (luck - mean) + together * mean)


@kernel
def _share(expected: Reals, draws: Reals, match: Match, seat: int, totals: Reals) -> float:
    """A seat's share of winning the match; `expected` has totals after the session."""
    players, share = len(expected), 0.0
    for place in range(len(draws)):
        for other in range(players):
            totals[other] = max(0.0, np.floor(expected[other] + draws[place, other] + 0.5))
        share += share_of(totals, match, seat)
    return share / len(draws)


@kernel
def _curves(expected: Reals, mover: int, draws: Reals, match: Match, curves: Reals, base: Reals) -> None:
    totals = np.zeros(len(expected))
    base[0] = _share(expected, draws, match, mover, totals)
    for seat in range(len(expected)):
        middle = expected[seat]
        for place in range(CURVE):
            expected[seat] = middle + base[1] * (place - HALF)
            curves[seat, place] = _share(expected, draws, match, mover, totals) - base[0]
        expected[seat] = middle


@kernel
def _blur(source: Reals, target: Reals, variance: float, down: int, right: int) -> None:
    """Spread every point of a grid along one direction, normally distributed; what is outside is like the border."""
    side, reach = len(source), int(np.ceil(_FAR * np.sqrt(variance)))
    parts = np.ones(reach + 1)
    for step in range(1, reach + 1):
        parts[step] = np.exp(-step * step / (2 * variance))
    whole = 2 * parts.sum() - 1
    for row in range(side):
        for column in range(side):
            value = source[row, column]
            for step in range(1, reach + 1):
                for way in (-step, step):
                    there = min(max(row + way * down, 0), side - 1), min(max(column + way * right, 0), side - 1)
                    value += parts[step] * source[there]
            target[row, column] = value / whole


@kernel
def _grid(corner: Reals, mover: int, spread: Reals, match: Match, sharp: Reals, blurred: Reals) -> None:
    """The mover's share by both totals, counted from a corner: his own downwards, the other's to the right."""
    totals = np.zeros(2)
    for row in range(len(sharp)):
        for column in range(len(sharp)):
            totals[mover] = max(0.0, corner[mover] + row)
            totals[1 - mover] = max(0.0, corner[1 - mover] + column)
            sharp[row, column] = share_of(totals, match, mover)
    # The luck that the two have in common goes along a diagonal, mostly for one and against the other.
    common = min(abs(spread[1]), spread[0])
    _blur(sharp, blurred, spread[0] - common, 1, 0)
    _blur(blurred, sharp, spread[0] - common, 0, 1)
    _blur(sharp, blurred, common, 1, 1 if spread[1] > 0 else -1)


def stakes_of(sea: Sea, outlook: Outlook, scores: Reals, match: Match) -> Stakes:
    """What points mean around what everybody may expect now, for the player at turn."""
    players, mover = len(sea.sizes), int(sea.now[0])
    centre = np.zeros(players)
    tally, spread = new_tally(players), outlook.scatter[sea.now[1]]
    expect(sea, outlook, tally, mover, mover, centre)
    if players == 2:
        corner = np.floor(scores + centre) - _SIDE // 2
        sharp, blurred = np.zeros((_SIDE, _SIDE)), np.zeros((_SIDE, _SIDE))
        _grid(corner, mover, spread, match, sharp, blurred)
        return Stakes(corner - scores, blurred, np.array([0.0, 1.0]), tally)
    curves = np.zeros((players, CURVE))
    base = np.array([0.0, _WIDE if sea.now[1] > _LATE else _NARROW])
    _curves(scores + centre, mover, _draws(players, spread), match, curves, base)
    return Stakes(centre, curves, base, tally)


def shares_of(totals: Reals, sea: Sea, outlook: Outlook, match: Match) -> Reals:
    """By seat, the share of winning the match when these totals are expected after the session."""
    draws, room = _draws(len(totals), outlook.scatter[sea.now[1]]), np.zeros(len(totals))
    return np.array([_share(totals, draws, match, seat, room) for seat in range(len(totals))])
