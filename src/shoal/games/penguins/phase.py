"""The phases of a game, in order."""

import enum

__all__ = ["IcePhase"]


class IcePhase(enum.Enum):
    """What comes next in the game; `SWAPS` comes only if the players want swaps."""

    DEAL = "deal"
    SWAPS = "swaps"
    PLACING = "placing"
    MOVING = "moving"
    OVER = "over"
