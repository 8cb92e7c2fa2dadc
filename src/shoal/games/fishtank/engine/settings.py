"""What a level changes: how far and how wide it looks, how much it hopes for, what it does not see."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec
import numpy as np

from shoal.core.levels import Setting
from shoal.core.numba_kernels import Reals
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.engine import potential
from shoal.games.fishtank.engine.scoring_tables import ADJACENCY, AREA, SHAPE, WHOLE, Book, book_of

__all__ = ["BEST_HABIT", "Settings", "blinkered", "habit_of", "read_settings"]

#: Found by self-play: generations of habits, the best of each leading to the next, at tables of two and four.
BEST_HABIT: Final[Mapping[int, float]] = {
    potential.RATE: 0.406,
    potential.LOOK: 1.215,
    potential.COST: 1.969,
    potential.SHAPES: 0.845,
    potential.AREAS: 1.032,
    potential.AMOUNT: 0.677,
    potential.FRESH: 0.537,
    potential.SAME: 0.45,
    potential.SAME_RATE: 0.108,
    potential.DIFFERENT: 1.007,
    potential.DIFFERENT_RATE: 0.099,
    potential.PLANTS: 0.583,
}
#: These say how much a hope counts; the others what is likely.
_WEIGHTS: Final = (
    potential.SHAPES,
    potential.AREAS,
    potential.AMOUNT,
    potential.SAME,
    potential.DIFFERENT,
    potential.PLANTS,
)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The knobs of the engine; as they stand, it does its worst."""

    #: Games played in imagination for a step: 0 none, it goes by the first glance; -1 as many as there is time for.
    games: int = -1
    #: Ways to go on that it compares, and how many points they may promise less than the best one.
    ways: int = 16
    slack: float = 6.0
    #: How much it counts on what a tank may become: 0 only what is in sight, 1 what is right.
    hope: float = 1.0
    #: Families that it does not see: words of "shape area amount adjacency" with spaces between.
    blind: str = ""
    #: Whether it ever turns an earlier card.
    turning: bool = True
    #: How much the best of the others counts: 1 plays to win, 0 for points alone.
    rivals: float = 1.0
    #: How large a lead is large, in points.
    lead: float = 8.0
    #: The first glance counts like so many imagined games.
    trust: float = 12.0


def read_settings(settings: Mapping[str, Setting]) -> Settings:
    """The knobs as a level's file gives them."""
    return msgspec.convert(settings, Settings)


def habit_of(settings: Settings) -> Reals:
    """The habit by which the engine looks at tanks."""
    habit = np.array([BEST_HABIT[number] for number in range(potential.HABITS)])
    for number in _WEIGHTS:
        habit[number] *= settings.hope
    return habit


_FAMILIES: Final = ("shape", "area", "amount", "adjacency")


@lru_cache(maxsize=8)
def blinkered(deck: Deck, blind: str) -> Book:
    """The book of a deck without the families that somebody does not see."""
    book = book_of(deck)
    unseen = blind.split()
    if not unseen:
        return book
    points, family, steps, light = book.points.copy(), book.family.copy(), book.steps.copy(), book.light
    for kind in range(len(family)):
        if _family(book, kind) in unseen:
            points[kind] = 0
            steps[kind] = 0
            family[kind] = AREA
    if "adjacency" in unseen:
        light = light[:0]
    return book._replace(points=points, family=family, steps=steps, light=light)


def _family(book: Book, kind: int) -> str:
    if book.family[kind] == SHAPE:
        return "shape"
    if book.family[kind] == ADJACENCY:
        return "adjacency"
    return "amount" if book.area[kind] == WHOLE else "area"
