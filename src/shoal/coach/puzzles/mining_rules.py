"""The rules by which a game's puzzles are mined: `puzzles.toml` in its folder, or those for any game beside this file.

effort = "usual"            the judge that decides
fewest_steps = 3            with fewer legal steps a position is no puzzle
mistakes_only = true        look only where a bot has made a mistake: a puzzle that somebody failed (default: false)
earlier = 5                 where estimates count: how many earlier positions of a game are looked at,
earlier_every = 3           in every third game (default: in all), because that takes long
most_of_a_game = 4          puzzles that one game may give, with different answers
most_of_a_grade = 0.45      the largest part of all puzzles that has one difficulty,
most_of_an_answer = 0.4     and one step as its answer: nobody should get far by guessing
apart = 4                   the least number of steps between two puzzles of one game
[certain]                   one step is clearly best if each other one costs so much
chance = 0.5                in the chance to win, where that is proved or exact,
points = 3                  or in points, compared with the best other seat (may be missing)
[estimated]                 the same where it is estimated; without it, such positions are left out
chance = 0.1
[[tables]]                  the games that are played, in turn
options = { players = 2 }
bots = ["perch", "salmon"]  by seat; they have to decide without a clock
"""

import tomllib
from pathlib import Path
from typing import Annotated, Final

import msgspec

from shoal.coach.puzzles.unhurried import is_bounded
from shoal.core import Game, ShoalError, msg
from shoal.core.judging import Effort
from shoal.core.levels import game_levels
from shoal.players import bot_names, find_bot

__all__ = ["ClearBounds", "MiningRules", "MiningTable", "graders_of", "read_mining_rules"]

RULES_FILE: Final = "puzzles.toml"
_GENERAL: Final = Path(__file__).with_name(RULES_FILE)
_GENERAL_GRADERS: Final = 3


class ClearBounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every other step has to cost at least."""

    chance: Annotated[float, msgspec.Meta(gt=0, le=1)]
    points: Annotated[float, msgspec.Meta(gt=0)] | None = None


class MiningTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table at which bots play for the miner."""

    bots: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    options: dict[str, object] = {}


class MiningRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All rules for one game."""

    certain: ClearBounds
    tables: Annotated[tuple[MiningTable, ...], msgspec.Meta(min_length=1)]
    estimated: ClearBounds | None = None
    effort: Effort = "usual"
    fewest_steps: Annotated[int, msgspec.Meta(ge=2)] = 3
    mistakes_only: bool = False
    earlier: Annotated[int, msgspec.Meta(ge=0)] = 5
    earlier_every: Annotated[int, msgspec.Meta(ge=1)] = 1
    most_of_a_game: Annotated[int, msgspec.Meta(ge=1)] = 2
    most_of_a_grade: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.45
    most_of_an_answer: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.4
    apart: Annotated[int, msgspec.Meta(ge=1)] = 4


def read_mining_rules(game: Game) -> MiningRules:
    """The rules of a game, or else those for any game."""
    own = game.folder / RULES_FILE
    path = own if own.exists() else _GENERAL
    try:
        rules = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), MiningRules)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeError) as error:
        raise ShoalError(msg("cannot read {path}: {reason}", path=path, reason=str(error))) from None
    for bot in {bot for table in rules.tables for bot in table.bots}:
        find_bot(game, bot)
        if not is_bounded(game, bot):
            raise ShoalError(msg("{path}: {bot} needs a clock: expected a weaker bot", path=path, bot=bot))
    return rules


def graders_of(game: Game) -> tuple[str, ...]:
    """The bots whose answers say how hard a puzzle is, weakest first: all levels but the strongest, which has no bound
    but the clock; in a game without levels, some of its bots.
    """
    levels = game_levels(game)
    return tuple(level.name for level in levels[:-1]) or tuple(bot_names(game)[:_GENERAL_GRADERS])
