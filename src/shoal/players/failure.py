"""The error of a bot that does not play on."""

from shoal.core import ShoalError

__all__ = ["BotFailure"]


class BotFailure(ShoalError):
    """A bot gave no legal step as its answer; in the arena its seat forfeits the game."""
