"""Kernels: the points of a tank, from the set of cells of each kind (T12 to T16)."""

from shoal.core.numba_kernels import Numbers, count, kernel, lowest, small_kernel
from shoal.games.fishtank.engine.scoring_tables import Book

__all__ = ["creature_points", "creatures_points", "sets_of", "tank_points"]


@small_kernel
def creature_points(book: Book, tank: Numbers, kind: int, cell: int) -> int:
    """What a light creature scores on a cell: the best of what its neighbours meet (T15)."""
    for rule in range(book.rules[kind], book.rules[kind + 1]):
        needed = book.demands[rule, 1]
        near = book.touching[book.demands[rule, 0], cell]
        if book.demands[rule, 2]:
            for other in range(len(tank)):
                if count(tank[other] & near) >= needed:
                    return int(book.demands[rule, 3])
        else:
            different = 0
            for other in range(len(tank)):
                different += tank[other] & near != 0
            if different >= needed:
                return int(book.demands[rule, 3])
    return 0


@kernel
def creatures_points(book: Book, tank: Numbers) -> int:
    """The points of all light creatures."""
    total = 0
    for number in range(len(book.light)):
        kind = book.light[number]
        cards = tank[kind]
        while cards:
            total += creature_points(book, tank, kind, lowest(cards))
            cards &= cards - 1
    return total


@kernel
def tank_points(book: Book, tank: Numbers) -> int:
    """The total."""
    total = creatures_points(book, tank)
    for kind in range(len(tank)):
        total += book.points[kind, tank[kind]]
    return total


@kernel
def sets_of(book: Book, tank: Numbers) -> int:
    """How many kinds scored anything (T18)."""
    sets = 0
    for kind in range(len(tank)):
        if book.points[kind, tank[kind]] > 0:
            sets += 1
    for number in range(len(book.light)):
        kind = book.light[number]
        cards = tank[kind]
        while cards:
            if creature_points(book, tank, kind, lowest(cards)) > 0:
                sets += 1
                break
            cards &= cards - 1
    return sets
