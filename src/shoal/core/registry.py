"""The games that are installed: packages announce them as entry points of the group `shoal.games`."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from shoal.core.errors import ShoalError, shorten
from shoal.core.game import Game
from shoal.core.text import msg

__all__ = ["find_game", "game_names"]

_GROUP = "shoal.games"


@cache
def _announced() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=_GROUP))}


def game_names() -> list[str]:
    """The names of all installed games, in alphabetical order.

    >>> shoal.game_names()
    ['fishtank', 'penguins', 'smallfry']
    """
    return list(_announced())


@cache
def find_game(name: str) -> Game:
    """The game of this name.

    >>> str(shoal.find_game("penguins").title)
    "Hey, That's My Fish!"
    """
    if name not in _announced():
        known = ", ".join(game_names())
        raise ShoalError(msg("there is no game {name}: expected one of {known}", name=shorten(name), known=known))
    game = _announced()[name].load()
    if not isinstance(game, Game):
        raise TypeError(f"entry point {name!r} of group {_GROUP!r} is not a shoal.core.Game")
    return game
