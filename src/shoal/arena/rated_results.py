"""A finished or running tournament, read from its file to be shown: how strong each bot is, and how sure that is.

Nothing is written, and the file need not be free: a line that is just being written is left out.
"""

import shlex
from collections.abc import Sequence
from math import isclose, isfinite
from pathlib import Path, PurePath
from typing import Final

import msgspec

from shoal.arena.match import PlayedGame
from shoal.arena.pairing import MatchSettings
from shoal.arena.ratings import ANCHOR, Rating, rate
from shoal.arena.results_file import read_results
from shoal.arena.standings import Standing, standings
from shoal.core import SaveError, ShoalError, Text, find_game, msg
from shoal.core.errors import shorten
from shoal.core.levels import game_ratings
from shoal.players import is_program
from shoal.players.pipe import PREFIX, read_command

__all__ = ["RatedBot", "RatedResults", "public_name", "read_rated_results"]

#: The house's ratings are measured at tables of so many seats.
_TWO: Final = 2


class RatedBot(msgspec.Struct, frozen=True):
    """A bot with the name that anybody may see, its rating, and its results."""

    name: str
    rating: Rating
    standing: Standing


class RatedResults(msgspec.Struct, frozen=True):
    """A tournament's bots, best first.

    With an `anchor`, ratings and intervals count from that bot, whose own rating is fixed: to the one that its game
    gives it if `on_house_scale`, else to 1000. Without one, all bots average 1500.
    """

    title: str
    settings: MatchSettings
    games: int
    bots: tuple[RatedBot, ...]
    anchor: str | None
    on_house_scale: bool


def read_rated_results(path: Path) -> RatedResults:
    """Read the file that `shoal arena --out` wrote. Raises `ShoalError` if it is none, or holds no game yet."""
    settings, entries = read_results(path)
    try:
        names = _public_names(settings.bots)
        game = find_game(settings.game)
        options = game.options(settings.options)
    except ShoalError as error:
        raise _refuse(path, error.text) from None
    if not entries:
        raise _refuse(path, msg("no game is finished yet"))
    for entry in entries:
        if (fault := _fault(entry, settings)) is not None:
            raise _refuse(path, msg("game {number}: {fault}", number=entry.number, fault=fault))
    like_house = settings.players == _TWO and options == game.options({"players": _TWO})
    measured = {rated.name: rated.rating for rated in game_ratings(game) if rated.rating is not None}
    played = {name for entry in entries for name in entry.lineup}
    anchor = next((bot for bot in settings.bots if like_house and bot in measured and bot in played), None)
    on_house_scale = anchor is not None
    if anchor is None and settings.ladder and settings.bots[0] in played:
        anchor = settings.bots[0]
    shift = measured[anchor] - ANCHOR if anchor is not None and on_house_scale else 0.0
    standing_of = {standing.bot: standing for standing in standings(entries, settings.time_ms)}
    return RatedResults(
        title=path.stem,
        settings=settings,
        games=len(entries),
        bots=tuple(
            RatedBot(
                names[rating.bot],
                Rating(rating.bot, rating.rating + shift, rating.low + shift, rating.high + shift),
                standing_of[rating.bot],
            )
            for rating in rate(entries, anchor)
        ),
        anchor=anchor and names[anchor],
        on_house_scale=on_house_scale,
    )


def public_name(bot: str) -> str:
    """The name of a bot; of a program, its command without the folders, which are nobody's business.

    It still begins with `pipe:`, so that no program passes for a level.
    """
    if not is_program(bot):
        return bot
    return PREFIX + shlex.join(PurePath(word).name or word for word in read_command(bot))


def _public_names(bots: Sequence[str]) -> dict[str, str]:
    names: dict[str, str] = {}
    for bot in dict.fromkeys(bots):
        name = public_name(bot)
        if name in names.values():
            raise ShoalError(msg("two bots would both be shown as {name}", name=shorten(name)))
        names[bot] = name
    return names


def _fault(entry: PlayedGame, settings: MatchSettings) -> Text | None:
    """What is wrong with a game of this tournament; None if nothing is."""
    parts = (entry.lineup, entry.shares, entry.scores, entry.clocks)
    if any(len(part) != settings.players for part in parts):
        return msg("expected {count} seats", count=settings.players)
    if strangers := set(entry.lineup) - set(settings.bots):
        return msg("found the bot {name}, which the first line does not have", name=shorten(min(strangers)))
    if not all(isfinite(share) and 0 <= share <= 1 for share in entry.shares) or not isclose(
        sum(entry.shares), 1, abs_tol=1e-6
    ):
        return msg("expected shares of the win that add up to 1")
    return None


def _refuse(path: Path, reason: Text) -> ShoalError:
    return SaveError(msg("cannot show {path}: {reason}", path=path, reason=reason))
