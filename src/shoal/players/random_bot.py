"""A bot for any game that likes every legal step equally well."""

import random

from shoal.core import Step, View

__all__ = ["RandomBot"]


class RandomBot:
    """Takes a uniformly random legal step."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Step:
        return self._rng.choice(view.legal)
