"""Shapes: every place a pattern can take in a tank, and the best way to split cards among them (T12)."""

from collections.abc import Iterator
from typing import Final

from shoal.games.fishtank.deck import TANK_SIDE, Pattern, Shapes

__all__ = ["Splitter", "forms", "pattern_mask", "shape_places", "trimmed"]

_CELLS: Final = TANK_SIDE * TANK_SIDE


def pattern_mask(pattern: Pattern, left: int = 0, top: int = 0) -> int:
    """The cells under the X signs of a pattern whose top left corner lies on column `left` and row `top`."""
    return sum(
        1 << ((top + row) * TANK_SIDE + left + column)
        for row, signs in enumerate(pattern)
        for column, sign in enumerate(signs)
        if sign == "X"
    )


def forms(pattern: Pattern, *, mirrored: bool, turned: bool) -> set[Pattern]:
    """The pattern without empty edges, and its mirrored and turned forms where these count."""
    found = {trimmed(pattern)}
    if mirrored:
        found |= {tuple(row[::-1] for row in form) for form in found}
    if turned:
        for _ in range(3):
            found |= {tuple("".join(column) for column in zip(*form[::-1], strict=True)) for form in found}
    return found


def trimmed(pattern: Pattern) -> Pattern:
    """The pattern without empty edges."""
    rows = [row for row, signs in enumerate(pattern) if "X" in signs]
    columns = [column for signs in pattern for column, sign in enumerate(signs) if sign == "X"]
    return tuple(signs[min(columns) : max(columns) + 1] for signs in pattern[rows[0] : rows[-1] + 1])


def shape_places(shapes: Shapes) -> dict[int, int]:
    """Every set of cells that makes a shape, with its points; the most points where two shapes share their cells."""
    best: dict[int, int] = {}
    for shape in shapes.shapes:
        for form in forms(shape.pattern, mirrored=shape.mirrored, turned=shape.turned):
            for top in range(TANK_SIDE - len(form) + 1):
                for left in range(TANK_SIDE - len(form[0]) + 1):
                    cells = pattern_mask(form, left, top)
                    best[cells] = max(shape.points, best.get(cells, 0))
    return best


class Splitter:
    """Splits the cards of one kind into shapes for the most points, each card in one shape only.

    The first card is either left alone or part of one of the shapes that begin with it. The rest is the same
    question for fewer cards; the answers are kept (memoised) by set of cards.
    """

    __slots__ = ("_best", "_starting")

    def __init__(self, shapes: Shapes) -> None:
        #: For each cell, the shapes whose first cell it is.
        self._starting: list[list[tuple[int, int]]] = [[] for _ in range(_CELLS)]
        for cells, points in sorted(shape_places(shapes).items()):
            if points:
                self._starting[_first(cells)].append((cells, points))
        self._best: dict[int, int] = {0: 0}

    def points(self, cards: int) -> int:
        """The most points that these cards can make."""
        if cards in self._best:
            return self._best[cards]
        best = self.points(cards & cards - 1)
        for cells, points in self._starting[_first(cards)]:
            if cells & cards == cells:
                best = max(best, points + self.points(cards ^ cells))
        self._best[cards] = best
        return best

    def split(self, cards: int) -> Iterator[tuple[int, int]]:
        """The shapes of one best split: points and cells of each."""
        while cards:
            best = self.points(cards)
            for cells, points in self._starting[_first(cards)]:
                if cells & cards == cells and points + self.points(cards ^ cells) == best:
                    yield points, cells
                    cards ^= cells
                    break
            else:
                cards &= cards - 1


def _first(cards: int) -> int:
    return (cards & -cards).bit_length() - 1
