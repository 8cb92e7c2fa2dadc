"""The result of a game."""

import msgspec

from shoal.core.seats import Seat
from shoal.core.text import Text

__all__ = ["Result"]


class Result(msgspec.Struct, frozen=True):
    """Final scores by seat, the winners, and the reason in words.

    There is at least one winner: those who share a win are all winners, in a draw every seat.
    """

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: Text
