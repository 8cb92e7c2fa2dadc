"""A deck's conditions as flat arrays: the points of every set of cells, and what each kind may still complete.

Kinds are numbered as in the deck file, the plant among them. A kind that scores by where its own cards lie
(shapes, areas, amounts) has its points for all 65,536 sets of cells in one table; a light creature has the
list of what its neighbours must be.
"""

from threading import Lock
from typing import Final, NamedTuple

import numpy as np

from shoal.core.numba_kernels import Numbers, Short, count, kernel, lowest
from shoal.games.fishtank.deck import Adjacency, Amount, Area, Deck, Shapes, Threshold
from shoal.games.fishtank.scoring import around
from shoal.games.fishtank.shapes import pattern_mask, shape_places

__all__ = [
    "ADJACENCY",
    "AREA",
    "AROUND",
    "CELLS",
    "DEMAND_ALIKE",
    "DEMAND_COUNT",
    "DEMAND_POINTS",
    "DEMAND_WHERE",
    "SHAPE",
    "WHOLE",
    "ScoringTables",
    "scoring_tables",
    "visible_tables",
]

CELLS: Final = 16
#: The set of all cells.
WHOLE: Final = (1 << CELLS) - 1
#: Families; an amount is the area of the whole tank.
SHAPE: Final = 0
AREA: Final = 1
ADJACENCY: Final = 2

#: Columns of `demands`: where the neighbours lie, how many they are, whether alike (or different), and the points.
DEMAND_WHERE: Final = 0
DEMAND_COUNT: Final = 1
DEMAND_ALIKE: Final = 2
DEMAND_POINTS: Final = 3

#: The tables of so many kinds are kept, of 128 KiB each: those of some sixty decks like the house's.
_MOST_KINDS_KEPT: Final = 800

_WHERE: Final = ("side", "corner", "around")
#: The line of `neighbours` with the cells at the sides and the corners.
AROUND: Final = 2


class ScoringTables(NamedTuple):
    """All that the kernels know of a deck."""

    #: `[kinds, 65536]`: the points of each set of cells, for kinds that need no neighbours.
    points: Short
    #: `[kinds]`: the family.
    family: Numbers
    #: `[kinds]`: the cells that count, and `[kinds, CELLS + 1]`: the points of this many cards there.
    area: Numbers
    area_points: Numbers
    #: `[kinds]`: more cards than this change nothing: those of the highest threshold, or as many as fit in the tank.
    useful_cards: Numbers
    #: `[kinds + 1]` and `[patterns]`: those of kind k are `patterns[first_pattern[k] : first_pattern[k + 1]]`.
    first_pattern: Numbers
    patterns: Numbers
    #: The patterns that hold a cell, likewise, at `kind * CELLS + cell`.
    first_pattern_at: Numbers
    patterns_at: Numbers
    #: `[kinds + 1]` and `[demands, 4]`: what neighbours must be, likewise by kind, the most points first.
    first_demand: Numbers
    demands: Numbers
    #: `[3, CELLS]`: the cells that touch a cell at its sides, at its corners, or both.
    neighbours: Numbers
    #: `[creatures]`: the kinds of the light creatures, which score by their neighbours.
    creatures: Numbers
    #: The kind of the back.
    plant: int


#: The tables made last, and the lock on them.
_kept: Final[dict[Deck, ScoringTables]] = {}
_lock: Final = Lock()


def scoring_tables(deck: Deck) -> ScoringTables:
    """The tables of a deck; those of the decks asked for last are kept."""
    with _lock:
        tables = _kept.pop(deck, None) or _new_tables(deck)
        _kept[deck] = tables
        while sum(len(kept.kinds) for kept in _kept) > _MOST_KINDS_KEPT:
            del _kept[next(iter(_kept))]
    return tables


