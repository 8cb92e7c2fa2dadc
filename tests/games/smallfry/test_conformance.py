"""Whole random matches under every option, checked by the kit that every game must pass."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.core.conformance import check_game
from shoal.games.smallfry import GAME

#: A session has at most 66 flips and cards, 66 stops, and for each octopus a robbery of 5 steps.
LONGEST_SESSION = 3 * 66 + 6 * 5
#: Chance could make sessions without any points; far more than any match has needed.
MOST_SESSIONS = 400

seeds = st.integers(0, 2**64)


def _options(low: int, high: int) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries(
        {
            "players": st.integers(2, 4),
            "target": st.integers(low, high),
            "next_session": st.sampled_from(["youngest", "fewest"]),
            "memory": st.sampled_from(["closed", "open"]),
        }
    )


@settings(max_examples=1200)
@given(options=_options(1, 12), seed=seeds)
def test_short_matches_keep_every_promise(options: dict[str, object], seed: int) -> None:
    check_game(GAME, options, random.Random(seed), longest=MOST_SESSIONS * LONGEST_SESSION, care=0.08)


@settings(max_examples=500)
@given(options=_options(13, 150), seed=seeds)
def test_matches_of_several_sessions_keep_every_promise(options: dict[str, object], seed: int) -> None:
    check_game(GAME, options, random.Random(seed), longest=MOST_SESSIONS * LONGEST_SESSION, care=0.01)


@settings(max_examples=20)
@given(options=_options(151, 1000), seed=seeds)
def test_long_matches_keep_every_promise(options: dict[str, object], seed: int) -> None:
    check_game(GAME, options, random.Random(seed), longest=MOST_SESSIONS * LONGEST_SESSION, care=0.001)
