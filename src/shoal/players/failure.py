"""A bot that let its seat down."""

from shoal.core import ShoalError

__all__ = ["BotFailure"]


class BotFailure(ShoalError):
    """It did not answer with a step that it may take; in the arena its seat has lost the game."""
