"""Levels of play, defined in data: a `levels.toml` beside a game's engine.

    [[levels]]
    name = "perch"
    seconds = 0.2                    how long it may think about a step
    rating = 1210                    measured, with its interval, against the other levels
    low = 1180
    high = 1240
    [levels.settings]                what the game's engine makes of it: weak by judgement, not by dice
    sight = 2

Weakest first. The names are the same in every game, so that a player knows what to ask for.
"""

import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from shoal.core.errors import ShoalError
from shoal.core.game import Bot, BotMaker
from shoal.core.text import Text, msg

__all__ = ["LEVEL_TITLES", "Level", "Setting", "level_bots", "read_levels"]

Setting = bool | int | float | str

#: Every level's name, weakest first, and what it is called.
LEVEL_TITLES: Final[dict[str, Text]] = {
    "minnow": msg("minnow: a child wins"),
    "perch": msg("perch: plays for fun"),
    "salmon": msg("salmon: knows the game"),
    "pike": msg("pike: hard to beat"),
    "shark": msg("shark: does its worst"),
}


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One level. A rating that nobody measured is missing."""

    name: str
    seconds: float
    settings: dict[str, Setting] = {}
    rating: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def title(self) -> Text:
        return LEVEL_TITLES[self.name]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: tuple[Level, ...]


def read_levels(path: Path) -> tuple[Level, ...]:
    """All five levels of a game, weakest first."""
    try:
        levels = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).levels
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ShoalError(msg("cannot read {path}: {reason}", path=path, reason=str(error))) from None
    if [level.name for level in levels] != list(LEVEL_TITLES):
        names = ", ".join(LEVEL_TITLES)
        raise ShoalError(msg("cannot read {path}: {reason}", path=path, reason=f"expected the levels {names}"))
    return levels


def level_bots(path: Path, make: Callable[[random.Random, Level], Bot]) -> dict[str, BotMaker]:
    """The levels as bots by name, weakest first; `make` loads the engine when one sits down, not before."""

    def maker(level: Level) -> BotMaker:
        return lambda rng: make(rng, level)

    return {level.name: maker(level) for level in read_levels(path)}
