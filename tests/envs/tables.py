"""Every game with every number of players."""

from typing import Final

from shoal.core import find_game

__all__ = ["GAMES", "TABLES", "identifier"]

GAMES: Final = ("fishtank", "penguins", "smallfry")
TABLES: Final = [(game, players) for game in GAMES for players in find_game(game).seat_counts]


def identifier(game: str) -> str:
    """The name under which the environments of a game are registered."""
    return f"shoal/{game}-v0"
