"""Encodings: the numbers of every game, with every number of players, and what they give away."""

import random
from collections.abc import Mapping

import pytest
from tests.envs.tables import TABLES

from shoal.core import Game, find_game
from shoal.core.encoding_checks import check_encoding


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_numbers_stand_for_the_game_and_give_nothing_away(game: str, players: int) -> None:
    check_encoding(find_game(game), {"players": players}, random.Random(players), care=0.1)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("penguins", {"edition": "cs"}),
        ("penguins", {"edition": "fr", "players": 4}),
        ("penguins", {"swaps": True}),
        ("penguins", {"shifts": (0, 1, 0, -1, 0, 2, 0, 0)}),
        ("smallfry", {"target": 1, "next_session": "fewest", "memory": "open"}),
        ("fishtank", {"deck": "full"}),
    ],
)
def test_they_do_with_other_options(game: str, options: Mapping[str, object]) -> None:
    check_encoding(find_game(game), options, random.Random(1), care=0.1)


def test_a_game_has_none_unless_it_says_so(tide: Game) -> None:
    assert tide.encoding(tide.options({})) is None
