"""A history that is cut off goes on by itself, and the one that it was cut from stays as it was."""

import random

import pytest

from shoal.core import CHANCE, find_game, game_names
from shoal.core.history import History


@pytest.mark.parametrize("name", game_names())
def test_a_history_up_to_a_step_is_the_one_that_was_there_then(name: str) -> None:
    game, rng = find_game(name), random.Random(5)
    history = History(game.start(game.options({})))
    copies = [history.copy()]
    for _ in range(40):
        seat = history.state.to_act[0]
        step = (
            history.state.chance().draw(rng.randrange)
            if seat == CHANCE
            else rng.choice(list(history.state.legal(seat)))
        )
        history.take(seat, step)
        copies.append(history.copy())
    for length, copy in enumerate(copies):
        cut = history.until(length)
        for kept in ("states", "steps", "takers", "draws", "next_draw"):
            assert getattr(cut, kept) == getattr(copy, kept), (length, kept)
    cut = history.until(0)
    seat = cut.state.to_act[0]
    cut.take(seat, cut.state.chance().draw(rng.randrange) if seat == CHANCE else cut.state.legal(seat)[0])
    assert len(history.steps) == 40
    assert history.states[0] == copies[0].state
