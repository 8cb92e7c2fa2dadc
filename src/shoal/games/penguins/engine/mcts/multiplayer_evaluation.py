"""Kernels: what every seat may hope for, with any number of players: a share of the win for each.

Each floe goes to whoever needs fewer slides to it, and to nobody when several need equally few.
"""

import math
from typing import Final

from numpy import float64
from numpy.typing import NDArray

from shoal.core.numba_kernels import Numbers, count, kernel
from shoal.games.penguins.engine.evaluation import USED, evaluate
from shoal.games.penguins.engine.lookup_tables import FEATURES, PLAYERS, SEAT_WEIGHTS, WORTH_OF_A_FISH
from shoal.games.penguins.engine.mcts.multiplayer_features import features_of_all
from shoal.games.penguins.engine.move_generation import can_move, slides_of_all, worth_of
from shoal.games.penguins.engine.search_position import FREE, LEFT, PENGUINS, TURN, WORTHS

__all__ = ["doubt", "hopes", "prospects", "shares_of_hopes", "shares_of_result"]

_SEATS: Final = 4


@kernel
def hopes(table: Numbers, race: Numbers, scratch: Numbers) -> None:
    """Write to scratch[0:4], by seat, the worth of what it has and of the floes it comes to first.

    `scratch` has room for twelve numbers.
    """
    players = table[PLAYERS]
    free = race[FREE]
    for seat in range(players):
        scratch[seat] = 0
        scratch[_SEATS + seat] = race[PENGUINS + seat]
        scratch[2 * _SEATS + seat] = 0
    claimed = 0
    moving = True
    while moving and claimed != free:
        moving = False
        once = twice = 0
        for seat in range(players):
            edge = scratch[_SEATS + seat]
            if edge:
                seen = scratch[2 * _SEATS + seat]
                edge = slides_of_all(table, edge, free) & ~seen
                scratch[_SEATS + seat] = edge
                scratch[2 * _SEATS + seat] = seen | edge
                twice |= once & edge
                once |= edge
                moving = True
        for seat in range(players):
            scratch[seat] |= scratch[_SEATS + seat] & ~twice & ~claimed
        claimed |= once
    for seat in range(players):
        scratch[seat] = worth_of(table, scratch[seat]) + race[WORTHS + seat]


@kernel
def prospects(table: Numbers, race: Numbers, found: Numbers, scratch: Numbers) -> None:
    """Write to found[0:4], by seat, the worth it may expect to have at the end; `scratch` is of size CROWD."""
    players = table[PLAYERS]
    free = race[FREE]
    turn = race[TURN]
    for seat in range(players):
        found[seat] = race[WORTHS + seat]
    if players == 2:
        me, opponent = race[PENGUINS + turn], race[PENGUINS + 1 - turn]
        found[turn] += evaluate(table, free, me, opponent, scratch, 0)
        return
    features_of_all(table, race, scratch)
    weights = SEAT_WEIGHTS + FEATURES * count(free)
    for seat in range(players):
        if not race[LEFT] and not can_move(table, race[PENGUINS + seat], free):
            continue
        at = FEATURES * seat
        total = 0
        for index in range(USED + 1):
            total += scratch[at + index] * table[weights + index]
        found[seat] += total >> 8


@kernel
def doubt(free: int) -> float:
    """By about how many fish prospects are wrong with these floes free, as games of the engine with itself showed."""
    return 0.4 + 0.045 * count(free)


@kernel
def shares_of_hopes(table: Numbers, scratch: Numbers, spread: float, shares: NDArray[float64]) -> None:
    """The seats' shares of the win when they may differ from their hopes by about `spread` fish."""
    players = table[PLAYERS]
    most = scratch[0]
    for seat in range(1, players):
        most = max(most, scratch[seat])
    total = 0.0
    for seat in range(players):
        shares[seat] = math.exp((scratch[seat] - most) / (WORTH_OF_A_FISH * spread))
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@kernel
def shares_of_result(table: Numbers, race: Numbers, shares: NDArray[float64]) -> None:
    """The seats' shares of the win when it is over (P19)."""
    players = table[PLAYERS]
    most = winners = 0
    for seat in range(players):
        if race[WORTHS + seat] > most:
            most = race[WORTHS + seat]
            winners = 0
        winners += race[WORTHS + seat] == most
    for seat in range(players):
        shares[seat] = 1.0 / winners if race[WORTHS + seat] == most else 0.0
