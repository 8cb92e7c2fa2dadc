"""Match equity: what totals between two sessions are worth, as each seat's share of winning the match.

Equal players follow; how a session between them ends is drawn from a pool of sessions that were really
played. From the pool the shares follow backwards from the target, exactly for two players, on a coarser
grid of totals for more, with straight lines in between.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel
from shoal.games.smallfry.engine.match_grid import (
    BEGINS,
    FEWEST,
    GRID_TARGET,
    SIDE,
    STEP,
    TARGET,
    YOUNGEST,
    MatchEquity,
    SessionPool,
    fill_grid,
    first_seat,
    read_pool,
)
from shoal.games.smallfry.engine.opponent_model import policy_of
from shoal.games.smallfry.engine.rollouts import play_sessions
from shoal.games.smallfry.engine.rules_kernel import new_session, opening_session
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.engine.species_values import species_tables

__all__ = [
    "BEGINS",
    "FEWEST",
    "TARGET",
    "YOUNGEST",
    "MatchEquity",
    "equity_of",
    "fill_win_shares",
    "first_seat",
    "session_pool",
    "solve",
    "win_share",
]

#: By number of players: how far apart the totals of the grid are, and the highest target it can have.
_STEP_FOR: Final = {2: 1, 3: 4, 4: 8}
_HIGHEST_GRID_TARGET: Final = {2: 100, 3: 80, 4: 80}
#: Sessions in a pool, by number of players.
_POOL_SIZE: Final = {2: 1500, 3: 800, 4: 400}
_POOL_SEED: Final = 20_240_077


@kernel
def _corner(totals: Reals, equity: MatchEquity, corner: int) -> tuple[float, int]:
    """One of the grid's points around some totals, none at the target: its weight, and the index of its shares.

    `corner` has one bit for each seat: whether the point lies above the seat's total.
    """
    step, side = equity.rules[STEP], equity.rules[SIDE]
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
def _shrink(totals: Reals, equity: MatchEquity) -> None:
    """Bring a match to a far target near: the leader to the middle of the grid, the distances by the square root.

    Luck adds up over sessions with the square root of their number, so this keeps who is likely to win.
    """
    target, grid_target = equity.rules[TARGET], equity.rules[GRID_TARGET]
    if target == grid_target:
        return
    leader = 0.0
    for seat in range(len(totals)):
        leader = max(leader, totals[seat])
    need, near = target - leader, grid_target / 2
    scale = 1.0
    if need > near:
        scale = np.sqrt(near / need)
        need = near
    for seat in range(len(totals)):
        totals[seat] = max(0.0, grid_target - need - scale * (leader - totals[seat]))


@kernel
def _highest(totals: Reals) -> float:
    top = 0.0
    for seat in range(len(totals)):
        top = max(top, totals[seat])
    return top


@kernel
def _share_of_win(totals: Reals, seat: int, top: float) -> float:
    """A seat's part of a win: the highest total wins, and equal totals share (S16, S23)."""
    if totals[seat] < top:
        return 0.0
    winners = 0
    for other in range(len(totals)):
        winners += totals[other] == top
    return 1 / winners


@kernel
def win_share(totals: Reals, equity: MatchEquity, seat: int) -> float:
    """A seat's share of the win after a session. Changes `totals` [players]."""
    top = _highest(totals)
    if top >= equity.rules[TARGET]:
        return _share_of_win(totals, seat, top)
    _shrink(totals, equity)
    share = 0.0
    for corner in range(1 << len(totals)):
        weight, index = _corner(totals, equity, corner)
        share += weight * equity.shares[index + seat]
    return float(share)


@kernel
def fill_win_shares(totals: Reals, equity: MatchEquity, shares: Reals) -> bool:
    """Fill `shares` [players] with the shares of the win after a session. Returns whether the session decided it.

    Changes `totals` [players].
    """
    players, top = len(totals), _highest(totals)
    if top >= equity.rules[TARGET]:
        for seat in range(players):
            shares[seat] = _share_of_win(totals, seat, top)
        return True
    _shrink(totals, equity)
    shares[:] = 0.0
    for corner in range(1 << players):
        weight, index = _corner(totals, equity, corner)
        for seat in range(players):
            shares[seat] += weight * equity.shares[index + seat]
    return False


def solve(players: int, target: int, begins: int, pool: Numbers) -> MatchEquity:
    """The match of equal players, from a pool [sessions, players] of points in the order of turns."""
    step, grid_target = _STEP_FOR[players], min(target, _HIGHEST_GRID_TARGET[players])
    side = -(-grid_target // step)
    rules = np.zeros(5, dtype=np.int64)
    rules[[TARGET, BEGINS, STEP, SIDE, GRID_TARGET]] = (grid_target, begins, step, side, grid_target)
    shares = np.full(side**players * players, 1 / players)
    beginners, corners = players if begins == FEWEST else 1, 1 << players
    added = SessionPool(
        np.zeros((beginners, *pool.shape), dtype=np.int64),
        np.zeros((beginners, *pool.shape), dtype=np.int64),
        np.zeros((beginners, len(pool), corners)),
        np.zeros((beginners, len(pool), corners), dtype=np.int64),
    )
    read_pool(pool, step, side, added)
    fill_grid(MatchEquity(rules, shares), added, *(np.zeros(players) for _ in range(3)))
    rules[TARGET] = target
    return MatchEquity(rules, shares)


@lru_cache(maxsize=8)
def session_pool(players: int) -> Numbers:
    """Sessions between equal players: [sessions, players], points in the order of turns."""
    start = opening_session(players)
    start.dice[0] = _POOL_SEED
    pool = np.zeros((_POOL_SIZE[players], players), dtype=np.int64)
    policies, species_values, flip_gains = (
        np.array([row] * players) for row in (policy_of(Settings(), players), *species_tables())
    )
    play_sessions(start, new_session(players), policies, species_values, flip_gains, pool)
    return pool


@lru_cache(maxsize=8)
def equity_of(players: int, target: int, next_session: str) -> MatchEquity:
    """The equity of a match with these options."""
    return solve(players, target, FEWEST if next_session == "fewest" else YOUNGEST, session_pool(players))
