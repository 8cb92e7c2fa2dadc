"""Levels of play, defined in data: a `levels.toml` beside a game's engine.

    [[levels]]
    name = "perch"
    seconds = 0.2                    how long it may think about a step
    rating = 1210                    measured against the other levels, the weakest of which has 1000
    interval = [1180, 1240]          of 95 %
    [levels.settings]                settings of the game's engine: weak by judgement, not by chance
    depth = 2

Weakest first. The names are the same in every game, so that a player knows what to ask for. A rating goes
with its interval; both are missing where they were not measured.
"""

import random
import tomllib
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Final

import msgspec

from shoal.core.errors import ShoalError
from shoal.core.game import Bot, BotMaker, Game
from shoal.core.text import Text, msg

__all__ = ["LEVEL_TITLES", "Level", "Setting", "game_levels", "level_bots", "read_levels"]

Setting = bool | int | float | str

#: Every level's name, weakest first, and its title for people.
LEVEL_TITLES: Final[dict[str, Text]] = {
    "minnow": msg("minnow: a child wins"),
    "perch": msg("perch: plays for fun"),
    "salmon": msg("salmon: knows the game"),
    "pike": msg("pike: hard to beat"),
    "shark": msg("shark: shows no mercy"),
}


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One level. `interval` is the 95 % interval of `rating`; both are None if not measured."""

    name: str
    seconds: float
    settings: dict[str, Setting] = {}
    rating: float | None = None
    interval: tuple[float, float] | None = None

    @property
    def title(self) -> Text:
        """The level in words, such as "minnow: a child wins"."""
        return LEVEL_TITLES[self.name]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: tuple[Level, ...]


def read_levels(path: Path) -> tuple[Level, ...]:
    """All five levels of a game, weakest first."""
    try:
        levels = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).levels
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeError) as error:
        raise _unreadable(path, str(error)) from None
    if [level.name for level in levels] != list(LEVEL_TITLES):
        raise _unreadable(path, msg("expected the levels {names}", names=", ".join(LEVEL_TITLES)))
    for level in levels:
        if (fault := _fault(level)) is not None:
            raise _unreadable(path, msg("level {name}: {fault}", name=level.name, fault=fault))
    return levels


def _unreadable(path: Path, reason: str | Text) -> ShoalError:
    return ShoalError(msg("cannot read {path}: {reason}", path=path, reason=reason))


def _fault(level: Level) -> Text | None:
    """What is wrong with a level's numbers; None if they are right."""
    if not (isfinite(level.seconds) and level.seconds > 0):
        return msg("found {found} seconds, expected more than 0", found=level.seconds)
    if (level.rating is None) != (level.interval is None):
        return msg("a rating and its interval go together")
    if level.rating is None or level.interval is None:
        return None
    low, high = level.interval
    # Comparisons with NaN are false, so this keeps it out as well.
    if not (isfinite(low) and isfinite(high) and low <= level.rating <= high):
        return msg(
            "found the rating {rating} and the interval {low} to {high}, expected the rating within the interval",
            rating=level.rating,
            low=low,
            high=high,
        )
    return None


def game_levels(game: Game) -> tuple[Level, ...]:
    """The levels that a game's engine has, from `engine/levels.toml` in the game's folder; none without that file."""
    path = game.folder / "engine" / "levels.toml"
    return read_levels(path) if path.exists() else ()


def level_bots(path: Path, make: Callable[[random.Random, Level], Bot]) -> dict[str, BotMaker]:
    """The levels as bots by name, weakest first; `make` is called, and loads the engine, for each new bot."""

    def maker(level: Level) -> BotMaker:
        return lambda rng: make(rng, level)

    return {level.name: maker(level) for level in read_levels(path)}
