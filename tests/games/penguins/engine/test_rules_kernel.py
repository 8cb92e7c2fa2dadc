"""Perft of the kernels is that of the rules, and the published one."""

import random

import numpy as np
import pytest
from bench.penguins_perft import perft, perft_of_two
from tests.games.penguins.engine.positions import any_options, dealt, wander

from shoal.core.perft import perft as slow_perft
from shoal.games.penguins import GAME, State
from shoal.games.penguins.engine.lookup_tables import build_tables
from shoal.games.penguins.engine.rules_kernel import STATE_SIZE, encode_state
from shoal.games.penguins.engine.search_position import PENGUINS, position_of
from shoal.games.penguins.phase import IcePhase

#: The position whose perft is published.
PUBLISHED = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121 a4 b4 d1 b7 f1 c5 h3 f5"


def published() -> State:
    state = GAME.start(GAME.options({"edition": "en", "players": 2}))
    for text in PUBLISHED.split():
        state = state.play(state.parse(text))
    return state


def test_perft_counts_the_published_position() -> None:
    state = published()
    tables = build_tables(state.options, state.fish)
    first, second = state.penguins
    counts = [perft_of_two(tables, state.free, first, second, depth) for depth in (1, 2, 3, 4)]
    assert counts == [44, 2718, 110185, 5725783]


@pytest.mark.parametrize("seed", range(12))
def test_perft_is_that_of_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    state = dealt(any_options(rng), rng)
    left = rng.randint(0, 14)
    state = wander(state, rng, lambda now: now.phase is IcePhase.MOVING and now.free.bit_count() <= 8 + left)
    tables = build_tables(state.options, state.fish)
    for depth in (0, 1, 2, 3):
        encoded = np.zeros(STATE_SIZE * 4, dtype=np.int64)
        encoded[:STATE_SIZE] = encode_state(state)
        assert perft(tables, encoded, np.zeros(256 * 4, dtype=np.int64), depth) == slow_perft(state, depth)
        if depth and state.options.players == 2 and state.to_act:
            seat = state.to_act[0]
            me, opponent = state.penguins[seat], state.penguins[1 - seat]
            assert perft_of_two(tables, state.free, me, opponent, depth) == slow_perft(state, depth)


def test_penguins_of_a_position_are_those_of_the_state() -> None:
    state = published()
    assert position_of(state)[PENGUINS : PENGUINS + 2].tolist() == list(state.penguins)
