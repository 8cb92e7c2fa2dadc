"""The five levels as bots, from `levels.toml`; the engine is loaded when the first of them sits down."""

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from shoal.core import Bot, BotMaker
from shoal.core.levels import Level, level_bots

__all__ = ["LEVELS", "levels"]

LEVELS: Final = Path(__file__).with_name("levels.toml")


@cache
def levels() -> Mapping[str, BotMaker]:
    """The bots by name, weakest first."""
    return level_bots(LEVELS, _sit_down)


def _sit_down(rng: random.Random, level: Level) -> Bot:
    from shoal.games.smallfry.engine.bot import Engine
    from shoal.games.smallfry.engine.settings import read_settings

    return Engine(rng, read_settings(level.settings), seconds=level.seconds)
