"""The kernels and the rules never differ in random games."""

import random

import numpy as np
import pytest
from tests.games.penguins.differential import step_number
from tests.games.penguins.engine.positions import any_options, dealt

from shoal.games.penguins.engine import rules_kernel
from shoal.games.penguins.engine.lookup_tables import WORTH_OF_A_FISH, build_tables
from shoal.games.penguins.engine.rules_kernel import encode_state, legal_steps, play_step
from shoal.games.penguins.engine.search_position import (
    FREE,
    LEFT_TO_PLACE,
    TURN,
    WORTHS,
    advance,
    next_random,
    position_of,
    random_playout,
)


@pytest.mark.parametrize("seed", range(20))
def test_random_games_are_the_same_step_by_step(seed: int) -> None:
    rng = random.Random(seed)
    steps = np.zeros(256, dtype=np.int64)
    for _ in range(120):
        state = dealt(any_options(rng), rng)
        tables, encoded, position = build_tables(state.options, state.fish), encode_state(state), position_of(state)
        while state.to_act:
            offered = {step_number(choice): choice for choice in state.legal(state.to_act[0])}
            assert sorted(offered) == steps[: legal_steps(tables, encoded, steps)].tolist()
            taken = rng.choice(list(offered))
            state = state.play(offered[taken])
            play_step(tables, encoded, taken >> 6, taken & 63)
            assert encoded.tolist() == encode_state(state).tolist()
            advance(tables, position, taken >> 6, taken & 63)
            assert position[TURN] == encoded[rules_kernel.TURN]
        ends = [WORTH_OF_A_FISH * score + floes for score, floes in zip(state.scores, state.floes, strict=True)]
        assert position[WORTHS : WORTHS + len(ends)].tolist() == ends


def test_a_position_made_in_the_middle_of_a_game_is_the_position_played_to() -> None:
    rng = random.Random(7)
    for _ in range(100):
        state = dealt({**any_options(rng), "cut_off": "end"}, rng)
        tables, position = build_tables(state.options, state.fish), position_of(state)
        while state.to_act:
            seen = position_of(state)
            assert seen[[FREE, TURN, LEFT_TO_PLACE]].tolist() == position[[FREE, TURN, LEFT_TO_PLACE]].tolist()
            assert seen[WORTHS:].tolist() == position[WORTHS:].tolist()
            taken = rng.choice(state.legal(state.to_act[0]))
            state = state.play(taken)
            advance(tables, position, step_number(taken) >> 6, step_number(taken) & 63)


def test_random_play_draws_from_the_legal_steps_in_their_order() -> None:
    rng = random.Random(3)
    for _ in range(60):
        state = dealt(any_options(rng), rng)
        tables, position = build_tables(state.options, state.fish), position_of(state)
        seed = rng.randrange(1, 1 << 60)
        after = random_playout(tables, position, seed, np.zeros(4, dtype=np.int64))
        while state.to_act:
            seed = next_random(seed)
            choices = sorted(state.legal(state.to_act[0]), key=step_number)
            state = state.play(choices[(seed & 0xFFFFFFFF) * len(choices) >> 32])
        assert after == seed
        ends = [WORTH_OF_A_FISH * score + floes for score, floes in zip(state.scores, state.floes, strict=True)]
        assert position[WORTHS : WORTHS + len(ends)].tolist() == ends
