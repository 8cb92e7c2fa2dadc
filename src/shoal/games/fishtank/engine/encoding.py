"""From the rules' tanks, hands and moments to the kernels' arrays."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers
from shoal.games.fishtank.cells import Frame
from shoal.games.fishtank.engine.scoring_tables import CELLS, WHOLE
from shoal.games.fishtank.options import Box
from shoal.games.fishtank.state import TankState
from shoal.games.fishtank.tank import Tank

__all__ = ["Framed", "Numbering", "framed"]


class Numbering:
    """The kinds of a deck by number."""

    __slots__ = ("counts", "kinds", "numbers")

    def __init__(self, box: Box) -> None:
        self.kinds = tuple(kind.name for kind in box.deck.kinds)
        self.numbers = {name: number for number, name in enumerate(self.kinds)}
        self.counts = self.heap(())
        for name, cards in zip(box.kinds, box.counts, strict=True):
            self.counts[self.numbers[name]] = cards

    def heap(self, cards: Iterable[str]) -> Numbers:
        """How many cards of each kind."""
        heap = np.zeros(len(self.kinds), dtype=np.int64)
        for name in cards:
            heap[self.numbers[name]] += 1
        return heap

    def unchosen(self, choices: Iterable[Sequence[str]]) -> Numbers:
        """All cards that nobody has chosen in these rounds."""
        return self.counts - self.heap(name for round_choices in choices for name in round_choices)

    def hands(self, state: TankState) -> Numbers:
        """The hands of an imagined state, one line a seat."""
        return np.stack([self.heap(hand) for hand in state.hands])

    def pile(self, state: TankState) -> Numbers:
        """Its unused cards."""
        pile = np.zeros(len(self.kinds), dtype=np.int64)
        for name, cards in zip(state.box.kinds, state.pile, strict=True):
            pile[self.numbers[name]] = cards
        return pile


class Framed(NamedTuple):
    """A tank seen in one of its frames: the cells of each kind, the free ones, and where the frame lies."""

    cells: Numbers
    free: int
    frame: Frame


def framed(tank: Tank, numbering: Numbering) -> list[Framed]:
    """A tank in every frame still possible; an empty one is the same in all of them, so only once."""
    found = []
    for frame in tank.frames[:1] if not tank.occupied else tank.frames:
        cells = np.zeros(len(numbering.kinds), dtype=np.int64)
        free = WHOLE
        for cell in range(CELLS):
            face = tank.faces[frame[cell]]
            if face:
                cells[numbering.numbers[face]] |= 1 << cell
                free ^= 1 << cell
        found.append(Framed(cells, free, frame))
    return found
