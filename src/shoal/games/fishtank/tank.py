"""A tank: the cards that lie, and where the next one may go (T7 to T11)."""

from collections.abc import Iterator, Sequence
from typing import overload

import msgspec

from shoal.core import Seat
from shoal.games.fishtank.cells import CELLS, Cell, Frame, Mask, cells_of, possible_frames, reach
from shoal.games.fishtank.steps import PlaceCard

__all__ = ["EMPTY_TANK", "Placings", "Tank"]


class Tank(msgspec.Struct, frozen=True):
    """What lies on each of the 49 cells of the plane: a kind, or nothing (`""`)."""

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

    def placed(self, kind: str, step: PlaceCard, plant: str) -> "Tank":
        """The tank with one more card. Cards that lie stay where they are (T9)."""
        faces = list(self.faces)
        faces[step.cell] = kind
        turned = self.turned
        if step.turned is not None:
            faces[step.turned] = plant
            turned |= 1 << step.turned
        return Tank(tuple(faces), self.occupied | 1 << step.cell, turned)


EMPTY_TANK = Tank(("",) * len(CELLS), 0, 0)


class Placings(Sequence[PlaceCard]):
    """Every way for a seat to place a card in its tank, listed only when needed: there may be hundreds.

    Cell by cell: unturned, as a plant, then with each earlier card turned.
    """

    __slots__ = ("_cells", "_earlier", "_seat", "_tank")

    def __init__(self, seat: Seat, tank: Tank) -> None:
        self._seat = seat
        self._tank = tank
        self._cells: tuple[Cell, ...] | None = None
        self._earlier: tuple[Cell, ...] = ()

    def __contains__(self, step: object) -> bool:
        if type(step) is not PlaceCard or step.seat != self._seat:
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
    def __getitem__(self, index: int) -> PlaceCard: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[PlaceCard]: ...

    def __getitem__(self, index: int | slice) -> PlaceCard | Sequence[PlaceCard]:
        if isinstance(index, slice):
            return tuple(self)[index]
        cells = self._list_cells()
        turns = 2 + len(self._earlier)
        if index < 0:
            index += len(cells) * turns
        if index < 0:
            raise IndexError(index)
        cell, turn = cells[index // turns], index % turns
        if turn < 2:
            return PlaceCard(self._seat, cell, cell if turn else None)
        return PlaceCard(self._seat, cell, self._earlier[turn - 2])

    def __iter__(self) -> Iterator[PlaceCard]:
        for cell in self._list_cells():
            yield PlaceCard(self._seat, cell)
            yield PlaceCard(self._seat, cell, cell)
            for earlier in self._earlier:
                yield PlaceCard(self._seat, cell, earlier)

    def _list_cells(self) -> tuple[Cell, ...]:
        if self._cells is None:
            occupied = self._tank.occupied
            self._cells = cells_of(reach(occupied) & ~occupied)
            self._earlier = cells_of(occupied & ~self._tank.turned)
        return self._cells
