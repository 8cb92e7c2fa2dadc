"""How a game ended."""

import msgspec

from shoal.core.seats import Seat
from shoal.core.text import Text

__all__ = ["Result"]


class Result(msgspec.Struct, frozen=True):
    """Final scores by seat, who won (several when shared), and why in words."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: Text
