"""Rollouts: whole games by the rollout policy."""

import numpy as np
import pytest
from tests.games.fishtank.decks import start

from shoal.games.fishtank.engine.encoding import KindNumbers
from shoal.games.fishtank.engine.policy_weights import policy_weights
from shoal.games.fishtank.engine.rollouts import new_policy_scratch, play_out
from shoal.games.fishtank.engine.rules_kernel import deal_hands, new_game_arrays
from shoal.games.fishtank.engine.scoring_tables import scoring_tables
from shoal.games.fishtank.engine.settings import Settings


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_rollout_uses_the_cards_of_the_deck_and_fills_all_tanks(players: int) -> None:
    options = start(players=players).options
    tables, numbers = scoring_tables(options.deck), KindNumbers(options)
    policies = np.stack([policy_weights(Settings(), 3.0)] * players)
    for seed in range(1, 20):
        game = new_game_arrays(players, len(numbers.kinds))
        game.pile[:] = game.unchosen[:] = numbers.counts
        game.random_word[0] = seed * 77_777_777_777
        deal_hands(game)
        play_out(tables, policies, game, new_policy_scratch(len(numbers.kinds)))
        assert not game.free.any()
        assert game.unchosen.sum() == numbers.counts.sum() - 16 * players
        assert (game.unchosen >= 0).all()
        assert (game.pile >= 0).all()
        for seat in range(players):
            assert np.bitwise_or.reduce(game.tanks[seat]) == 0xFFFF
            assert sum(int(cells).bit_count() for cells in game.tanks[seat]) == 16
