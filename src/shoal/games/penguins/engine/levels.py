"""The five levels as bots, from `levels.toml`; nothing is compiled before one of them thinks."""

import os
import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from shoal.core import Bot, BotMaker
from shoal.core.levels import Level, level_bots

__all__ = ["penguin_levels"]


@cache
def penguin_levels() -> Mapping[str, BotMaker]:
    """By name, weakest first."""
    return level_bots(Path(__file__).with_name("levels.toml"), _sit_down)


def _sit_down(rng: random.Random, level: Level) -> Bot:
    from shoal.games.penguins.engine.bot import Engine
    from shoal.games.penguins.engine.settings import Skill

    return Engine(
        rng=rng,
        seconds=level.seconds,
        threads=os.cpu_count() or 1,
        skill=msgspec.convert(level.settings, Skill),
    )
