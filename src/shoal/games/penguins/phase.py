"""The phases of a game, in order."""

import enum

__all__ = ["IcePhase"]


class IcePhase(enum.Enum):
    """What the game is about just now; `SWAPS` only comes where the players wanted it."""

    DEAL = "deal"
    SWAPS = "swaps"
    PLACING = "placing"
    MOVING = "moving"
    OVER = "over"
