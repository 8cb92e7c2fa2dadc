"""The order of the features is the same in the constants, in the names and in the weights."""

import tomllib

import pytest

from shoal.games.penguins import GAME
from shoal.games.penguins.engine import features
from shoal.games.penguins.engine.features import FEATURE_COUNT, FEATURE_NAMES, FEATURE_ROW


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("tempo", features.TEMPO),
        ("first_by_1_slides", features.FIRST_BY_SLIDES),
        ("own_fish", features.OWN_FISH),
        ("level_by_1_slides", features.LEVEL_BY_SLIDES),
        ("targets", features.TARGETS),
        ("own_floes", features.OWN_FLOES),
        ("floes_first", features.FLOES_FIRST),
        ("penguins_beside_0", features.PENGUINS_BESIDE),
        ("penguins_with_room_0", features.PENGUINS_WITH_ROOM),
        ("first_by_1_floes", features.FIRST_BY_FLOES),
        ("level_by_floes", features.LEVEL_BY_FLOES),
        ("wait", features.WAIT),
    ],
)
def test_every_feature_stands_where_its_name_does(name: str, index: int) -> None:
    assert FEATURE_NAMES[index] == name


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_feature_has_weights(players: int) -> None:
    weights = tomllib.loads((GAME.folder / "engine" / "weights.toml").read_text(encoding="utf-8"))
    names = list(FEATURE_NAMES[: FEATURE_COUNT + (players > 2)])
    assert list(weights[f"players_{players}"]["moving"]) == list(weights[f"players_{players}"]["placing"]) == names
    assert len(names) <= FEATURE_ROW
