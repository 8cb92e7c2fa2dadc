"""What totals between two sessions are worth: each seat's share of winning the match.

Equal players follow; how a session between them ends is drawn from a pool of sessions that were really
played. From the pool the shares follow backwards from the target, exactly for two players, on a coarser
grid of totals for more, with straight lines in between.
"""

from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel

__all__ = ["FEWEST", "YOUNGEST", "Match", "first_seat", "share_of", "share_out", "solve"]

#: Who begins the next session (S24).
YOUNGEST: Final = 0
FEWEST: Final = 1

#: By number of players: how far apart the totals of the grid are, and the highest target it can have.
_STEP: Final = {2: 1, 3: 4, 4: 8}
_REACH: Final = {2: 100, 3: 80, 4: 80}


class Match(NamedTuple):
    """The rules of a match, and the shares at each point of its grid, seat by seat."""

    #: The target, who begins, the step of the grid, points along one side of it, and the target it is made for.
    terms: Numbers
    shares: Reals


@kernel
def first_seat(totals: Reals, begins: int) -> int:
    """Who begins the next session (S24)."""
    first = 0
    if begins == FEWEST:
        for seat in range(1, len(totals)):
            if totals[seat] < totals[first]:
                first = seat
    return first


@kernel
def _corner(totals: Reals, match: Match, corner: int) -> tuple[float, int]:
    """Totals that nobody has won with lie between corners of the grid: how much one has to say, and where it is."""
    step, side = match.terms[2], match.terms[3]
    weight, index = 1.0, 0
    for seat in range(len(totals)):
        place = totals[seat] / step
        low = min(int(place), side - 1)
        part = min(place - low, 1.0)
        high = corner >> seat & 1
        weight *= part if high else 1 - part
        if weight == 0:
            return 0.0, 0
        index = index * side + min(low + high, side - 1)
    return weight, index * len(totals)


@kernel
def _shrink(totals: Reals, match: Match) -> None:
    """Bring a match to a far target near: the leader to the middle of the grid, the distances by the square root.

    Luck adds up over sessions with the square root of their number, so this keeps who is likely to win.
    """
    target, reach = match.terms[0], match.terms[4]
    if target == reach:
        return
    leader = 0.0
    for seat in range(len(totals)):
        leader = max(leader, totals[seat])
    need, near = target - leader, reach / 2
    scale = 1.0
    if need > near:
        scale = np.sqrt(near / need)
        need = near
    for seat in range(len(totals)):
        totals[seat] = max(0.0, reach - need - scale * (leader - totals[seat]))


@kernel
def _highest(totals: Reals) -> float:
    top = 0.0
    for seat in range(len(totals)):
        top = max(top, totals[seat])
    return top


@kernel
def _part_of_win(totals: Reals, seat: int, top: float) -> float:
    """The highest total wins, equal ones share (S16, S23)."""
    if totals[seat] < top:
        return 0.0
    winners = 0
    for other in range(len(totals)):
        winners += totals[other] == top
    return 1 / winners


@kernel
def share_of(totals: Reals, match: Match, seat: int) -> float:
    """A seat's share of the win after a session. Totals are used up."""
    top = _highest(totals)
    if top >= match.terms[0]:
        return _part_of_win(totals, seat, top)
    _shrink(totals, match)
    share = 0.0
    for corner in range(1 << len(totals)):
        weight, place = _corner(totals, match, corner)
        share += weight * match.shares[place + seat]
    return float(share)


@kernel
def share_out(totals: Reals, match: Match, shares: Reals) -> bool:
    """By seat, the share of the win after a session, and whether that decided it. Totals are used up."""
    players, top = len(totals), _highest(totals)
    if top >= match.terms[0]:
        for seat in range(players):
            shares[seat] = _part_of_win(totals, seat, top)
        return True
    _shrink(totals, match)
    shares[:] = 0.0
    for corner in range(1 << players):
        weight, place = _corner(totals, match, corner)
        for seat in range(players):
            shares[seat] += weight * match.shares[place + seat]
    return False


@kernel
def _fill(match: Match, pool: Numbers, totals: Reals, after: Reals, shares: Reals, sums: Reals) -> None:
    """Go through the grid from the highest sum of totals down; the pool's lines begin with who began."""
    players = len(totals)
    step, side = match.terms[2], match.terms[3]
    for level in range(players * (side - 1), -1, -1):
        for index in range(side**players):
            rest, total = index, 0
            for _ in range(players):
                total += rest % side
                rest //= side
            if total != level:
                continue
            rest = index
            for seat in range(players - 1, -1, -1):
                totals[seat] = rest % side * step
                rest //= side
            first = first_seat(totals, match.terms[1])
            sums[:] = 0.0
            for line in range(len(pool)):
                for seat in range(players):
                    after[seat] = totals[seat] + pool[line, (seat - first) % players]
                share_out(after, match, shares)
                sums += shares
            match.shares[index * players : (index + 1) * players] = sums / len(pool)


def solve(players: int, target: int, begins: int, pool: Numbers) -> Match:
    """The match of equal players, from sessions between them: by line, points in the order of turns."""
    step, reach = _STEP[players], min(target, _REACH[players])
    side = -(-reach // step)
    near = np.array([reach, begins, step, side, reach], dtype=np.int64)
    shares = np.full(side**players * players, 1 / players)
    room = [np.zeros(players) for _ in range(4)]
    _fill(Match(near, shares), pool, *room)
    near[0] = target
    return Match(near, shares)
