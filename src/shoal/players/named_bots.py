"""Bots by name: those that play any game, the game's own, and programs behind a pipe."""

import difflib
import random
from collections.abc import Mapping
from typing import Final
from weakref import WeakKeyDictionary

from shoal.core import Bot, BotMaker, Game, ShoalError, msg
from shoal.core.errors import shorten
from shoal.core.levels import LEVEL_TITLES, game_levels
from shoal.core.options import OptionValue
from shoal.players.pipe import PREFIX, PipeBot, read_command
from shoal.players.random_bot import RandomBot
from shoal.players.search import SearchBot

__all__ = [
    "bot_names",
    "find_bot",
    "find_bot_or_program",
    "is_bot",
    "is_program",
    "nearly_named",
    "split_names",
    "usual_opponent",
    "usual_seconds",
]

#: Bots for any game. How strong the search is depends on the game, so they stand before the game's own.
_GENERAL_BOTS: Final[Mapping[str, BotMaker]] = {"random": RandomBot, "search": SearchBot}
#: About how long bots without a level think about a step: those for any game, the one that games have for comparison,
#: and one of which nothing is known.
_SECONDS: Final[Mapping[str, float]] = {"random": 0.0, "greedy": 0.0, "search": 0.3}
_UNKNOWN_SECONDS: Final = 1.0
#: The seconds of each game's levels, once they have been read.
_LEVEL_SECONDS: Final[WeakKeyDictionary[Game, dict[str, float]]] = WeakKeyDictionary()

#: How alike a mistyped name is at least, from 0 to 1: `sharkk` and `shrak` are, `Mark` and `Simon` are not.
_MISTYPED: Final = 0.8


def bot_names(game: Game) -> list[str]:
    """The bots that play this game: those that play any, then the game's own, weakest first."""
    return list(_bots_of(game))


def usual_opponent(game: Game) -> str:
    """The bot that plays unless another is named: the middle one of the game's levels, or else its best bot."""
    names = bot_names(game)
    levels = [name for name in names if name in LEVEL_TITLES]
    return levels[len(levels) // 2] if levels else names[-1]


def usual_seconds(game: Game, name: str) -> float:
    """About how long a bot thinks about a step when nothing limits it."""
    if game not in _LEVEL_SECONDS:
        _LEVEL_SECONDS[game] = {level.name: level.seconds for level in game_levels(game)}
    return {**_SECONDS, **_LEVEL_SECONDS[game]}.get(name, _UNKNOWN_SECONDS)


def find_bot(game: Game, name: str) -> BotMaker:
    """The bot of this name for this game. Never a program, so the name may come from an untrusted source."""
    if is_program(name):
        raise ShoalError(msg("{name}: a program is started only when the command line names it", name=shorten(name)))
    bots = _bots_of(game)
    if name not in bots:
        raise ShoalError(
            msg(
                "{game} has no bot {name}: expected one of {known}",
                game=game.name,
                name=shorten(name),
                known=", ".join(bots),
            )
        )
    return bots[name]


def find_bot_or_program(game: Game, name: str, options: Mapping[str, OptionValue]) -> BotMaker:
    """The bot of this name, or the program behind `pipe:COMMAND`.

    Only for names that the person at this machine typed: a name from a file or a request must not run programs.
    """
    if not is_program(name):
        return find_bot(game, name)
    command = read_command(name)

    def start(rng: random.Random) -> Bot:
        return PipeBot(game, options, command)

    return start


def is_bot(game: Game, name: str) -> bool:
    """Whether `find_bot_or_program` knows this name."""
    return is_program(name) or name in _bots_of(game)


def nearly_named(game: Game, name: str) -> str | None:
    """The bot of nearly this name, as it may have been mistyped; None if there is none, or one of just this name."""
    if is_bot(game, name):
        return None
    near = difflib.get_close_matches(name.casefold(), bot_names(game), n=1, cutoff=_MISTYPED)
    return near[0] if near else None


def is_program(name: str) -> bool:
    """Whether a name stands for a program behind a pipe."""
    return name.startswith(PREFIX)


def split_names(names: str) -> list[str]:
    """Split names at commas, except within the quotes of a command, as in `pipe:bot "1,2"`."""
    parts = [""]
    quote = ""
    for letter in names:
        if letter == "," and not quote:
            parts.append("")
            continue
        if letter in "\"'" and quote in ("", letter) and parts[-1].lstrip().startswith(PREFIX):
            quote = "" if quote else letter
        parts[-1] += letter
    return [part.strip() for part in parts]


def _bots_of(game: Game) -> Mapping[str, BotMaker]:
    return {**_GENERAL_BOTS, **game.bots()}
