"""docs/environments.md is true: its tables are those of the encodings, and it names what is registered."""

from pathlib import Path
from typing import Final

import pytest

from shoal.envs.ids import versioned_ids
from shoal.envs.rendering import RENDER_MODES
from shoal.envs.utilities import GAIN, UTILITIES
from tests.envs.page import action_table, observation_table
from tests.envs.tables import GAMES, identifier

PAGE: Final = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_of_a_game_are_those_of_its_encoding(game: str) -> None:
    """`python -m tests.envs.page` prints them."""
    assert observation_table(game) in PAGE
    assert action_table(game) in PAGE


def test_it_names_the_versions_that_are_registered() -> None:
    assert list(versioned_ids()) == [(game, identifier(game)) for game in GAMES]
    assert "`fishtank`, `penguins` and\n`smallfry` are at version 0" in PAGE


def test_it_names_every_utility_and_mode() -> None:
    for name in (*UTILITIES, GAIN, *RENDER_MODES):
        assert f"| `{name}`" in PAGE
