"""The content of one leaf of the score pad: up to six tanks, a kind on each cell, and the name of their deck.

One tank is open, and one of its cells is next; tapping a kind puts it there and goes on to the next free cell.
"""

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from shoal.core import Seat
from shoal.core.score_sheets import Name
from shoal.games.fishtank.cells import Cell
from shoal.games.fishtank.deck import TANK_SIDE, Deck

__all__ = ["CELL_NAMES", "MOST_TANKS", "TankLeaf", "WrittenTank"]

MOST_TANKS: Final = 6
_CELLS: Final = TANK_SIDE * TANK_SIDE
#: The cells of a finished tank, a1 at the top left.
CELL_NAMES: Final = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
_NOTHING: Final = ("",) * _CELLS
#: The name of a kind, or nothing yet; the deck may change, so a leaf may name kinds that its deck has not.
_Face: TypeAlias = Annotated[str, msgspec.Meta(pattern="^([a-z][a-z0-9]{0,19})?$")]


class WrittenTank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's tank: a kind on each cell, or nothing yet."""

    name: Name = ""
    faces: Annotated[tuple[_Face, ...], msgspec.Meta(min_length=_CELLS, max_length=_CELLS)] = _NOTHING

    @property
    def full(self) -> bool:
        return "" not in self.faces

    def laid(self, cell: Cell, face: str) -> "WrittenTank":
        """The tank with this face, perhaps none, on a cell."""
        return replace(self, faces=(*self.faces[:cell], face, *self.faces[cell + 1 :]))

    def known(self, deck: Deck) -> "WrittenTank":
        """The tank without the kinds that the deck has not."""
        return replace(self, faces=tuple(face if face in deck.by_name else "" for face in self.faces))

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
    #: The fingerprint of the deck that the tanks are scored with; empty for the house deck.
    deck: Annotated[str, msgspec.Meta(max_length=64)] = ""

    def __post_init__(self) -> None:
        if self.open >= len(self.tanks):
            raise ValueError("the open tank is not there")

    def opened(self, seat: Seat) -> "TankLeaf":
        """The leaf with a tank opened at its first free cell."""
        return replace(self, open=seat, cell=self.tanks[seat].next_free())

    def known(self, deck: Deck) -> "TankLeaf":
        """The leaf without the kinds that the deck has not."""
        return replace(self, tanks=tuple(tank.known(deck) for tank in self.tanks))

    def rewritten(self, seat: Seat, tank: WrittenTank) -> "TankLeaf":
        """The leaf with another tank for a seat."""
        return replace(self, tanks=(*self.tanks[:seat], tank, *self.tanks[seat + 1 :]))
