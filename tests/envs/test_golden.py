"""Numbers keep their meaning: layouts, encodings along golden games, and OpenSpiel's golden playthroughs."""

import json
from typing import Any, Final

import pytest

from tests.envs.golden import FILE, golden_game, golden_layout, golden_playthrough, key
from tests.envs.tables import TABLES

GOLDEN: Final[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_table_is_among_them() -> None:
    assert list(GOLDEN) == [key(game, players) for game, players in TABLES]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_layouts_and_encodings_stay(game: str, players: int) -> None:
    golden = GOLDEN[key(game, players)]
    assert golden_layout(game, players) == golden["layout"]
    assert golden_game(game, players) == golden["game"]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_playthroughs_of_openspiel_stay(game: str, players: int) -> None:
    assert golden_playthrough(game, players) == GOLDEN[key(game, players)]["playthrough"]
