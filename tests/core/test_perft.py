"""Perft on a game whose numbers are known by hand."""

import pytest

from shoal.core import Game, divide, perft


def test_sealed_choices_count_once_in_seat_order(tide: Game) -> None:
    state = tide.start(tide.options({}))
    assert [perft(state, depth) for depth in range(4)] == [1, 3, 3 * 7, 3 * 7 * 7]
    # the next wave, then A's stakes: 1 to 7 ways, by what is left of six pebbles
    assert perft(state, 5) == 3 * 3 * 7 * sum(range(1, 8))


def test_divide_adds_up(tide: Game) -> None:
    state = tide.start(tide.options({}))
    assert sum(count for _, count in divide(state, 3)) == perft(state, 3)


@pytest.mark.parametrize("depth", [1, 2])
def test_a_finished_game_has_nothing_below_it(tide: Game, depth: int) -> None:
    state = tide.start(tide.options({}))
    for step in ["=1", "A:0", "B:0"] * 3:
        state = state.play(state.parse(step))
    assert perft(state, depth) == 0
