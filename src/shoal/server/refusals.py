"""What visitors may be told no for. `problems.py` says with which status."""

from shoal.core import Game, Refusal, ShoalError, Text, find_game, game_names, msg

__all__ = ["Late", "Missing", "NotYours", "game_named"]


class Missing(ShoalError):
    """Something that is not there, or not for this person to know of: both look the same from outside."""

    def __init__(self, text: Text | None = None) -> None:
        super().__init__(text if text is not None else msg("there is no such page"))


class NotYours(ShoalError):
    """Something that only somebody else may do."""


class Late(Refusal):
    """A step that answers a position which is not there any more."""

    def __init__(self) -> None:
        super().__init__(msg("the table has changed in the meantime: please look again"))


def game_named(name: str) -> Game:
    """The game of this name, as part of an address."""
    if name not in game_names():
        raise Missing
    return find_game(name)
