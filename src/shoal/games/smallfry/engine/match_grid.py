"""The grid of a match: the shares of all seats at totals between two sessions, filled from the target backwards.

`match_equity.py` reads it. What a session adds is read from a pool of sessions once, and not again at each point.
"""

from typing import Final, NamedTuple

from shoal.core.numba_kernels import Numbers, Reals, kernel

__all__ = [
    "BEGINS",
    "FEWEST",
    "GRID_TARGET",
    "SIDE",
    "STEP",
    "TARGET",
    "YOUNGEST",
    "MatchEquity",
    "SessionPool",
    "fill_grid",
    "first_seat",
    "read_pool",
]

#: Who begins the next session (S24).
YOUNGEST: Final = 0
FEWEST: Final = 1

#: Indices of `MatchEquity.rules`: the target, and who begins the next session.
TARGET: Final = 0
BEGINS: Final = 1
#: The distance of the grid's points, how many lie along one side, and the target that the grid was made for.
STEP: Final = 2
SIDE: Final = 3
GRID_TARGET: Final = 4


class MatchEquity(NamedTuple):
    """The rules of a match, and the shares at each point of its grid."""

    #: [5] `TARGET`, `BEGINS`, `STEP`, `SIDE`, `GRID_TARGET`.
    rules: Numbers
    #: [side ** players * players] The shares of all seats, point after point.
    shares: Reals


@kernel
def first_seat(totals: Reals, begins: int) -> int:
    """The seat that begins the next session (S24); `totals` is [players]."""
    first = 0
    if begins == FEWEST:
        for seat in range(1, len(totals)):
            if totals[seat] < totals[first]:
                first = seat
    return first


class SessionPool(NamedTuple):
    """What each session of a pool adds to totals on the grid, by the seat that begins: [beginners, sessions, …]."""

    #: [… players] The points, and the whole steps of the grid in them.
    points: Numbers
    steps: Numbers
    #: [… corners] For each of the grid's points around the new totals, its weight, and how much further it lies.
    weights: Reals
    offsets: Numbers


@kernel
def read_pool(sessions: Numbers, step: int, side: int, pool: SessionPool) -> None:
    """Fill a pool. A line of `sessions` begins with the first seat."""
    players = sessions.shape[1]
    for first in range(len(pool.points)):
        for line in range(len(sessions)):
            for seat in range(players):
                points = sessions[line, (seat - first) % players]
                pool.points[first, line, seat], pool.steps[first, line, seat] = points, points // step
            for corner in range(1 << players):
                weight, offset = 1.0, 0
                for seat in range(players):
                    part = pool.points[first, line, seat] % step / step
                    high = corner >> seat & 1
                    weight *= part if high else 1 - part
                    offset = offset * side + pool.steps[first, line, seat] + high
                pool.weights[first, line, corner], pool.offsets[first, line, corner] = weight, offset


@kernel
def fill_grid(equity: MatchEquity, pool: SessionPool, totals: Reals, shares: Reals, sums: Reals) -> None:
    """Go through the grid from the highest totals down."""
    players, corners = len(totals), pool.weights.shape[2]
    step, side, target = equity.rules[STEP], equity.rules[SIDE], equity.rules[TARGET]
    for index in range(side**players - 1, -1, -1):
        rest = index
        for seat in range(players - 1, -1, -1):
            totals[seat] = rest % side * step
            rest //= side
        first = first_seat(totals, equity.rules[BEGINS])
        sums[:] = 0.0
        for line in range(pool.points.shape[1]):
            top, inside = 0.0, True
            for seat in range(players):
                top = max(top, totals[seat] + pool.points[first, line, seat])
                inside = inside and totals[seat] / step + pool.steps[first, line, seat] + 1 < side
            if top >= target:
                winners = 0
                for seat in range(players):
                    winners += totals[seat] + pool.points[first, line, seat] == top
                for seat in range(players):
                    if totals[seat] + pool.points[first, line, seat] == top:
                        sums[seat] += 1 / winners
                continue
            for seat in range(players):
                shares[seat] = 0.0
            for corner in range(corners):
                weight = pool.weights[first, line, corner]
                if weight == 0:
                    continue
                place = index + pool.offsets[first, line, corner]
                if not inside:
                    place = _at_the_edge(totals, equity, pool.steps[first, line], corner)
                for seat in range(players):
                    shares[seat] += weight * equity.shares[place * players + seat]
            for seat in range(players):
                sums[seat] += shares[seat]
        for seat in range(players):
            equity.shares[index * players + seat] = sums[seat] / pool.points.shape[1]


@kernel
def _at_the_edge(totals: Reals, equity: MatchEquity, steps: Numbers, corner: int) -> int:
    """One of the grid's points around some totals, where those beyond the grid are the last ones on it."""
    step, side = equity.rules[STEP], equity.rules[SIDE]
    place = 0
    for seat in range(len(totals)):
        place = place * side + min(int(totals[seat] / step) + steps[seat] + (corner >> seat & 1), side - 1)
    return int(place)
