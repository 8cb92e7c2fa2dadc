"""The kernels and the rules never differ."""

import random

import numpy as np
import pytest
from bench.penguins_perft import perft, perft_of_two
from tests.games.penguins.engine.positions import any_options, dealt, wander

from shoal.core.perft import perft as slow_perft
from shoal.games.penguins import GAME, Move, Phase, State, bits
from shoal.games.penguins.engine.lookup_tables import WORTH_OF_A_FISH, table_of
from shoal.games.penguins.engine.move_generation import around, fish_on, reach, slides_of_all, targets
from shoal.games.penguins.engine.rules_kernel import MOMENT, legal, moment_of, step
from shoal.games.penguins.engine.search_position import (
    FREE,
    LEFT,
    PENGUINS,
    TURN,
    WORTHS,
    advance,
    next_random,
    play_out,
    race_of,
)

#: The position whose perft is published.
PUBLISHED = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121 a4 b4 d1 b7 f1 c5 h3 f5"


def number(taken: object) -> int:
    """A step of the rules as the kernels write it."""
    return taken.start * 64 + taken.end if isinstance(taken, Move) else 60 * 64 + int(getattr(taken, "floe"))  # noqa: B009


@pytest.mark.parametrize("seed", range(20))
def test_random_games_are_the_same_step_by_step(seed: int) -> None:
    rng = random.Random(seed)
    steps = np.zeros(256, dtype=np.int64)
    for _ in range(120):
        state = dealt(any_options(rng), rng)
        table, moment, race = table_of(state.setup, state.fish), moment_of(state), race_of(state)
        while state.to_act:
            offered = {number(choice): choice for choice in state.legal(state.to_act[0])}
            assert sorted(offered) == steps[: legal(table, moment, steps)].tolist()
            taken = rng.choice(list(offered))
            state = state.play(offered[taken])
            step(table, moment, taken >> 6, taken & 63)
            assert moment.tolist() == moment_of(state).tolist()
            advance(table, race, taken >> 6, taken & 63)
            assert race[TURN] == moment[1]
        ends = [WORTH_OF_A_FISH * score + floes for score, floes in zip(state.scores, state.floes, strict=True)]
        assert race[WORTHS : WORTHS + len(ends)].tolist() == ends


def test_a_race_seen_from_the_middle_of_a_game_is_the_same_race() -> None:
    rng = random.Random(7)
    for _ in range(100):
        state = dealt({**any_options(rng), "cut_off": "end"}, rng)
        table, race = table_of(state.setup, state.fish), race_of(state)
        while state.to_act:
            seen = race_of(state)
            assert seen[[FREE, TURN, LEFT]].tolist() == race[[FREE, TURN, LEFT]].tolist()
            assert seen[WORTHS:].tolist() == race[WORTHS:].tolist()
            taken = rng.choice(state.legal(state.to_act[0]))
            state = state.play(taken)
            advance(table, race, number(taken) >> 6, number(taken) & 63)


def test_random_play_draws_from_the_legal_steps_in_their_order() -> None:
    rng = random.Random(3)
    for _ in range(60):
        state = dealt(any_options(rng), rng)
        table, race = table_of(state.setup, state.fish), race_of(state)
        seed = rng.randrange(1, 1 << 60)
        after = play_out(table, race, seed, np.zeros(4, dtype=np.int64))
        while state.to_act:
            seed = next_random(seed)
            choices = sorted(state.legal(state.to_act[0]), key=number)
            state = state.play(choices[(seed & 0xFFFFFFFF) * len(choices) >> 32])
        assert after == seed
        ends = [WORTH_OF_A_FISH * score + floes for score, floes in zip(state.scores, state.floes, strict=True)]
        assert race[WORTHS : WORTHS + len(ends)].tolist() == ends


def published() -> State:
    state = GAME.start(GAME.options({"edition": "en", "players": 2}))
    for text in PUBLISHED.split():
        state = state.play(state.parse(text))
    return state


def test_perft_counts_the_published_position() -> None:
    state = published()
    table = table_of(state.setup, state.fish)
    first, second = state.penguins
    counts = [perft_of_two(table, state.free, first, second, depth) for depth in (1, 2, 3, 4)]
    assert counts == [44, 2718, 110185, 5725783]


@pytest.mark.parametrize("seed", range(12))
def test_perft_is_that_of_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    state = dealt(any_options(rng), rng)
    left = rng.randint(0, 14)
    state = wander(state, rng, lambda now: now.phase is Phase.MOVING and now.free.bit_count() <= 8 + left)
    table = table_of(state.setup, state.fish)
    for depth in (0, 1, 2, 3):
        moments = np.zeros(MOMENT * 4, dtype=np.int64)
        moments[:MOMENT] = moment_of(state)
        assert perft(table, moments, np.zeros(256 * 4, dtype=np.int64), depth) == slow_perft(state, depth)
        if depth and state.setup.players == 2 and state.to_act:
            seat = state.to_act[0]
            me, opponent = state.penguins[seat], state.penguins[1 - seat]
            assert perft_of_two(table, state.free, me, opponent, depth) == slow_perft(state, depth)


@pytest.mark.parametrize("seed", range(6))
def test_sets_of_floes_spread_as_their_floes_do(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        state = dealt(any_options(rng), rng)
        board, table = state.board, table_of(state.setup, state.fish)
        free = rng.getrandbits(60) | rng.getrandbits(60)
        floes = [rng.randrange(60) for _ in range(rng.randint(1, 6))]
        some = sum(1 << floe for floe in set(floes))
        ends = [sum(1 << move.end for move in board.moves(1 << floe, free)) for floe in range(60)]
        assert [targets(table, floe, free) for floe in range(60)] == ends
        one_slide = touching = 0
        for floe in set(floes):
            one_slide |= ends[floe]
            touching |= board.neighbours[1 << floe]
        assert around(table, some) == touching
        assert slides_of_all(table, some, free) & ~some == one_slide & ~some
        outside = some & ~free
        assert reach(table, outside, free) == board.connected(outside, free | outside) & free
        assert fish_on(table, some) == sum(state.fish[bit.bit_length() - 1] for bit in bits(some))


def test_a_short_sighted_table_has_no_long_slides() -> None:
    rng = random.Random(1)
    state = dealt({"players": 2}, rng)
    table = table_of(state.setup, state.fish, 2)
    everywhere = (1 << 60) - 1
    for floe in range(60):
        near = [slide for slide in state.board.slides.values() if slide.move.start == floe]
        seen = sum(slide.end for slide in near if slide.path.bit_count() <= 2)
        assert targets(table, floe, everywhere) == seen
        assert slides_of_all(table, 1 << floe, everywhere & ~(1 << floe)) == seen


def test_penguins_of_a_race_are_those_of_the_state() -> None:
    state = published()
    assert race_of(state)[PENGUINS : PENGUINS + 2].tolist() == list(state.penguins)
