"""What a view leaves open, and the pool of cards that the viewer has never seen."""

import random
from collections.abc import Iterable

import msgspec

from shoal.core import Seat
from shoal.games.fishtank.hand import Hand
from shoal.games.fishtank.options import HAND_SIZE, Box
from shoal.games.fishtank.state import Phase, Round
from shoal.games.fishtank.view import Seen, TankView

__all__ = ["Hidden", "Pool", "halves", "has_discarded", "has_drawn"]


class Hidden(msgspec.Struct, frozen=True):
    """The part of a state that is more than its view."""

    hands: tuple[Hand, ...]
    drawn: tuple[str | None, ...]
    pile: tuple[int, ...]
    past: tuple[Round, ...]


class Pool:
    """Cards whose whereabouts the viewer does not know, to be dealt out at random; the last ones are the pile."""

    __slots__ = ("_box", "counts")

    def __init__(self, box: Box, seen: Iterable[str]) -> None:
        self._box = box
        self.counts = list(box.counts)
        for kind in seen:
            self.counts[box.order[kind]] -= 1

    def take(self, kind: str) -> None:
        """A card whose place was found otherwise."""
        self.counts[self._box.order[kind]] -= 1

    def deal(self, cards: int, rng: random.Random) -> Hand:
        """So many cards, any with the same odds."""
        if not cards:
            return ()
        dealt = rng.sample(self._box.kinds, cards, counts=self.counts)
        for kind in dealt:
            self.take(kind)
        return tuple(sorted(dealt))


def halves(view: TankView) -> list[tuple[Seen, ...]]:
    """The rounds seen, half by half; the last one may be incomplete."""
    return [view.past[start : start + HAND_SIZE] for start in range(0, view.half * HAND_SIZE, HAND_SIZE)]


def has_drawn(view: TankView, seat: Seat) -> bool:
    """Whether a seat has drawn into the hand passed to it last (T17)."""
    return view.phase in (Phase.CHOOSE, Phase.PLACE) or view.served > seat


def has_discarded(view: TankView, seat: Seat) -> bool:
    """Whether a seat's discard from the hand passed to it last is behind it (T17)."""
    return has_drawn(view, seat) or (view.phase is Phase.DRAW and view.served == seat)
