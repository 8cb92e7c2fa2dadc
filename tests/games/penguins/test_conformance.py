"""Thousands of random games with all options keep every promise of the contract."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.core import Step
from shoal.core.conformance import check_game
from shoal.games.penguins import GAME, State
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.steps import CONTENT

#: One deal, at most nine placings, and a move for every floe but the last.
LONGEST = 1 + 9 + 59

options = st.fixed_dictionaries(
    {"edition": st.sampled_from(["en", "fr", "cs"]), "players": st.integers(2, 4)},
    optional={
        "top_row": st.sampled_from(["seven", "eight"]),
        "evening": st.sampled_from(["none", "apart"]),
        "placing": st.sampled_from(["one", "any"]),
        "cut_off": st.sampled_from(["end", "at_once"]),
        "shifts": st.lists(st.integers(-2, 2), min_size=8, max_size=8),
    },
)


def check_end(state: object) -> None:
    """No seat has more than the box holds, and each has at least what its penguins stood on."""
    assert isinstance(state, State)
    assert state.phase is IcePhase.OVER
    assert state.ice == state.free == sum(state.penguins) == 0
    assert sum(state.floes) <= 60
    assert sum(state.scores) <= 100
    assert min(state.floes) >= state.options.penguins_each
    assert all(floes <= fish <= 3 * floes for fish, floes in zip(state.scores, state.floes, strict=True))


@settings(max_examples=500)
@given(given=options, seed=st.integers(0, 2**32))
def test_random_games_with_any_options_keep_the_contract(given: dict[str, object], seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(4):
        table = check_game(GAME, given, rng, longest=LONGEST, care=0.02)
        check_end(table.state)


#: Every pair may be proposed once and be answered by all: that bounds the bargaining.
LONGEST_WITH_SWAPS = LONGEST + 60 * 59 // 2 * 4 + 4


def soon_content(legal: Sequence[Step], rng: random.Random) -> Step:
    """Propose a few swaps, not all of them: uniform play would take a thousand proposals to be content."""
    return CONTENT if CONTENT in legal and rng.random() < 0.25 else rng.choice(legal)


@pytest.mark.rule("P4")
@settings(max_examples=300)
@given(given=options, seed=st.integers(0, 2**32))
def test_random_games_with_some_swaps_keep_the_contract(given: dict[str, object], seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(4):
        table = check_game(
            GAME, {**given, "swaps": True}, rng, longest=LONGEST_WITH_SWAPS, care=0.005, pick=soon_content
        )
        check_end(table.state)


@pytest.mark.rule("P4")
@settings(max_examples=6)
@given(given=options, seed=st.integers(0, 2**32))
def test_bargaining_for_as_long_as_can_be_comes_to_an_end(given: dict[str, object], seed: int) -> None:
    table = check_game(GAME, {**given, "swaps": True}, random.Random(seed), longest=LONGEST_WITH_SWAPS, care=0.001)
    check_end(table.state)
