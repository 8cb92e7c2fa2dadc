"""Scoring a tank: the conditions of a deck applied to sixteen cells, with the cells that made the points.

Cells here are numbers from 0 (top left) to 15; a set of cells is a 16-bit mask. Start with `Scorer`.
"""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from shoal.games.fishtank.cells import Cell, Frame
from shoal.games.fishtank.deck import Adjacency, Amount, Area, Deck, Kind, Neighbours, Shapes, Threshold, Where
from shoal.games.fishtank.shapes import Splitter, pattern_mask
from shoal.games.fishtank.tank import Tank

__all__ = ["Faces", "Part", "Score", "Scorer", "around", "cards_by_kind", "neighbours_by_kind"]

#: What lies on the sixteen cells of a tank, row by row; `""` where nothing lies yet.
Faces: TypeAlias = tuple[str, ...]

_SIDE: Final = 4


class Part(msgspec.Struct, frozen=True):
    """Some points and the cells that made them: one shape, one area, one snail with its neighbours."""

    kind: str
    points: int
    cells: tuple[Cell, ...]


class Score(msgspec.Struct, frozen=True):
    """The score of a tank, kind by kind; `kinds` names every kind that lies in it."""

    total: int
    kinds: dict[str, int]
    parts: tuple[Part, ...]

    @property
    def sets(self) -> int:
        """How many kinds, plants included, scored anything at all (T18)."""
        return sum(points > 0 for points in self.kinds.values())


class Scorer:
    """Scores tanks by the conditions of one deck (T12 to T16)."""

    __slots__ = ("_area_kinds", "_rules", "best", "total")

    def __init__(self, deck: Deck) -> None:
        self._rules = {kind.name: _rule(kind) for kind in deck.kinds}
        #: The kinds for which it matters where in the frame they lie.
        self._area_kinds = frozenset(kind.name for kind in deck.kinds if isinstance(kind.condition, Area))
        #: The best score of a tank, finished or not, over the frames still possible, and that frame.
        self.best: Callable[[Tank], tuple[Score, Frame]] = lru_cache(maxsize=1 << 12)(self._best)
        #: Its points alone, which take half the time.
        self.total: Callable[[Tank], int] = lru_cache(maxsize=1 << 12)(self._total)

    def points(self, faces: Faces) -> int:
        """The total alone: faster than `score`."""
        rules = self._rules
        return sum(rules[name].points(cards, faces) for name, cards in cards_by_kind(faces).items())

    def kind_points(self, name: str, cards: int, faces: Faces) -> int:
        """The points of one kind that lies on these cells."""
        return self._rules[name].points(cards, faces)

    def score(self, faces: Faces) -> Score:
        """The score with the cells that made it, kinds in the order of the deck."""
        cards = cards_by_kind(faces)
        kinds: dict[str, int] = {}
        parts: list[Part] = []
        for name, rule in self._rules.items():
            if name in cards:
                made = [Part(name, points, cells) for points, cells in rule.parts(cards[name], faces)]
                kinds[name] = sum(part.points for part in made)
                parts += made
        return Score(sum(kinds.values()), kinds, tuple(parts))

    def _best(self, tank: Tank) -> tuple[Score, Frame]:
        frame = self._best_frame(tank)
        return self.score(tank.within(frame)), frame

    def _total(self, tank: Tank) -> int:
        return self.points(tank.within(self._best_frame(tank)))

    def _best_frame(self, tank: Tank) -> Frame:
        """The first of the frames still possible that brings the most points; only areas differ from frame to frame."""
        frames, moving = tank.frames, self._area_kinds.intersection(tank.faces)
        return max(frames, key=lambda frame: self._points_of(moving, tank.within(frame))) if moving else frames[0]

    def _points_of(self, kinds: Collection[str], faces: Faces) -> int:
        return sum(
            self._rules[name].points(cards, faces) for name, cards in cards_by_kind(faces).items() if name in kinds
        )


def cards_by_kind(faces: Faces) -> dict[str, int]:
    """Where each kind lies: a mask of cells."""
    cards: dict[str, int] = {}
    bit = 1
    for face in faces:
        if face:
            cards[face] = cards.get(face, 0) | bit
        bit <<= 1
    return cards


def _cells(mask: int) -> tuple[Cell, ...]:
    return tuple(cell for cell in range(_SIDE * _SIDE) if mask >> cell & 1)


