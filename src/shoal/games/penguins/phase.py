"""The phases of a game, in order."""

import enum

__all__ = ["Phase"]


class Phase(enum.Enum):
    """What the game is about just now; `SWAPS` only where the players wanted it."""

    DEAL = "deal"
    SWAPS = "swaps"
    PLACING = "placing"
    MOVING = "moving"
    OVER = "over"
