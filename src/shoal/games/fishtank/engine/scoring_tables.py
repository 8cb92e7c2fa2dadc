"""A deck's conditions as flat arrays: what every kind makes of every set of cells, and what it may aim at.

Kinds are numbered as in the deck file, the plant among them. A kind that scores by where its own cards lie
(shapes, areas, amounts) has its points for all 65,536 sets of cells in one table; a light creature has the
list of what its neighbours must be.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Short, count, kernel, lowest
from shoal.games.fishtank.deck import Adjacency, Amount, Area, Deck, Shapes, Threshold
from shoal.games.fishtank.scoring import around
from shoal.games.fishtank.shapes import forms, pattern_mask

__all__ = ["ADJACENCY", "AREA", "CELLS", "MOST_MISSING", "SHAPE", "WHOLE", "Book", "book_of"]

CELLS: Final = 16
WHOLE: Final = (1 << CELLS) - 1
#: Families; an amount is the area of the whole tank.
SHAPE: Final = 0
AREA: Final = 1
ADJACENCY: Final = 2
#: A pattern that misses more cards than this is not hoped for.
MOST_MISSING: Final = 5

_WHERE: Final = ("side", "corner", "around")


class Book(NamedTuple):
    """All that the kernels know of a deck."""

    #: By kind and set of cells: points, for kinds that need no neighbours.
    points: Short
    family: Numbers
    #: By kind: the cells that count for it, and the points of so many cards there.
    area: Numbers
    steps: Numbers
    #: The patterns of kind k are `patterns[first[k] : first[k + 1]]`.
    first: Numbers
    patterns: Numbers
    #: The patterns that hold a cell, likewise by kind and cell.
    first_at: Numbers
    patterns_at: Numbers
    #: What neighbours must be, likewise: where, how many, whether alike, points; the best first.
    rules: Numbers
    demands: Numbers
    #: By place and cell: the cells that touch it there.
    touching: Numbers
    #: The light creatures, and the plant.
    light: Numbers
    plant: Numbers


@lru_cache(maxsize=4)
def book_of(deck: Deck) -> Book:
    """The book of a deck; a few are kept."""
    kinds = len(deck.kinds)
    points = np.zeros((kinds, 1 << CELLS), dtype=np.int16)
    family = np.zeros(kinds, dtype=np.int64)
    area = np.zeros(kinds, dtype=np.int64)
    steps = np.zeros((kinds, CELLS + 1), dtype=np.int64)
    patterns: list[tuple[int, int]] = []
    demands: list[tuple[int, int, int, int]] = []
    first, rules = [0], [0]
    for number, kind in enumerate(deck.kinds):
        condition = kind.condition
        if isinstance(condition, Shapes):
            family[number] = SHAPE
            own = _placements(condition)
            patterns += own
            _split(points[number], *(np.array(part, dtype=np.int64) for part in zip(*own, strict=True)))
        elif isinstance(condition, Adjacency):
            family[number] = ADJACENCY
            demands += sorted(
                ((_WHERE.index(one.where), one.count, int(one.alike), one.points) for one in condition.neighbours),
                key=lambda demand: -demand[3],
            )
        else:
            family[number] = AREA
            area[number] = pattern_mask(condition.area) if isinstance(condition, Area) else WHOLE
            steps[number] = [_reached(condition, cards) for cards in range(CELLS + 1)]
            _count_area(points[number], area[number], steps[number])
        first.append(len(patterns))
        rules.append(len(demands))
    at_cells = [
        [cells for cells, _ in patterns[first[kind] : first[kind + 1]] if cells >> cell & 1]
        for kind in range(kinds)
        for cell in range(CELLS)
    ]
    return Book(
        points=points,
        family=family,
        area=area,
        steps=steps,
        first=np.array(first, dtype=np.int64),
        patterns=np.array([cells for cells, _ in patterns] or [0], dtype=np.int64),
        first_at=np.cumsum([0, *map(len, at_cells)]).astype(np.int64),
        patterns_at=np.array([cells for listed in at_cells for cells in listed] or [0], dtype=np.int64),
        rules=np.array(rules, dtype=np.int64),
        demands=np.array(demands or [(0, 9, 1, 0)], dtype=np.int64),
        touching=np.array(
            [[sum(1 << other for other in around(where, cell)) for cell in range(CELLS)] for where in _WHERE],
            dtype=np.int64,
        ),
        light=np.flatnonzero(family == ADJACENCY).astype(np.int64),
        plant=np.array([deck.kinds.index(deck.back)], dtype=np.int64),
    )


def _placements(shapes: Shapes) -> list[tuple[int, int]]:
    """Every set of cells that makes a shape, with its points."""
    best: dict[int, int] = {}
    for shape in shapes.shapes:
        for form in forms(shape.pattern, mirrored=shape.mirrored, turned=shape.turned):
            for top in range(4 - len(form) + 1):
                for left in range(4 - len(form[0]) + 1):
                    cells = pattern_mask(form, left, top)
                    best[cells] = max(shape.points, best.get(cells, 0))
    return sorted(best.items())


def _reached(condition: Area | Amount, cards: int) -> int:
    reached: list[Threshold] = [one for one in condition.thresholds if one.cards <= cards]
    return reached[-1].points if reached else 0


@kernel
def _split(points: Short, cells: Numbers, worth: Numbers) -> None:
    """The best split of every set of cards: the first card alone, or in one of the shapes that begin with it (T12)."""
    for cards in range(1, len(points)):
        first = lowest(cards)
        best = points[cards & (cards - 1)]
        for number in range(len(cells)):
            shape = cells[number]
            if lowest(shape) == first and shape & cards == shape:
                best = max(best, points[cards ^ shape] + worth[number])
        points[cards] = best


@kernel
def _count_area(points: Short, area: int, steps: Numbers) -> None:
    for cards in range(len(points)):
        points[cards] = steps[count(cards & area)]
