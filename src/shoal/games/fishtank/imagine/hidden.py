"""The cards that a view does not show, and those of them that may be anywhere."""

import random
from collections.abc import Iterable

import msgspec

from shoal.core import Seat
from shoal.games.fishtank.hand import Hand
from shoal.games.fishtank.options import HAND_SIZE, Options
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import PlayedRound
from shoal.games.fishtank.view import SeenRound, View

__all__ = ["HiddenCards", "UnseenCards", "halves", "has_discarded", "has_drawn"]


class HiddenCards(msgspec.Struct, frozen=True):
    """The part of a state that its view does not show."""

    hands: tuple[Hand, ...]
    drawn: tuple[str | None, ...]
    pile: tuple[int, ...]
    past: tuple[PlayedRound, ...]


class UnseenCards:
    """Cards that may be anywhere, by kind; they are dealt at random, and the rest are the pile."""

    __slots__ = ("_options", "counts")

    def __init__(self, options: Options, seen: Iterable[str]) -> None:
        self._options = options
        self.counts = list(options.counts)
        for kind in seen:
            self.counts[options.kind_index[kind]] -= 1

    def take(self, kind: str) -> None:
        """Remove a card that was placed otherwise."""
        self.counts[self._options.kind_index[kind]] -= 1

    def deal(self, cards: int, rng: random.Random) -> Hand:
        """Remove this many cards at random, all with equal odds."""
        if not cards:
            return ()
        dealt = rng.sample(self._options.kinds, cards, counts=self.counts)
        for kind in dealt:
            self.take(kind)
        return tuple(sorted(dealt))


def halves(view: View) -> list[tuple[SeenRound, ...]]:
    """The rounds seen, half by half; the last half may be incomplete."""
    return [view.past[start : start + HAND_SIZE] for start in range(0, view.half * HAND_SIZE, HAND_SIZE)]


def has_drawn(view: View, seat: Seat) -> bool:
    """Whether a seat has drawn into the hand last passed to it (T17)."""
    return view.phase in (RoundPhase.CHOOSE, RoundPhase.PLACE) or view.served > seat


def has_discarded(view: View, seat: Seat) -> bool:
    """Whether the discard from the hand last passed to a seat is made (T17)."""
    return has_drawn(view, seat) or (view.phase is RoundPhase.DRAW and view.served == seat)
