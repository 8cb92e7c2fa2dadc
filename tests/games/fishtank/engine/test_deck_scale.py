"""What the engine counts in points it counts in the deck's own points."""

import random

import pytest
from tests.games.fishtank.decks import PLANT, kind_table, options_of, random_step, start

from shoal.core import SearchLimit
from shoal.games.fishtank.engine.bot import Engine
from shoal.games.fishtank.engine.deck_scale import deck_scale
from shoal.games.fishtank.engine.settings import Settings
from shoal.games.fishtank.state import State


def _deck(worth: int) -> str:
    """A deck of amounts, areas and shapes whose points are all multiplied by `worth`."""
    kinds = [
        kind_table("ant", 20, f'family = "amount"\nthresholds = [[1, {3 * worth}], [2, 0], [4, {10 * worth}]]'),
        kind_table(
            "bee",
            20,
            f'family = "area"\narea = ["X..X", "....", "....", "X..X"]\n'
            f"thresholds = [[2, {5 * worth}], [4, {12 * worth}]]",
        ),
        kind_table("cow", 20, f'family = "shape"\n[[kinds.shapes]]\npattern = ["XXX"]\npoints = {9 * worth}'),
        kind_table("dog", 20, f'family = "adjacency"\n[[kinds.neighbours]]\nwhere = "side"\nsame = 2\n'
                   f"points = {4 * worth}"),
    ]  # fmt: skip
    return "".join(kinds) + PLANT.replace("[[1, 1]]", f"[[1, {worth}], [3, {2 * worth}]]")


def test_eight_times_the_points_are_eight_times_the_scale() -> None:
    one, eight = (deck_scale(options_of(2, deck_toml=_deck(worth))) for worth in (1, 8))
    assert eight.card == pytest.approx(8 * one.card, rel=0.02)
    assert eight.lead == pytest.approx(8 * one.lead, rel=0.02)


def test_a_deck_that_makes_no_points_has_a_scale_all_the_same() -> None:
    scale = deck_scale(options_of(2, deck_toml=_deck(0)))
    assert scale.card > 0
    assert scale.lead > 0


def test_cards_that_are_left_out_do_not_count() -> None:
    assert deck_scale(options_of(2, "full")) != deck_scale(options_of(2, "small"))


@pytest.mark.parametrize("seed", range(3))
def test_the_engine_plays_a_deck_with_eight_times_the_points_just_the_same(seed: int) -> None:
    rng = random.Random(seed)
    states = [start(players=2, deck="full", deck_toml=_deck(worth)) for worth in (1, 8)]
    while states[0].to_act:
        seat, step = random_step(states[0], rng)
        if seat == 0:
            steps = [_static_step(state, seed) for state in states]
            assert steps[0] == steps[1]
        states = [state.play(step) for state in states]


def _static_step(state: State, seed: int) -> object:
    """The step that judgement alone finds."""
    return Engine(random.Random(seed), Settings(games=0, fitted=False)).think(state.view(0), SearchLimit(600.0)).step