def _new_tables(deck: Deck) -> ScoringTables:
    kinds = len(deck.kinds)
    points = np.zeros((kinds, 1 << CELLS), dtype=np.int16)
    family = np.zeros(kinds, dtype=np.int64)
    area = np.zeros(kinds, dtype=np.int64)
    area_points = np.zeros((kinds, CELLS + 1), dtype=np.int64)
    useful_cards = np.full(kinds, CELLS, dtype=np.int64)
    patterns: list[tuple[int, int]] = []
    demands: list[tuple[int, int, int, int]] = []
    first_pattern, first_demand = [0], [0]
    for number, kind in enumerate(deck.kinds):
        condition = kind.condition
        if isinstance(condition, Shapes):
            family[number] = SHAPE
            own = sorted(shape_places(condition).items(), key=lambda place: (_first_cell(place[0]), place[0]))
            patterns += own
            begins = np.searchsorted([_first_cell(cells) for cells, _ in own], range(CELLS + 1)).astype(np.int64)
            _split_shapes(points[number], begins, *(np.array(part, dtype=np.int64) for part in zip(*own, strict=True)))
        elif isinstance(condition, Adjacency):
            family[number] = ADJACENCY
            demands += sorted(
                (
                    (_WHERE.index(one.where), one.count, int(one.alike), one.points)
                    for one in condition.neighbours
                    if one.points and (one.alike or one.count <= kinds)
                ),
                key=lambda demand: -demand[DEMAND_POINTS],
            )
        else:
            family[number] = AREA
            area[number] = pattern_mask(condition.area) if isinstance(condition, Area) else WHOLE
            area_points[number] = [_reached(condition, cards) for cards in range(CELLS + 1)]
            useful_cards[number] = condition.thresholds[-1].cards
            _count_area(points[number], area[number], area_points[number])
        first_pattern.append(len(patterns))
        first_demand.append(len(demands))
    at_cells = [
        [cells for cells, _ in patterns[first_pattern[kind] : first_pattern[kind + 1]] if cells >> cell & 1]
        for kind in range(kinds)
        for cell in range(CELLS)
    ]
    return ScoringTables(
        points=points,
        family=family,
        area=area,
        area_points=area_points,
        useful_cards=useful_cards,
        first_pattern=np.array(first_pattern, dtype=np.int64),
        patterns=np.array([cells for cells, _ in patterns] or [0], dtype=np.int64),
        first_pattern_at=np.cumsum([0, *map(len, at_cells)]).astype(np.int64),
        patterns_at=np.array([cells for listed in at_cells for cells in listed] or [0], dtype=np.int64),
        first_demand=np.array(first_demand, dtype=np.int64),
        demands=np.array(demands or [(0, 9, 1, 0)], dtype=np.int64),
        neighbours=np.array(
            [[sum(1 << other for other in around(where, cell)) for cell in range(CELLS)] for where in _WHERE],
            dtype=np.int64,
        ),
        creatures=np.flatnonzero(family == ADJACENCY).astype(np.int64),
        plant=deck.kinds.index(deck.back),
    )


def visible_tables(deck: Deck, blind: str) -> ScoringTables:
    """The tables of a deck without the families that a level is blind to."""
    tables = scoring_tables(deck)
    unseen = blind.split()
    if not unseen:
        return tables
    hidden = [kind for kind in range(len(tables.family)) if _family_name(tables, kind) in unseen]
    points, family, area_points = tables.points, tables.family.copy(), tables.area_points.copy()
    if any(tables.family[kind] != ADJACENCY for kind in hidden):
        points = points.copy()
        points[hidden] = 0
    area_points[hidden] = 0
    family[hidden] = AREA
    creatures = tables.creatures[:0] if "adjacency" in unseen else tables.creatures
    return tables._replace(points=points, family=family, area_points=area_points, creatures=creatures)


def _first_cell(cells: int) -> int:
    return (cells & -cells).bit_length() - 1


def _family_name(tables: ScoringTables, kind: int) -> str:
    if tables.family[kind] == SHAPE:
        return "shape"
    if tables.family[kind] == ADJACENCY:
        return "adjacency"
    return "amount" if tables.area[kind] == WHOLE else "area"


def _reached(condition: Area | Amount, cards: int) -> int:
    reached: list[Threshold] = [one for one in condition.thresholds if one.cards <= cards]
    return reached[-1].points if reached else 0


@kernel
def _split_shapes(points: Short, begins: Numbers, cells: Numbers, shape_points: Numbers) -> None:
    """Fill `points[65536]` with the best split of each set of cards: its first card alone, or in a shape (T12).

    `cells[shapes]` and `shape_points[shapes]` are the cells and points of every shape, in the order of their first
    cells: those that begin with a cell are the ones from `begins[cell]` up to `begins[cell + 1]`.
    """
    for cards in range(1, len(points)):
        first = lowest(cards)
        best = points[cards & (cards - 1)]
        for number in range(begins[first], begins[first + 1]):
            shape = cells[number]
            if shape & cards == shape:
                best = max(best, points[cards ^ shape] + shape_points[number])
        points[cards] = best


@kernel
def _count_area(points: Short, area: int, area_points: Numbers) -> None:
    """Fill `points[65536]` by the number of cards in the area."""
    for cards in range(len(points)):
        points[cards] = area_points[count(cards & area)]
