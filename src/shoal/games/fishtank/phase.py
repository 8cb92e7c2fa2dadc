"""The phases of a round."""

from enum import Enum

__all__ = ["RoundPhase"]


class RoundPhase(Enum):
    """What comes next in the round."""

    DEAL = "deal"
    CHOOSE = "choose"
    DISCARD = "discard"
    DRAW = "draw"
    PLACE = "place"
    OVER = "over"
