"""A tank: the cards that lie, and where the next one may go (T7 to T11)."""

from collections.abc import Iterator, Sequence
from typing import overload

import msgspec

from shoal.core import Seat
from shoal.games.fishtank.cells import CELLS, Cell, Frame, Mask, cells_of, possible_frames, reach
from shoal.games.fishtank.steps import Place

__all__ = ["EMPTY_TANK", "Placings", "Tank"]


class Tank(msgspec.Struct, frozen=True):
    """What lies on the 49 cells of the plane: a kind, or nothing at all (`""`)."""

    faces: tuple[str, ...]
    occupied: Mask
    #: The cards that show their plant side; they stay so (T10).
    turned: Mask

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The 4 × 4 squares that can still become the tank (T8)."""
        return possible_frames(self.occupied)

    def within(self, frame: Frame) -> tuple[str, ...]:
        """What lies on the cells of a frame, row by row."""
        return tuple(map(self.faces.__getitem__, frame))

    def placed(self, kind: str, place: Place, plant: str) -> "Tank":
        """The tank with a card more. Cards that lie stay where they are (T9)."""
        faces = list(self.faces)
        faces[place.cell] = kind
        turned = self.turned
        if place.turned is not None:
            faces[place.turned] = plant
            turned |= 1 << place.turned
        return Tank(tuple(faces), self.occupied | 1 << place.cell, turned)


EMPTY_TANK = Tank(("",) * len(CELLS), 0, 0)


class Placings(Sequence[Place]):
    """Every way for a seat to place a card in its tank, made only when asked for: there may be hundreds.

    Cell by cell: as it is, as a plant, then with each earlier card turned.
    """

    __slots__ = ("_cells", "_earlier", "_seat", "_tank")

    def __init__(self, seat: Seat, tank: Tank) -> None:
        self._seat = seat
        self._tank = tank
        self._cells: tuple[Cell, ...] | None = None
        self._earlier: tuple[Cell, ...] = ()

    def __contains__(self, step: object) -> bool:
        if type(step) is not Place or step.seat != self._seat:
            return False
        tank, cell, turned = self._tank, step.cell, step.turned
        if not (reach(tank.occupied) & ~tank.occupied) >> cell & 1:
            return False
        if turned is None or turned == cell:
            return True
        return bool((tank.occupied & ~tank.turned) >> turned & 1)

    def __len__(self) -> int:
        return len(self._list_cells()) * (2 + len(self._earlier))

    @overload
    def __getitem__(self, number: int) -> Place: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Place]: ...

    def __getitem__(self, number: int | slice) -> Place | Sequence[Place]:
        if isinstance(number, slice):
            return tuple(self)[number]
        cells = self._list_cells()
        ways = 2 + len(self._earlier)
        if number < 0:
            number += len(cells) * ways
        if number < 0:
            raise IndexError(number)
        cell, way = cells[number // ways], number % ways
        if way < 2:
            return Place(self._seat, cell, cell if way else None)
        return Place(self._seat, cell, self._earlier[way - 2])

    def __iter__(self) -> Iterator[Place]:
        for cell in self._list_cells():
            yield Place(self._seat, cell)
            yield Place(self._seat, cell, cell)
            for earlier in self._earlier:
                yield Place(self._seat, cell, earlier)

    def _list_cells(self) -> tuple[Cell, ...]:
        if self._cells is None:
            occupied = self._tank.occupied
            self._cells = cells_of(reach(occupied) & ~occupied)
            self._earlier = cells_of(occupied & ~self._tank.turned)
        return self._cells
