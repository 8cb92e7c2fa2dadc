"""The kernels and the rules never differ: thousands of random games, all options, every number of players."""

import random

import pytest
from tests.games.fishtank.side_by_side import any_opening, compare_game

from shoal.games.fishtank.options import open_box
from shoal.games.fishtank.state import opening

GAMES = 100


@pytest.mark.parametrize("seed", range(20))
def test_random_games_go_the_same_way_step_by_step(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(GAMES):
        assert compare_game(any_opening(rng), rng) > 0


def test_all_options_and_numbers_of_players_are_among_them() -> None:
    rng = random.Random(1)
    boxes = {any_opening(rng).box for _ in range(400)}
    house = {open_box("", "full", players) for players in range(2, 7)}
    house |= {open_box("", "small", players) for players in range(2, 6)}
    assert house <= boxes
    assert {box.players for box in boxes - house} == {2, 3, 4, 5, 6}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_round_of_a_game_is_compared(players: int) -> None:
    start = opening(open_box("", "full", players))
    # Sixteen rounds, in each at least the frames, the free cells, the points and the cells of every tank.
    assert compare_game(start, random.Random(1)) >= 16 * players * 4
