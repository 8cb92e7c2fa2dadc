"""Bots by name."""

import pytest

from shoal.core import ShoalError, find_game, game_names
from shoal.players import RandomBot, bot_names, find_bot


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_the_random_bot_and_then_its_own(name: str) -> None:
    game = find_game(name)
    assert bot_names(game) == ["random", *game.bots()]
    assert find_bot(game, "random") is RandomBot
    for own, maker in game.bots().items():
        assert find_bot(game, own) == maker


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("unknown", ["", "Random", "human", "x" * 300])
def test_an_unknown_bot_is_an_error_that_lists_the_known_ones(name: str, unknown: str) -> None:
    game = find_game(name)
    with pytest.raises(ShoalError, match=f"{name} has no bot .*expected one of random") as caught:
        find_bot(game, unknown)
    assert all(known in str(caught.value) for known in bot_names(game))
    assert len(str(caught.value)) < 300
