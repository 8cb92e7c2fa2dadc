"""Slides, neighbours and sets of floes in the kernels are those of the board."""

import random

import pytest
from tests.games.penguins.engine.positions import any_options, dealt

from shoal.games.penguins.board import bits
from shoal.games.penguins.engine.lookup_tables import build_tables
from shoal.games.penguins.engine.move_generation import around, fish_on, reach, slides_of_all, targets


@pytest.mark.parametrize("seed", range(6))
def test_sets_of_floes_spread_as_their_floes_do(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        state = dealt(any_options(rng), rng)
        board, tables = state.board, build_tables(state.options, state.fish)
        free = rng.getrandbits(60) | rng.getrandbits(60)
        floes = [rng.randrange(60) for _ in range(rng.randint(1, 6))]
        some = sum(1 << floe for floe in set(floes))
        ends = [sum(1 << move.end for move in board.moves(1 << floe, free)) for floe in range(60)]
        assert [targets(tables, floe, free) for floe in range(60)] == ends
        one_slide = touching = 0
        for floe in set(floes):
            one_slide |= ends[floe]
            touching |= board.neighbours[1 << floe]
        assert around(tables, some) == touching
        assert slides_of_all(tables, some, free) & ~some == one_slide & ~some
        outside = some & ~free
        assert reach(tables, outside, free) == board.connected(outside, free | outside) & free
        assert fish_on(tables, some) == sum(state.fish[bit.bit_length() - 1] for bit in bits(some))


def test_a_short_sighted_lookup_table_has_no_long_slides() -> None:
    rng = random.Random(1)
    state = dealt({"players": 2}, rng)
    tables = build_tables(state.options, state.fish, 2)
    everywhere = (1 << 60) - 1
    for floe in range(60):
        near = [slide for slide in state.board.slides.values() if slide.move.start == floe]
        seen = sum(slide.end for slide in near if slide.path.bit_count() <= 2)
        assert targets(tables, floe, everywhere) == seen
        assert slides_of_all(tables, 1 << floe, everywhere & ~(1 << floe)) == seen
