"""The random decks that the engine is measured with."""

import pytest
from bench.fishtank_random_decks import RECIPES, random_decks
from tests.games.fishtank.decks import options_of

from shoal.games.fishtank.deck_file import read_deck
from shoal.games.fishtank.deck_writer import write_deck


@pytest.mark.parametrize("seed", range(5))
def test_there_are_twenty_valid_decks_and_two_can_play_with_each(seed: int) -> None:
    decks = random_decks(seed)
    assert len(decks) == len(RECIPES) == 20
    for deck in decks.values():
        text = write_deck(deck)
        assert read_deck(text) == deck
        assert options_of(2, "full", text).deck == deck


def test_equal_seeds_give_equal_decks_and_others_do_not() -> None:
    assert random_decks(3) == random_decks(3)
    assert all(random_decks(3)[name] != deck for name, deck in random_decks(4).items())
