"""Errors that a request can end with. `error_responses.py` maps each to an HTTP status."""

from shoal.core import Game, Refusal, ShoalError, Text, find_game, game_names, msg

__all__ = [
    "CoachBusy",
    "CrossSiteRequest",
    "NotFound",
    "NotPermitted",
    "RateLimited",
    "RequestTooLarge",
    "SignInRequired",
    "StalePosition",
    "UnknownHost",
    "game_named",
]


class NotFound(ShoalError):
    """It does not exist, or this person may not know that it does: both look the same from outside."""

    def __init__(self, text: Text | None = None) -> None:
        super().__init__(text if text is not None else msg("there is no such page"))


class NotPermitted(ShoalError):
    """Only another person may do this."""


class SignInRequired(ShoalError):
    """The request needs a person, and came without a session cookie and without a valid token."""

    def __init__(self) -> None:
        super().__init__(msg("sign-in required: send the session cookie or a valid token"))


class CrossSiteRequest(ShoalError):
    """A page of another site seems to have made the request in the name of its visitor."""

    def __init__(self) -> None:
        super().__init__(msg("this is not allowed; please reload the page and try again"))


class UnknownHost(ShoalError):
    """The `Host` header names a host that is not one of this server's."""

    def __init__(self) -> None:
        super().__init__(msg("this server does not go by that name; its administrator can add it with --allowed-host"))


class RequestTooLarge(ShoalError):
    """The address or the headers are longer than any real request needs."""

    def __init__(self, status: int) -> None:
        super().__init__(msg("that is too large"))
        self.status = status


class RateLimited(ShoalError):
    """A rate limit was reached; the next request is allowed after `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(msg("too many requests: please wait a moment"))
        self.seconds = seconds


class CoachBusy(ShoalError):
    """Too many wait for the coach, or it has failed; the next question may be answered after `seconds`."""

    seconds = 5

    def __init__(self) -> None:
        super().__init__(msg("the coach has much to do: please try again in a moment"))


class StalePosition(Refusal):
    """The step was meant for a position that the table has left since."""

    def __init__(self) -> None:
        super().__init__(msg("the table has changed in the meantime: please look again"))


def game_named(name: str) -> Game:
    """The game with this name, taken from an address. Raises `NotFound`."""
    if name not in game_names():
        raise NotFound
    return find_game(name)
