"""Kernels: the evaluation with any number of players: a worth for every seat, and from that its share of the win.

The worths come from the weighted features, as for two players, or from `territory`.
"""

import math

from shoal.core.numba_kernels import Numbers, Reals, count, kernel
from shoal.games.penguins.engine.evaluation import evaluate
from shoal.games.penguins.engine.features import FEATURE_COUNT, FEATURE_ROW
from shoal.games.penguins.engine.lookup_tables import PLAYERS, SEAT_WEIGHTS, WORTH_OF_A_FISH
from shoal.games.penguins.engine.mcts.multiplayer_features import write_features_of_all
from shoal.games.penguins.engine.move_generation import can_move
from shoal.games.penguins.engine.search_position import FREE, LEFT_TO_PLACE, PENGUINS, TURN, WORTHS

__all__ = [
    "evaluation_error",
    "expected_worths",
    "shares_of_result",
    "shares_of_worths",
]


@kernel
def expected_worths(tables: Numbers, position: Numbers, worths: Numbers, scratch: Numbers) -> None:
    """Write to `worths[:SEATS]` the worth that each seat may expect to have at the end, by the weighted features.

    `scratch` is of size FEATURES_SCRATCH_SIZE.
    """
    players = tables[PLAYERS]
    free = position[FREE]
    turn = position[TURN]
    for seat in range(players):
        worths[seat] = position[WORTHS + seat]
    if players == 2:
        me, opponent = position[PENGUINS + turn], position[PENGUINS + 1 - turn]
        worths[turn] += evaluate(tables, free, me, opponent, scratch, 0)
        return
    write_features_of_all(tables, position, scratch)
    weights = SEAT_WEIGHTS + FEATURE_ROW * count(free)
    for seat in range(players):
        if not position[LEFT_TO_PLACE] and not can_move(tables, position[PENGUINS + seat], free):
            continue
        at = FEATURE_ROW * seat
        total = 0
        # All features of two players, and how long the seat has to wait.
        for index in range(FEATURE_COUNT + 1):
            total += scratch[at + index] * tables[weights + index]
        worths[seat] += total >> 8


@kernel
def evaluation_error(free: int) -> float:
    """About how many fish the expected worths are wrong by with these floes free; measured by self-play."""
    return 0.4 + 0.045 * count(free)


@kernel
def shares_of_worths(tables: Numbers, worths: Numbers, error: float, shares: Reals) -> None:
    """Write the seats' shares of the win when the worths may be wrong by about `error` fish (a softmax)."""
    players = tables[PLAYERS]
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
def shares_of_result(tables: Numbers, position: Numbers, shares: Reals) -> None:
    """Write the seats' shares of the win when the game is over (P19)."""
    players = tables[PLAYERS]
    most = winners = 0
    for seat in range(players):
        if position[WORTHS + seat] > most:
            most = position[WORTHS + seat]
            winners = 0
        winners += position[WORTHS + seat] == most
    for seat in range(players):
        shares[seat] = 1.0 / winners if position[WORTHS + seat] == most else 0.0
