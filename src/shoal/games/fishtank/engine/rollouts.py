"""Kernels: games played to their end by the rollout policy, with weights of its own for every seat."""

from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals, kernel
from shoal.games.fishtank.engine.last_two_cards import best_last_card, final_value
from shoal.games.fishtank.engine.potential import new_chances, set_chances
from shoal.games.fishtank.engine.rollout_policy import best_placement, new_scratch
from shoal.games.fishtank.engine.rules_kernel import (
    ROUNDS,
    GameArrays,
    deal_hands,
    new_game_arrays,
    pass_hands,
    place_chosen,
)
from shoal.games.fishtank.engine.scoring_tables import ScoringTables
from shoal.games.fishtank.options import HAND_SIZE

__all__ = [
    "PolicyScratch",
    "choose_by_policy",
    "final_values",
    "new_policy_scratch",
    "play_out",
    "play_round",
    "self_play",
]

#: Deals that follow each other begin with unlike random words.
_SPREAD: Final = 0x9E3779B97F4A7C15
_WORD: Final = (1 << 62) - 1


class PolicyScratch(NamedTuple):
    """The arrays that the rollout policy writes to."""

    #: `[kinds + 2, CELLS + 1]`: see `set_chances`.
    chances: Reals
    #: `[kinds + 4, CELLS]`: see `new_scratch`.
    cells: Reals


def new_policy_scratch(kinds: int) -> PolicyScratch:
    return PolicyScratch(new_chances(kinds), new_scratch(kinds))


@kernel
def choose_by_policy(
    tables: ScoringTables, policy: Reals, game: GameArrays, scratch: PolicyScratch, seat: int, hand: Numbers
) -> None:
    """Choose and place a card of `hand[kinds]` for a seat, by `policy[WEIGHTS]`; the last card as well as can be."""
    if game.rounds_played[0] == ROUNDS - 1:
        best_last_card(tables, game.tanks[seat], game.free[seat], hand, game.chosen[seat])
        return
    set_chances(policy, game.unchosen, game.rounds_played[0] + 1, scratch.chances)
    best_placement(
        tables, policy, scratch.chances, game.tanks[seat], game.free[seat], hand, scratch.cells, game.chosen[seat]
    )


@kernel
def play_round(tables: ScoringTables, policies: Reals, game: GameArrays, scratch: PolicyScratch) -> None:
    """All seats choose and place a card by `policies[players, WEIGHTS]`; then the hands are passed."""
    players = len(game.free)
    for seat in range(players):
        choose_by_policy(tables, policies[seat], game, scratch, seat, game.hands[seat])
    for seat in range(players):
        place_chosen(game, tables.plant, seat)
    game.rounds_played[0] += 1
    pass_hands(game)


@kernel
def play_out(tables: ScoringTables, policies: Reals, game: GameArrays, scratch: PolicyScratch) -> None:
    """Play on to the end, from a state in which the seats choose."""
    while game.rounds_played[0] < ROUNDS:
        if game.rounds_played[0] == HAND_SIZE and game.hands.sum() == 0:
            deal_hands(game)
        play_round(tables, policies, game, scratch)


@kernel
def final_values(tables: ScoringTables, game: GameArrays, values: Reals) -> None:
    """Fill `values[players]`: by seat, points with `SET_VALUE` for every set, which decides between equals (T18)."""
    for seat in range(len(game.free)):
        values[seat] = final_value(tables, game.tanks[seat])


def self_play(tables: ScoringTables, policies: Reals, cards: Numbers, number: int) -> Reals:
    """By seat, the value of a whole game of `policies[players, WEIGHTS]` with `cards[kinds]`; `number` is its deal."""
    values = np.zeros(len(policies))
    game = new_game_arrays(len(policies), len(cards))
    game.pile[:] = game.unchosen[:] = cards
    game.random_word[0] = number * _SPREAD & _WORD
    deal_hands(game)
    play_out(tables, policies, game, new_policy_scratch(len(cards)))
    final_values(tables, game, values)
    return values
