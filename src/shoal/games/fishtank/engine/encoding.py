"""From the rules' tanks, hands and piles to the kernels' arrays."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers
from shoal.games.fishtank.cells import Frame
from shoal.games.fishtank.engine.scoring_tables import CELLS, WHOLE
from shoal.games.fishtank.options import Options
from shoal.games.fishtank.state import State
from shoal.games.fishtank.tank import Tank

__all__ = ["FramedTank", "KindNumbers", "framed_tanks"]


class KindNumbers:
    """The kinds of a deck by number, the back included."""

    __slots__ = ("counts", "kinds", "numbers")

    def __init__(self, options: Options) -> None:
        self.kinds = tuple(kind.name for kind in options.deck.kinds)
        self.numbers = {name: number for number, name in enumerate(self.kinds)}
        #: `[kinds]`: how many cards of each kind are in the game.
        self.counts = self.count_cards(())
        for name, cards in zip(options.kinds, options.counts, strict=True):
            self.counts[self.numbers[name]] = cards

    def count_cards(self, cards: Iterable[str]) -> Numbers:
        """How many cards of each kind, `[kinds]`."""
        counts = np.zeros(len(self.kinds), dtype=np.int64)
        for name in cards:
            counts[self.numbers[name]] += 1
        return counts

    def unchosen(self, rounds: Iterable[Sequence[str]]) -> Numbers:
        """The cards that no player has chosen in these rounds, `[kinds]`."""
        return self.counts - self.count_cards(name for choices in rounds for name in choices)

    def hands(self, state: State) -> Numbers:
        """The hands of a determinized state, `[players, kinds]`."""
        return np.stack([self.count_cards(hand) for hand in state.hands])

    def pile(self, state: State) -> Numbers:
        """The unused cards of a determinized state, `[kinds]`."""
        pile = np.zeros(len(self.kinds), dtype=np.int64)
        for name, cards in zip(state.options.kinds, state.pile, strict=True):
            pile[self.numbers[name]] = cards
        return pile


class FramedTank(NamedTuple):
    """A tank seen in one of its frames."""

    #: `[kinds]`: the cells of each kind, as places in the frame.
    cells: Numbers
    free: int
    frame: Frame


def framed_tanks(tank: Tank, numbers: KindNumbers) -> list[FramedTank]:
    """A tank in every frame still possible; an empty one only once, since it is the same in all of them."""
    found = []
    for frame in tank.frames[:1] if not tank.occupied else tank.frames:
        cells = np.zeros(len(numbers.kinds), dtype=np.int64)
        free = WHOLE
        for cell in range(CELLS):
            face = tank.faces[frame[cell]]
            if face:
                cells[numbers.numbers[face]] |= 1 << cell
                free ^= 1 << cell
        found.append(FramedTank(cells, free, frame))
    return found
