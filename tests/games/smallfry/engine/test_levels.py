"""The five levels: their settings, and that listing them loads no engine."""

import subprocess
import sys

import pytest

from shoal.core.levels import LEVEL_TITLES, read_levels
from shoal.games.smallfry import GAME
from shoal.games.smallfry.engine.levels import LEVELS
from shoal.games.smallfry.engine.settings import read_settings

SETTINGS = {level.name: level.settings for level in read_levels(LEVELS)}


def test_the_game_offers_its_bots_weakest_first_the_greedy_one_among_the_levels() -> None:
    assert list(GAME.bots()) == ["minnow", "perch", "salmon", "pike", "greedy", "shark"]


@pytest.mark.parametrize("level", LEVEL_TITLES)
def test_settings_are_read(level: str) -> None:
    read_settings(SETTINGS[level])


def test_listing_the_levels_loads_no_engine() -> None:
    code = "import sys; from shoal.games.smallfry import GAME; GAME.bots(); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
