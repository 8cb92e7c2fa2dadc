"""Kernels: the last two cards of a tank, placed as well as they can be."""

from shoal.core.numba_kernels import Numbers, kernel, lowest
from shoal.games.fishtank.engine.rollout_policy import CELL, KIND, NOTHING, TURNED
from shoal.games.fishtank.engine.scoring import sets_of, tank_points
from shoal.games.fishtank.engine.scoring_tables import Book

__all__ = ["SET", "full_merit", "last_card"]

#: Sets decide between equal points (T18): a set is worth so little that points come first.
SET = 1 / 64


@kernel
def full_merit(book: Book, tank: Numbers) -> float:
    """Points, with a trifle for every set."""
    return tank_points(book, tank) + SET * sets_of(book, tank)


@kernel
def last_card(book: Book, tank: Numbers, free: int, hand: Numbers, chosen: Numbers) -> float:
    """The best card of the hand for the last free cell (T11), with the best card to turn."""
    plant = book.plant[0]
    cell = lowest(free)
    chosen[CELL] = cell
    best = -1.0
    for kind in range(len(tank)):
        if hand[kind] == 0:
            continue
        tank[kind] |= free
        merit = full_merit(book, tank)
        if merit > best:
            best = merit
            chosen[KIND] = kind
            chosen[TURNED] = NOTHING
        for other in range(len(tank)):
            if other == plant:
                continue
            cards = tank[other]
            while cards:
                gone = cards & -cards
                cards &= cards - 1
                tank[other] ^= gone
                tank[plant] ^= gone
                merit = full_merit(book, tank)
                if merit > best:
                    best = merit
                    chosen[KIND] = kind
                    chosen[TURNED] = lowest(gone)
                tank[other] ^= gone
                tank[plant] ^= gone
        tank[kind] &= ~free
    return best
