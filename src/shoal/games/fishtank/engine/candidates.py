"""The ways to go on, each with what it promises at a glance; exact where the last two cards are known."""

import random
from typing import NamedTuple

import numpy as np

from shoal.core import Seat
from shoal.core.numba_kernels import Numbers, Reals
from shoal.games.fishtank.cells import CENTRE
from shoal.games.fishtank.engine.candidate_rollouts import two_last_cards, weigh_placings
from shoal.games.fishtank.engine.encoding import Framed, Numbering, framed
from shoal.games.fishtank.engine.last_two_cards import last_card
from shoal.games.fishtank.engine.potential import ROUNDS, odds_now, worth
from shoal.games.fishtank.engine.rollout_policy import decide, lay, room_for
from shoal.games.fishtank.engine.scoring_tables import CELLS, MOST_MISSING, Book
from shoal.games.fishtank.state import Phase
from shoal.games.fishtank.steps import Choose, Place
from shoal.games.fishtank.view import TankView

__all__ = ["Glance", "Way"]


class Way(NamedTuple):
    """A step, what it promises, and how it goes on: the tank in a frame, with the card placed or to be chosen."""

    step: Choose | Place
    promise: float
    tank: Numbers
    free: int
    kind: int


class Glance:
    """What a seat sees at a glance."""

    def __init__(self, view: TankView, me: Seat, book: Book, habit: Reals) -> None:
        self.numbering = Numbering(view.box)
        self.pool = self.numbering.unchosen(seen.choices for seen in view.past)
        self._view = view
        self._me = me
        self._book = book
        self._habit = habit
        self._odds = np.zeros((len(self.numbering.kinds) + 2, MOST_MISSING + 1))
        # What is chosen or placed now leaves so many rounds behind.
        odds_now(habit, self.pool, self.played + (view.phase is Phase.CHOOSE), self._odds)

    @property
    def played(self) -> int:
        """Rounds whose choices are open."""
        return len(self._view.past)

    def ways(self, rng: random.Random, *, turning: bool) -> list[Way]:
        """All ways to go on, the most promising first, equals in any order; a placing in the best frame for it."""
        found = self._choices() if self._view.phase is Phase.CHOOSE else self._placings(turning=turning)
        rng.shuffle(found)
        return sorted(found, key=lambda way: -way.promise)

    @property
    def certain(self) -> bool:
        """Whether the promises of ways are certain: the last card, or the last two when both are known."""
        return self.played + (self._view.phase is Phase.CHOOSE) >= ROUNDS - (self._view.phase is Phase.PLACE)

    def tank(self, seat: Seat) -> tuple[Framed, float]:
        """A seat's tank in the frame that promises most, and what it promises."""
        best: tuple[Framed, float] | None = None
        tally = np.zeros(2)
        for one in framed(self._view.tanks[seat], self.numbering):
            promise = worth(self._book, self._habit, self._odds, one.cells, one.free, tally)
            if best is None or promise > best[1]:
                best = one, promise
        if best is None:
            raise ValueError("a tank without a frame")
        return best

    def _choices(self) -> list[Way]:
        hand = self._view.hand or ()
        tanks = framed(self._view.tanks[self._me], self.numbering)
        room, chosen = room_for(len(self.numbering.kinds)), np.zeros(3, dtype=np.int64)
        ways = []
        for name in dict.fromkeys(hand):
            only = self.numbering.heap((name,))
            found: list[Way] = []
            for one in tanks:
                if self.certain:
                    promise = last_card(self._book, one.cells, one.free, only, chosen)
                else:
                    promise = decide(self._book, self._habit, self._odds, one.cells, one.free, only, room, chosen)
                kind = self.numbering.numbers[name]
                found.append(Way(Choose(self._me, name), promise, one.cells, one.free, kind))
            ways.append(max(found, key=lambda way: way.promise))
        return ways

    def _placings(self, *, turning: bool) -> list[Way]:
        kind = self.numbering.numbers[self._view.revealed[self._me]]
        best: dict[Place, tuple[float, Framed, int, int]] = {}
        values = np.zeros((CELLS, CELLS + 1))
        for one in framed(self._view.tanks[self._me], self.numbering):
            self._weigh(one, kind, values)
            for cell in range(CELLS):
                if one.free >> cell & 1:
                    for turned in range(-1, CELLS) if turning else (-1, cell):
                        promise = float(values[cell, turned])
                        if promise > -1:
                            step = self._place(one, cell, turned)
                            if step not in best or promise > best[step][0]:
                                best[step] = promise, one, cell, turned
        ways = []
        for step, (promise, one, cell, turned) in best.items():
            tank = one.cells.copy()
            lay(tank, int(self._book.plant[0]), kind, cell, turned)
            ways.append(Way(step, promise, tank, one.free & ~(1 << cell), kind))
        return ways

    def _place(self, one: Framed, cell: int, turned: int) -> Place:
        if self._view.tanks[self._me].occupied:
            return Place(self._me, one.frame[cell], None if turned < 0 else one.frame[turned])
        # The first card has one place, whatever cell of its frame that will be.
        return Place(self._me, CENTRE, None if turned < 0 else CENTRE)

    def _weigh(self, one: Framed, kind: int, values: Reals) -> None:
        if self.certain:
            hand = self.numbering.heap(self._view.hand or ())
            two_last_cards(self._book, one.cells, one.free, kind, hand, values, np.zeros(3, dtype=np.int64))
        else:
            weigh_placings(self._book, self._habit, self._odds, one.cells, one.free, kind, values, np.zeros(2))
