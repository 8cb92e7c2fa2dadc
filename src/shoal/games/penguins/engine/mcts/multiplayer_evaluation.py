"""Kernels: the evaluation with any number of players: a worth for every seat, and from that its share of the win.

There are two: territory, where each floe goes to the seat that needs fewer slides to it, and the weighted features,
as for two players.
"""

import math
from typing import Final

from shoal.core.numba_kernels import Numbers, Reals, count, kernel
from shoal.games.penguins.engine.evaluation import evaluate
from shoal.games.penguins.engine.features import FEATURE_COUNT, FEATURE_ROW
from shoal.games.penguins.engine.lookup_tables import PLAYERS, SEAT_WEIGHTS, WORTH_OF_A_FISH
from shoal.games.penguins.engine.mcts.multiplayer_features import write_features_of_all
from shoal.games.penguins.engine.move_generation import can_move, slides_of_all, worth_of
from shoal.games.penguins.engine.search_position import FREE, LEFT_TO_PLACE, PENGUINS, SEATS, TURN, WORTHS

__all__ = [
    "TERRITORY_SCRATCH_SIZE",
    "evaluation_error",
    "expected_worths",
    "shares_of_result",
    "shares_of_worths",
    "territory_worths",
]

#: After the seats' own floes and worths: by seat, the floes just come to, and all floes come to so far.
_EDGES: Final = SEATS
_SEEN: Final = _EDGES + SEATS
TERRITORY_SCRATCH_SIZE: Final = _SEEN + SEATS


@kernel
def territory_worths(lookup: Numbers, position: Numbers, worths: Numbers) -> None:
    """Write to `worths[:SEATS]` the worth of what each seat has and of the floes it comes to before all others.

    A floe that several seats need equally few slides to goes to none. The rest of `worths`, of size
    TERRITORY_SCRATCH_SIZE, is scratch.
    """
    players = lookup[PLAYERS]
    free = position[FREE]
    for seat in range(players):
        worths[seat] = 0
        worths[_EDGES + seat] = position[PENGUINS + seat]
        worths[_SEEN + seat] = 0
    claimed = 0
    moving = True
    while moving and claimed != free:
        moving = False
        once = twice = 0
        for seat in range(players):
            edge = worths[_EDGES + seat]
            if edge:
                seen = worths[_SEEN + seat]
                edge = slides_of_all(lookup, edge, free) & ~seen
                worths[_EDGES + seat] = edge
                worths[_SEEN + seat] = seen | edge
                twice |= once & edge
                once |= edge
                moving = True
        for seat in range(players):
            worths[seat] |= worths[_EDGES + seat] & ~twice & ~claimed
        claimed |= once
    for seat in range(players):
        worths[seat] = worth_of(lookup, worths[seat]) + position[WORTHS + seat]


@kernel
def expected_worths(lookup: Numbers, position: Numbers, worths: Numbers, scratch: Numbers) -> None:
    """Write to `worths[:SEATS]` the worth that each seat may expect to have at the end, by the weighted features.

    `scratch` is of size FEATURES_SCRATCH_SIZE.
    """
    players = lookup[PLAYERS]
    free = position[FREE]
    turn = position[TURN]
    for seat in range(players):
        worths[seat] = position[WORTHS + seat]
    if players == 2:
        me, opponent = position[PENGUINS + turn], position[PENGUINS + 1 - turn]
        worths[turn] += evaluate(lookup, free, me, opponent, scratch, 0)
        return
    write_features_of_all(lookup, position, scratch)
    weights = SEAT_WEIGHTS + FEATURE_ROW * count(free)
    for seat in range(players):
        if not position[LEFT_TO_PLACE] and not can_move(lookup, position[PENGUINS + seat], free):
            continue
        at = FEATURE_ROW * seat
        total = 0
        # All features of two players, and how long the seat has to wait.
        for index in range(FEATURE_COUNT + 1):
            total += scratch[at + index] * lookup[weights + index]
        worths[seat] += total >> 8


@kernel
def evaluation_error(free: int) -> float:
    """By about how many fish expected worths are wrong with these floes free; measured by self-play."""
    return 0.4 + 0.045 * count(free)


@kernel
def shares_of_worths(lookup: Numbers, worths: Numbers, error: float, shares: Reals) -> None:
    """Write the seats' shares of the win when the worths may be wrong by about `error` fish (a softmax)."""
    players = lookup[PLAYERS]
    most = worths[0]
    for seat in range(1, players):
        most = max(most, worths[seat])
    total = 0.0
    for seat in range(players):
        shares[seat] = math.exp((worths[seat] - most) / (WORTH_OF_A_FISH * error))
        total += shares[seat]
    for seat in range(players):
        shares[seat] /= total


@kernel
def shares_of_result(lookup: Numbers, position: Numbers, shares: Reals) -> None:
    """Write the seats' shares of the win when the game is over (P19)."""
    players = lookup[PLAYERS]
    most = winners = 0
    for seat in range(players):
        if position[WORTHS + seat] > most:
            most = position[WORTHS + seat]
            winners = 0
        winners += position[WORTHS + seat] == most
    for seat in range(players):
        shares[seat] = 1.0 / winners if position[WORTHS + seat] == most else 0.0