def _reached(thresholds: Sequence[Threshold], cards: int) -> int:
    """The points of the highest threshold that this many cards reach; 0 below the first."""
    points = 0
    for threshold in thresholds:
        if cards < threshold.cards:
            break
        points = threshold.points
    return points


class _ShapeRule:
    """Shapes (T12)."""

    def __init__(self, shapes: Shapes) -> None:
        self._splitter = Splitter(shapes)

    def points(self, cards: int, faces: Faces) -> int:
        return self._splitter.points(cards)

    def parts(self, cards: int, faces: Faces) -> list[tuple[int, tuple[Cell, ...]]]:
        return [(points, _cells(cells)) for points, cells in self._splitter.split(cards)]


class _AreaRule:
    """Areas (T13), and amounts (T14) as the area of the whole tank."""

    def __init__(self, area: int, thresholds: tuple[Threshold, ...]) -> None:
        self._area = area
        self._points = tuple(_reached(thresholds, cards) for cards in range(_SIDE * _SIDE + 1))

    def points(self, cards: int, faces: Faces) -> int:
        return self._points[(cards & self._area).bit_count()]

    def parts(self, cards: int, faces: Faces) -> list[tuple[int, tuple[Cell, ...]]]:
        points = self.points(cards, faces)
        return [(points, _cells(cards & self._area))] if points else []


class _AdjacencyRule:
    """Neighbours, for each card on its own (T15). Any kind may be one, plants and the own kind included (T16)."""

    def __init__(self, adjacency: Adjacency) -> None:
        self._neighbours = sorted(adjacency.neighbours, key=lambda one: -one.points)

    def points(self, cards: int, faces: Faces) -> int:
        return sum(points for points, _ in self.parts(cards, faces))

    def parts(self, cards: int, faces: Faces) -> list[tuple[int, tuple[Cell, ...]]]:
        found = []
        for cell in _cells(cards):
            for one in self._neighbours:
                group = _meeting(one, cell, faces)
                if group and one.points:
                    found.append((one.points, (cell, *group)))
                    break
        return found


_Rule: TypeAlias = _ShapeRule | _AreaRule | _AdjacencyRule
_WHOLE_TANK: Final = (1 << _SIDE * _SIDE) - 1


def _rule(kind: Kind) -> _Rule:
    match kind.condition:
        case Shapes() as shapes:
            return _ShapeRule(shapes)
        case Area(area, thresholds):
            return _AreaRule(pattern_mask(area), thresholds)
        case Amount(thresholds):
            return _AreaRule(_WHOLE_TANK, thresholds)
        case Adjacency() as adjacency:
            return _AdjacencyRule(adjacency)


def _meeting(one: Neighbours, cell: Cell, faces: Faces) -> tuple[Cell, ...]:
    """The neighbours of the cell that meet the condition; empty when it is not met."""
    groups = neighbours_by_kind(one.where, cell, faces).values()
    if not one.alike:
        return tuple(cells[0] for cells in groups) if len(groups) >= one.count else ()
    largest = max(groups, key=len, default=[])
    return tuple(largest) if len(largest) >= one.count else ()


def neighbours_by_kind(where: Where, cell: Cell, faces: Faces) -> dict[str, list[Cell]]:
    """By kind, the cards that touch a cell at its sides, corners or both; plants are a kind like any other (T16)."""
    groups: dict[str, list[Cell]] = {}
    for other in _NEIGHBOURS[where][cell]:
        if faces[other]:
            groups.setdefault(faces[other], []).append(other)
    return groups


def around(where: Where, cell: Cell) -> tuple[Cell, ...]:
    """The cells that touch a cell at its sides, its corners or both."""
    return _NEIGHBOURS[where][cell]


def _touching(where: Where, cell: Cell) -> tuple[Cell, ...]:
    def touches(other: Cell) -> bool:
        across, down = abs(other % _SIDE - cell % _SIDE), abs(other // _SIDE - cell // _SIDE)
        by_side, by_corner = across + down == 1, across == down == 1
        return (by_side and where != "corner") or (by_corner and where != "side")

    return tuple(filter(touches, range(_SIDE * _SIDE)))


_WHERE: Final[tuple[Where, ...]] = ("side", "corner", "around")
_NEIGHBOURS: Final = {where: tuple(_touching(where, cell) for cell in range(_SIDE * _SIDE)) for where in _WHERE}
