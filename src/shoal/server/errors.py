"""What visitors may be told no for. `problems.py` says with which status."""

from shoal.core import Game, Refusal, ShoalError, Text, find_game, game_names, msg

__all__ = ["CrossSite", "Late", "Missing", "NoPerson", "NotYours", "TooLong", "TooMany", "WrongHost", "game_named"]


class Missing(ShoalError):
    """Something that is not there, or not for this person to know of: both look the same from outside."""

    def __init__(self, text: Text | None = None) -> None:
        super().__init__(text if text is not None else msg("there is no such page"))


class NotYours(ShoalError):
    """Something that only somebody else may do."""


class NoPerson(ShoalError):
    """Something that only a person may do, asked for without a cookie and without a token that is good."""

    def __init__(self) -> None:
        super().__init__(msg("this needs somebody: send a cookie of ours, or a token that was not taken back"))


class CrossSite(ShoalError):
    """A request that a page of another site made in somebody's name, as far as we can tell."""

    def __init__(self) -> None:
        super().__init__(msg("this is not allowed; please load the page again and try once more"))


class WrongHost(ShoalError):
    """A request for a name that this server was not given."""

    def __init__(self) -> None:
        super().__init__(msg("this server does not go by that name: whoever runs it can add it with --allowed-host"))


class TooLong(ShoalError):
    """An address or headers beyond all need."""

    def __init__(self, status: int) -> None:
        super().__init__(msg("that is too large"))
        self.status = status


class TooMany(ShoalError):
    """More than anybody needs to ask for; after `seconds` one more is fine."""

    def __init__(self, seconds: int) -> None:
        super().__init__(msg("too many requests: please wait a moment"))
        self.seconds = seconds


class Late(Refusal):
    """A step that answers a position which is not there any more."""

    def __init__(self) -> None:
        super().__init__(msg("the table has changed in the meantime: please look again"))


def game_named(name: str) -> Game:
    """The game of this name, as part of an address."""
    if name not in game_names():
        raise Missing
    return find_game(name)
