"""The steps: cards dealt and discarded by chance, cards chosen, cards placed. `notation.py` reads them."""

from typing import Final, TypeAlias

import msgspec

from shoal.core import Seat, Viewer, seat_name
from shoal.games.fishtank.cells import CELL_NAMES, CELLS, Cell

__all__ = ["PLANT_SIDE", "ChooseCard", "DealCard", "DiscardCard", "PlaceCard", "TankStep"]

#: Turns a card to its plant side: the sign in the notation, and the token that turns the card to be placed.
PLANT_SIDE: Final = "*"


class DealCard(msgspec.Struct, frozen=True):
    """Chance gives a seat a card of the unused pile, dealing (T3) or drawing (T17): `=A:snail`."""

    seat: Seat
    kind: str

    def __str__(self) -> str:
        return f"={seat_name(self.seat)}:{self.kind}"

    def seen_by(self, viewer: Viewer) -> str:
        return str(self) if viewer == self.seat else f"={seat_name(self.seat)}:?"

    @property
    def tokens(self) -> tuple[str, ...]:
        return (self.kind,)


class DiscardCard(msgspec.Struct, frozen=True):
    """Chance discards a card of the hand that a seat received, before that seat looks at it (T17): `=A-snail`."""

    seat: Seat
    kind: str

    def __str__(self) -> str:
        return f"={seat_name(self.seat)}-{self.kind}"

    def seen_by(self, viewer: Viewer) -> str:
        return f"={seat_name(self.seat)}-?"

    @property
    def tokens(self) -> tuple[str, ...]:
        return (self.kind,)


class ChooseCard(msgspec.Struct, frozen=True, tag="choose"):
    """A seat chooses a card of its hand, sealed until all have chosen (T4): `A:snail`."""

    seat: Seat
    kind: str

    def __str__(self) -> str:
        return f"{seat_name(self.seat)}:{self.kind}"

    def seen_by(self, viewer: Viewer) -> str:
        return str(self)

    @property
    def tokens(self) -> tuple[str, ...]:
        return (self.kind,)


class PlaceCard(msgspec.Struct, frozen=True, tag="place"):
    """A seat places its revealed card, and may turn one card to its plant side (T7, T10).

    `A:c4`; as a plant `A:c4*` (`turned` is the cell itself); turning an earlier card `A:c4/d5*`.
    """

    seat: Seat
    cell: Cell
    turned: Cell | None = None

    def __post_init__(self) -> None:
        if self.cell not in CELLS or (self.turned is not None and self.turned not in CELLS):
            raise ValueError(f"there is no cell {self.cell} or {self.turned}")

    def __str__(self) -> str:
        plain = f"{seat_name(self.seat)}:{CELL_NAMES[self.cell]}"
        if self.turned is None:
            return plain
        if self.turned == self.cell:
            return f"{plain}{PLANT_SIDE}"
        return f"{plain}/{CELL_NAMES[self.turned]}{PLANT_SIDE}"

    def seen_by(self, viewer: Viewer) -> str:
        return str(self)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The card to turn first, if any, then the cell: most placings take one press."""
        cell = CELL_NAMES[self.cell]
        if self.turned is None:
            return (cell,)
        return (PLANT_SIDE if self.turned == self.cell else CELL_NAMES[self.turned], cell)


TankStep: TypeAlias = DealCard | DiscardCard | ChooseCard | PlaceCard
