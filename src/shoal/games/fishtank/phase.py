"""The phases of a round."""

from enum import Enum

__all__ = ["RoundPhase"]


class RoundPhase(Enum):
    """What is going on."""

    DEAL = "deal"
    CHOOSE = "choose"
    DISCARD = "discard"
    DRAW = "draw"
    PLACE = "place"
    OVER = "over"
