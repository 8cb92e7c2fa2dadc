"""The five levels as bots, from `levels.toml`; nothing is compiled before one of them thinks."""

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from shoal.core import Bot, BotMaker
from shoal.core.levels import Level, level_bots

__all__ = ["LEVELS", "tank_levels"]

LEVELS = Path(__file__).with_name("levels.toml")


@cache
def tank_levels() -> Mapping[str, BotMaker]:
    """By name, weakest first."""
    return level_bots(LEVELS, _sit_down)


def _sit_down(rng: random.Random, level: Level) -> Bot:
    from shoal.games.fishtank.engine.bot import Engine
    from shoal.games.fishtank.engine.settings import read_settings

    return Engine(rng, read_settings(level.settings), level.seconds)
