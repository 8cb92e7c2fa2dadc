"""Levels of play, defined in data: a `levels.toml` beside a game's engine.

    measured = "shoal arena …"       the command that measured the ratings, if any did

    [[levels]]
    name = "perch"
    seconds = 0.2                    how long it may think about a step
    rating = 1210                    measured against the other levels, the weakest of which has 1000
    interval = [1180, 1240]          of 95 %
    [levels.settings]                settings of the game's engine: weak by judgement, not by chance
    depth = 2

    [[others]]                       a bot of the game that is no level
    name = "greedy"
    measured = "shoal arena …"
    rating = 1105                    on the same scale
    interval = [1070, 1140]

Weakest first. The names are the same in every game, so that a player knows what to ask for. A rating goes
with its interval; both are missing where they were not measured. Where there are other bots, all levels have them:
the ratings say in which order a game lists its bots.
"""

import random
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Final

import msgspec

from shoal.core.errors import ShoalError
from shoal.core.game import Bot, BotMaker, Game
from shoal.core.text import Text, msg

__all__ = [
    "LEVEL_TITLES",
    "Level",
    "OtherBot",
    "Setting",
    "game_levels",
    "game_ratings",
    "level_bots",
    "rating_commands",
    "read_levels",
    "weakest_first",
]

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


class OtherBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that is no level, rated against the levels."""

    name: str
    rating: float
    interval: tuple[float, float]
    measured: str = ""

    @property
    def title(self) -> Text:
        """What it is called."""
        return msg("{name}", name=self.name)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: tuple[Level, ...]
    others: tuple[OtherBot, ...] = ()
    measured: str = ""


def read_levels(path: Path) -> tuple[Level, ...]:
    """All five levels of a game, weakest first."""
    return _read(path).levels


def _read(path: Path) -> _File:
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeError) as error:
        raise _unreadable(path, str(error)) from None
    if [level.name for level in found.levels] != list(LEVEL_TITLES):
        raise _unreadable(path, msg("expected the levels {names}", names=", ".join(LEVEL_TITLES)))
    for level in found.levels:
        fault = _fault(level)
        if fault is None and level.rating is None and found.others:
            fault = msg("other bots are rated against the levels, but it has no rating")
        if fault is not None:
            raise _unreadable(path, msg("level {name}: {fault}", name=level.name, fault=fault))
    for other in found.others:
        if (fault := _rating_fault(other.rating, other.interval)) is not None:
            raise _unreadable(path, msg("bot {name}: {fault}", name=other.name, fault=fault))
    return found


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
    return _rating_fault(level.rating, level.interval)


def _rating_fault(rating: float, interval: tuple[float, float]) -> Text | None:
    low, high = interval
    # Comparisons with NaN are false, so this keeps it out as well.
    if not (isfinite(low) and isfinite(high) and low <= rating <= high):
        return msg(
            "found the rating {rating} and the interval {low} to {high}, expected the rating within the interval",
            rating=rating,
            low=low,
            high=high,
        )
    return None


def game_levels(game: Game) -> tuple[Level, ...]:
    """The levels that a game's engine has, from `engine/levels.toml` in the game's folder; none without that file."""
    path = _path_of(game)
    return read_levels(path) if path.exists() else ()


def game_ratings(game: Game) -> tuple[Level | OtherBot, ...]:
    """The levels of a game and its other bots that were rated, weakest first."""
    path = _path_of(game)
    return _rated(path) if path.exists() else ()


def rating_commands(game: Game) -> tuple[str, ...]:
    """The commands that measured a game's ratings, as far as its file says."""
    path = _path_of(game)
    if not path.exists():
        return ()
    found = _read(path)
    return tuple(command for command in (found.measured, *(other.measured for other in found.others)) if command)


def weakest_first(path: Path, bots: Mapping[str, BotMaker]) -> dict[str, BotMaker]:
    """These bots, levels and others, in the order of the ratings in their game's file, which has just these."""
    names = [rated.name for rated in _rated(path)]
    if sorted(names) != sorted(bots):
        raise _unreadable(path, msg("expected the bots {names}", names=", ".join(bots)))
    return {name: bots[name] for name in names}


def _path_of(game: Game) -> Path:
    return game.folder / "engine" / "levels.toml"


@cache
def _rated(path: Path) -> tuple[Level | OtherBot, ...]:
    """The levels and the other bots by their ratings; the levels as they stand there, where they have none."""
    found = _read(path)
    if not found.others:
        return found.levels
    return tuple(sorted((*found.levels, *found.others), key=lambda rated: rated.rating or 0.0))


def level_bots(path: Path, make: Callable[[random.Random, Level], Bot]) -> dict[str, BotMaker]:
    """The levels as bots by name, weakest first; `make` is called, and loads the engine, for each new bot."""

    def maker(level: Level) -> BotMaker:
        return lambda rng: make(rng, level)

    return {level.name: maker(level) for level in read_levels(path)}
