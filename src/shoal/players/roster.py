"""Bots by name: those that play any game, and the game's own."""

from collections.abc import Mapping
from typing import Final

from shoal.core import BotMaker, Game, ShoalError, msg
from shoal.core.errors import shorten
from shoal.players.uniform import RandomBot

__all__ = ["bot_names", "find_bot"]

#: They come first, being weaker than any bot that knows its game.
_ANY_GAME: Final[Mapping[str, BotMaker]] = {"random": RandomBot}


def bot_names(game: Game) -> list[str]:
    """The bots that play this game, weakest first."""
    return list(_roster(game))


def find_bot(game: Game, name: str) -> BotMaker:
    """The bot of this name for this game."""
    roster = _roster(game)
    if name not in roster:
        raise ShoalError(
            msg(
                "{game} has no bot {name}: expected one of {known}",
                game=game.name,
                name=shorten(name),
                known=", ".join(roster),
            )
        )
    return roster[name]


def _roster(game: Game) -> Mapping[str, BotMaker]:
    return {**_ANY_GAME, **game.bots()}
