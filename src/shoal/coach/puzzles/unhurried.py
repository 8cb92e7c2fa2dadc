"""Bots that decide without a clock: what they do depends on the position and their seed alone."""

import random
from typing import Final

from shoal.core import Game, SearchLimit, Step, View
from shoal.core.levels import game_levels
from shoal.players import as_thinker, close_bot, find_bot

__all__ = ["UnhurriedBot", "is_bounded"]

#: Seconds. Not infinitely many: some engines divide by them.
_AGES: Final = 1e9


def is_bounded(game: Game, name: str) -> bool:
    """Whether a bot comes to an end without a clock. All levels do but the strongest."""
    return name not in [level.name for level in game_levels(game)[-1:]]


class UnhurriedBot:
    """A bot that thinks as far as its settings let it."""

    def __init__(self, game: Game, name: str, seed: str) -> None:
        self._bot = find_bot(game, name)(random.Random(seed))
        #: Levels look at a clock where they choose; other bots where they think.
        self._is_level = name in [level.name for level in game_levels(game)]

    def choose(self, view: View) -> Step:
        """One of `view.legal`."""
        return as_thinker(self._bot).think(view, SearchLimit(_AGES)).step if self._is_level else self._bot.choose(view)

    def close(self) -> None:
        """Close what the bot holds."""
        close_bot(self._bot)
