"""Opponent model: how each player is taken to play on, as a policy of `rollout.py`, fitted to what they have shown.

The numbers were found by matches against each other and against players who stop after a fixed number of cards.
"""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Reals
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.turn import LONGEST_ROW, PlayCounts

__all__ = ["policy_of", "policy_shown"]

#: What a second and a third card lose in value, because they may overlap with the first.
_OVERLAP: Final = 0.05
#: The best that a player can do who only counts cards: the row at which they stop, and the number they announce.
_STOP_AFTER: Final = 4
_ANNOUNCES: Final = 2


def policy_of(settings: Settings, players: int) -> Reals:
    """The policy [5] of a player with these settings: the numbers are described in `rollout.py`."""
    spite = 1 / (players - 1)
    return np.array([settings.stop_after, settings.announces, settings.eagerness, spite, _OVERLAP], dtype=np.float64)


def policy_shown(counts: PlayCounts, players: int) -> Reals:
    """The policy [5] that fits how a player has played: of those who only count cards, the best one that fits.

    A player who has shown that they do not only count cards is taken to weigh them.
    """
    fitting = [cards for cards in range(1, LONGEST_ROW + 1) if _fits(counts, cards)]
    numbers = [number for number, times in enumerate(counts.announced, start=1) if times]
    settings = Settings(
        stop_after=min(fitting, key=lambda cards: abs(cards - _STOP_AFTER), default=0),
        announces=_ANNOUNCES if not numbers else numbers[0] if len(numbers) == 1 else 0,
    )
    return policy_of(settings, players)


def _fits(counts: PlayCounts, cards: int) -> bool:
    """Whether a player who stops at `cards` cards, and only then, would have played like this."""
    elsewhere = sum(counts.stopped) - counts.stopped[cards - 1]
    return not elsewhere and not any(counts.went_on[cards - 1 :])
