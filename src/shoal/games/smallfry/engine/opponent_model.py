"""How everybody is taken to play on, and what totals are worth among such players.

The numbers were found by matches against each other and against players who stop after so many cards.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, Reals
from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.engine.match_equity import FEWEST, YOUNGEST, Match, solve
from shoal.games.smallfry.engine.sessions import Sea, count_cards, new_sea, play_sessions
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.engine.species_values import hopes_of, prospects_of
from shoal.games.smallfry.turn import LONGEST_ROW, PlayCounts

__all__ = ["begin_sea", "habit_of", "habit_shown", "match_of", "pool_of", "prospects_for"]

#: The chance that a card of the deck ends in a given catch, as far as a habit should count on it.
_SHARE: Final = 0.05
#: What a second and a third card lose in worth, because they may overlap with the first.
_OVERLAP: Final = 0.05
#: Sessions in a pool, by number of players.
_POOL: Final = {2: 1500, 3: 800, 4: 400}
_PLAIN: Final = Settings()
#: The best that somebody can do who only counts cards: stop after so many, and announce so many.
_STOP_AFTER: Final = 4
_ANNOUNCES: Final = 2


def habit_of(settings: Settings, players: int) -> Reals:
    """The row of numbers that `sessions.py` reads."""
    spite = 1 / (players - 1)
    return np.array([settings.stop_after, settings.announces, settings.eagerness, spite, _OVERLAP], dtype=np.float64)


def habit_shown(way: PlayCounts, players: int) -> Reals:
    """The habit that fits how somebody has played: first of those who only count cards, and of them the best.

    Once he has shown that he does not, he is taken to weigh cards.
    """
    fitting = [cards for cards in range(1, LONGEST_ROW + 1) if _fits(way, cards)]
    numbers = [number for number, times in enumerate(way.announced, start=1) if times]
    settings = Settings(
        stop_after=min(fitting, key=lambda cards: abs(cards - _STOP_AFTER), default=0),
        announces=_ANNOUNCES if not numbers else numbers[0] if len(numbers) == 1 else 0,
    )
    return habit_of(settings, players)


def _fits(way: PlayCounts, cards: int) -> bool:
    """Whether somebody who stops after so many cards, and only then, would have played like this."""
    elsewhere = sum(way.stopped) - way.stopped[cards - 1]
    return not elsewhere and not any(way.went_on[cards - 1 :])


@lru_cache(maxsize=1)
def prospects_for() -> tuple[Reals, Reals]:
    """What a player by habit expects of a species, and hopes from the deck."""
    prospects = prospects_of(_SHARE)
    return prospects, hopes_of(prospects)


def begin_sea(players: int) -> Sea:
    """A session before the first card."""
    start = new_sea(players)
    start.now[1] = len(BOX)
    start.deck[:] = list(BOX)
    count_cards(start)
    return start


@lru_cache(maxsize=8)
def pool_of(players: int) -> Numbers:
    """What sessions between such players bring: by line, points in the order of turns."""
    start = begin_sea(players)
    start.dice[0] = 20_240_077
    pool = np.zeros((_POOL[players], players), dtype=np.int64)
    prospects, hopes = prospects_for()
    habits, all_prospects, all_hopes = (
        np.array([row] * players) for row in (habit_of(_PLAIN, players), prospects, hopes)
    )
    play_sessions(start, new_sea(players), habits, all_prospects, all_hopes, pool)
    return pool


@lru_cache(maxsize=8)
def match_of(players: int, target: int, next_session: str) -> Match:
    """What totals are worth."""
    return solve(players, target, FEWEST if next_session == "fewest" else YOUNGEST, pool_of(players))
