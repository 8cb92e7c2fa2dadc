"""The kernels and the rules never differ."""

import random

import numpy as np
import pytest
from bench.penguins_perft import perft, perft_of_two
from tests.games.penguins.engine.positions import any_options, dealt, wander

from shoal.core.perft import perft as slow_perft
from shoal.games.penguins import GAME, State
from shoal.games.penguins.board import bits
from shoal.games.penguins.engine import rules_kernel
from shoal.games.penguins.engine.lookup_tables import WORTH_OF_A_FISH, build_lookup
from shoal.games.penguins.engine.move_generation import around, fish_on, reach, slides_of_all, targets
from shoal.games.penguins.engine.rules_kernel import STATE_SIZE, encode_state, legal_steps, play_step
from shoal.games.penguins.engine.search_position import (
    FREE,
    LEFT_TO_PLACE,
    PENGUINS,
    TURN,
    WORTHS,
    advance,
    next_random,
    position_of,
    random_playout,
)
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.steps import Move

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
        lookup, encoded, position = build_lookup(state.options, state.fish), encode_state(state), position_of(state)
        while state.to_act:
            offered = {number(choice): choice for choice in state.legal(state.to_act[0])}
            assert sorted(offered) == steps[: legal_steps(lookup, encoded, steps)].tolist()
            taken = rng.choice(list(offered))
            state = state.play(offered[taken])
            play_step(lookup, encoded, taken >> 6, taken & 63)
            assert encoded.tolist() == encode_state(state).tolist()
            advance(lookup, position, taken >> 6, taken & 63)
            assert position[TURN] == encoded[rules_kernel.TURN]
        ends = [WORTH_OF_A_FISH * score + floes for score, floes in zip(state.scores, state.floes, strict=True)]
        assert position[WORTHS : WORTHS + len(ends)].tolist() == ends


def test_a_position_made_in_the_middle_of_a_game_is_the_position_played_to() -> None:
    rng = random.Random(7)
    for _ in range(100):
        state = dealt({**any_options(rng), "cut_off": "end"}, rng)
        lookup, position = build_lookup(state.options, state.fish), position_of(state)
        while state.to_act:
            seen = position_of(state)
            assert seen[[FREE, TURN, LEFT_TO_PLACE]].tolist() == position[[FREE, TURN, LEFT_TO_PLACE]].tolist()
            assert seen[WORTHS:].tolist() == position[WORTHS:].tolist()
            taken = rng.choice(state.legal(state.to_act[0]))
            state = state.play(taken)
            advance(lookup, position, number(taken) >> 6, number(taken) & 63)


def test_random_play_draws_from_the_legal_steps_in_their_order() -> None:
    rng = random.Random(3)
    for _ in range(60):
        state = dealt(any_options(rng), rng)
        lookup, position = build_lookup(state.options, state.fish), position_of(state)
        seed = rng.randrange(1, 1 << 60)
        after = random_playout(lookup, position, seed, np.zeros(4, dtype=np.int64))
        while state.to_act:
            seed = next_random(seed)
            choices = sorted(state.legal(state.to_act[0]), key=number)
            state = state.play(choices[(seed & 0xFFFFFFFF) * len(choices) >> 32])
        assert after == seed
        ends = [WORTH_OF_A_FISH * score + floes for score, floes in zip(state.scores, state.floes, strict=True)]
        assert position[WORTHS : WORTHS + len(ends)].tolist() == ends


def published() -> State:
    state = GAME.start(GAME.options({"edition": "en", "players": 2}))
    for text in PUBLISHED.split():
        state = state.play(state.parse(text))
    return state


def test_perft_counts_the_published_position() -> None:
    state = published()
    lookup = build_lookup(state.options, state.fish)
    first, second = state.penguins
    counts = [perft_of_two(lookup, state.free, first, second, depth) for depth in (1, 2, 3, 4)]
    assert counts == [44, 2718, 110185, 5725783]


@pytest.mark.parametrize("seed", range(12))
def test_perft_is_that_of_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    state = dealt(any_options(rng), rng)
    left = rng.randint(0, 14)
    state = wander(state, rng, lambda now: now.phase is IcePhase.MOVING and now.free.bit_count() <= 8 + left)
    lookup = build_lookup(state.options, state.fish)
    for depth in (0, 1, 2, 3):
        encoded = np.zeros(STATE_SIZE * 4, dtype=np.int64)
        encoded[:STATE_SIZE] = encode_state(state)
        assert perft(lookup, encoded, np.zeros(256 * 4, dtype=np.int64), depth) == slow_perft(state, depth)
        if depth and state.options.players == 2 and state.to_act:
            seat = state.to_act[0]
            me, opponent = state.penguins[seat], state.penguins[1 - seat]
            assert perft_of_two(lookup, state.free, me, opponent, depth) == slow_perft(state, depth)


@pytest.mark.parametrize("seed", range(6))
def test_sets_of_floes_spread_as_their_floes_do(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        state = dealt(any_options(rng), rng)
        board, lookup = state.board, build_lookup(state.options, state.fish)
        free = rng.getrandbits(60) | rng.getrandbits(60)
        floes = [rng.randrange(60) for _ in range(rng.randint(1, 6))]
        some = sum(1 << floe for floe in set(floes))
        ends = [sum(1 << move.end for move in board.moves(1 << floe, free)) for floe in range(60)]
        assert [targets(lookup, floe, free) for floe in range(60)] == ends
        one_slide = touching = 0
        for floe in set(floes):
            one_slide |= ends[floe]
            touching |= board.neighbours[1 << floe]
        assert around(lookup, some) == touching
        assert slides_of_all(lookup, some, free) & ~some == one_slide & ~some
        outside = some & ~free
        assert reach(lookup, outside, free) == board.connected(outside, free | outside) & free
        assert fish_on(lookup, some) == sum(state.fish[bit.bit_length() - 1] for bit in bits(some))


def test_a_short_sighted_lookup_table_has_no_long_slides() -> None:
    rng = random.Random(1)
    state = dealt({"players": 2}, rng)
    lookup = build_lookup(state.options, state.fish, 2)
    everywhere = (1 << 60) - 1
    for floe in range(60):
        near = [slide for slide in state.board.slides.values() if slide.move.start == floe]
        seen = sum(slide.end for slide in near if slide.path.bit_count() <= 2)
        assert targets(lookup, floe, everywhere) == seen
        assert slides_of_all(lookup, 1 << floe, everywhere & ~(1 << floe)) == seen


def test_penguins_of_a_position_are_those_of_the_state() -> None:
    state = published()
    assert position_of(state)[PENGUINS : PENGUINS + 2].tolist() == list(state.penguins)
