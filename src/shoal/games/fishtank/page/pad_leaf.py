"""The content of one leaf of the score pad: up to six tanks, a kind on each cell.

One tank is open, and one of its cells is next; tapping a kind puts it there and goes on to the next free cell.
"""

from typing import Annotated, Final

import msgspec
from msgspec.structs import replace

from shoal.core import Seat
from shoal.core.score_sheets import Name
from shoal.games.fishtank.cells import Cell
from shoal.games.fishtank.deck import TANK_SIDE
from shoal.games.fishtank.deck_file import house_deck

__all__ = ["CELL_NAMES", "MOST_TANKS", "TankLeaf", "WrittenTank"]

MOST_TANKS: Final = 6
_CELLS: Final = TANK_SIDE * TANK_SIDE
#: The cells of a finished tank, a1 at the top left.
CELL_NAMES: Final = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
_NOTHING: Final = ("",) * _CELLS


class WrittenTank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's tank: a kind on each cell, or nothing yet."""

    name: Name = ""
    faces: Annotated[tuple[str, ...], msgspec.Meta(min_length=_CELLS, max_length=_CELLS)] = _NOTHING

    def __post_init__(self) -> None:
        for face in self.faces:
            if face and face not in house_deck().by_name:
                raise ValueError(f"no kind is called {face[:20]!r}")

    @property
    def full(self) -> bool:
        return "" not in self.faces

    def laid(self, cell: Cell, face: str) -> "WrittenTank":
        """The tank with this face, perhaps none, on a cell."""
        return replace(self, faces=(*self.faces[:cell], face, *self.faces[cell + 1 :]))

    def emptied(self) -> "WrittenTank":
        return replace(self, faces=_NOTHING)

    def next_free(self, cell: Cell = -1) -> Cell | None:
        """The first free cell after this one, starting over at the end; `None` in a full tank."""
        after = (*range(cell + 1, _CELLS), *range(cell + 1))
        return next((other for other in after if not self.faces[other]), None)


class TankLeaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All tanks; `open` is the one that is being filled, `cell` where the next kind goes.

    A full tank has no next cell until a player picks one, so that no stray tap changes it.
    """

    tanks: Annotated[tuple[WrittenTank, ...], msgspec.Meta(min_length=1, max_length=MOST_TANKS)]
    open: Annotated[Seat, msgspec.Meta(ge=0)] = 0
    cell: Annotated[Cell, msgspec.Meta(ge=0, lt=_CELLS)] | None = 0

    def __post_init__(self) -> None:
        if self.open >= len(self.tanks):
            raise ValueError("the open tank is not there")

    def opened(self, seat: Seat) -> "TankLeaf":
        """The leaf with a tank opened at its first free cell."""
        return replace(self, open=seat, cell=self.tanks[seat].next_free())

    def rewritten(self, seat: Seat, tank: WrittenTank) -> "TankLeaf":
        """The leaf with another tank for a seat."""
        return replace(self, tanks=(*self.tanks[:seat], tank, *self.tanks[seat + 1 :]))
