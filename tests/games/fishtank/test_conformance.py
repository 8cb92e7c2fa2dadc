"""A thousand random games with all options, each checked by the conformance kit."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.fishtank.decks import PLANT, amount_deck, kind_table

from shoal.core.conformance import check_game
from shoal.games.fishtank import GAME

_HOUSE = (GAME.folder / "deck.toml").read_text(encoding="utf-8")
_ODD_DECK = (
    kind_table("crab", 40, 'family = "area"\narea = ["XX..", "X...", "...X", "..XX"]\nthresholds = [[1, 1], [3, 9]]')
    + kind_table("eel", 40, 'family = "shape"\nshapes = [{ pattern = ["XX", ".X"], points = 4, turned = true }]')
    + kind_table("star", 20, 'family = "adjacency"\nneighbours = [{ where = "around", same = 3, points = 4 }]')
    + PLANT.replace("plant", "weed")
)
DECKS = ["", _HOUSE.replace("cards = 9", "cards = 14"), _ODD_DECK, amount_deck(ant=70, bee=26)]


def _is_large_enough(options: dict[str, object]) -> bool:
    """81 cards are too few for six (T19); the other decks are large."""
    return options["players"] != 6 or options["deck"] != "small" or options["deck_toml"] in DECKS[2:]


OPTIONS: st.SearchStrategy[dict[str, object]] = st.fixed_dictionaries(
    {
        "players": st.integers(2, 6),
        "deck": st.sampled_from(["advised", "full", "small"]),
        "deck_toml": st.sampled_from(DECKS),
    }
).filter(_is_large_enough)


def _check(given_options: dict[str, object], seed: int, care: float) -> None:
    table = check_game(GAME, given_options, random.Random(seed), longest=900, care=care)
    assert all(0 <= score < 300 for score in table.state.scores)


@settings(max_examples=1000)
@given(OPTIONS, st.integers(0, 2**32))
def test_random_games_keep_every_promise(given_options: dict[str, object], seed: int) -> None:
    _check(given_options, seed, care=0.005)


@settings(max_examples=100)
@given(OPTIONS, st.integers(0, 2**32))
def test_random_games_looked_at_closely(given_options: dict[str, object], seed: int) -> None:
    _check(given_options, seed, care=0.08)


@pytest.mark.rule("T2")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_one_game_for_every_number_of_players_looked_at_all_the_time(players: int) -> None:
    _check({"players": players}, players, care=0.7)
