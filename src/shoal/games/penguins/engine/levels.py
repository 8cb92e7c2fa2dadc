"""The five levels as bots, from `levels.toml`; nothing is compiled before one of them thinks."""

import os
import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from shoal.core import Bot, BotMaker
from shoal.core.levels import Level, level_bots

__all__ = ["LEVELS", "levels"]

LEVELS: Final = Path(__file__).with_name("levels.toml")
#: Numba's own name for how many threads a process may compute on; the server sets it for the processes of its bots.
_THREADS: Final = "NUMBA_NUM_THREADS"


@cache
def levels() -> Mapping[str, BotMaker]:
    """The makers of the levels' bots by name, weakest first."""
    return level_bots(LEVELS, _sit_down)


def _sit_down(rng: random.Random, level: Level) -> Bot:
    from shoal.games.penguins.engine.bot import Engine
    from shoal.games.penguins.engine.settings import read_settings

    settings = msgspec.structs.replace(read_settings(level.settings), threads=_allowed_threads())
    return Engine(rng, settings, seconds=level.seconds)


def _allowed_threads() -> int:
    """As many as this process may use: one for each core, unless its environment says otherwise.

    The searches are threads of our own, of which Numba knows nothing, so they have to look at this themselves.
    """
    return int(os.environ.get(_THREADS) or os.cpu_count() or 1)
