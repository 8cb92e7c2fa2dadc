"""The kernels and the rules never differ: thousands of random games, all options, every number of players."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.fishtank.deck_strategy import decks
from tests.games.fishtank.decks import options_of
from tests.games.fishtank.differential import any_opening, compare_game

from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_writer import write_deck
from shoal.games.fishtank.state import opening

GAMES = 100


@pytest.mark.parametrize("seed", range(20))
def test_random_games_go_the_same_way_step_by_step(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(GAMES):
        assert compare_game(any_opening(rng), rng) > 0


@given(deck=decks(most_kinds=20, cards=60), seed=st.integers(0, 1 << 32))
@settings(max_examples=25, deadline=None)
def test_a_random_game_with_any_valid_deck_goes_the_same_way(deck: Deck, seed: int) -> None:
    options = options_of(2, "full", write_deck(deck))
    assert compare_game(opening(options), random.Random(seed)) > 0


def test_all_options_and_numbers_of_players_are_among_them() -> None:
    rng = random.Random(1)
    all_options = {any_opening(rng).options for _ in range(400)}
    house = {options_of(players, "full") for players in range(2, 7)}
    house |= {options_of(players, "small") for players in range(2, 6)}
    assert house <= all_options
    assert {options.players for options in all_options - house} == {2, 3, 4, 5, 6}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_round_of_a_game_is_compared(players: int) -> None:
    start = opening(options_of(players, "full"))
    # Sixteen rounds, in each at least the frames, the free cells, the points and the cells of every tank.
    assert compare_game(start, random.Random(1)) >= 16 * players * 4
