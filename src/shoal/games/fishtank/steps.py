"""Steps and their notation: cards dealt and discarded by chance, cards chosen, cards placed."""

import re
from collections.abc import Container
from typing import Final, TypeAlias

import msgspec

from shoal.core import NotationError, Seat, Viewer, msg, parse_seat, seat_name
from shoal.games.fishtank.cells import CELL_NAMES, CELLS, Cell, parse_cell

__all__ = ["PLANT_SIDE", "Choose", "Deal", "Discard", "Place", "TankStep", "parse_step"]

#: Turns a card to its plant side: the sign in a placing's notation, and the press that turns the card to be placed.
PLANT_SIDE: Final = "*"


class Deal(msgspec.Struct, frozen=True):
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


class Discard(msgspec.Struct, frozen=True):
    """Chance discards a card of the hand that a seat received, before anybody looks at it (T17): `=A-snail`."""

    seat: Seat
    kind: str

    def __str__(self) -> str:
        return f"={seat_name(self.seat)}-{self.kind}"

    def seen_by(self, viewer: Viewer) -> str:
        return f"={seat_name(self.seat)}-?"

    @property
    def tokens(self) -> tuple[str, ...]:
        return (self.kind,)


class Choose(msgspec.Struct, frozen=True):
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


class Place(msgspec.Struct, frozen=True):
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
        """The card to be turned first, if any, then the cell: so most placings take one press."""
        cell = CELL_NAMES[self.cell]
        if self.turned is None:
            return (cell,)
        return (PLANT_SIDE if self.turned == self.cell else CELL_NAMES[self.turned], cell)


TankStep: TypeAlias = Deal | Discard | Choose | Place

_STEP: Final = re.compile(r"(=?)([A-Z])([:-])(.*)", re.DOTALL)
_PLACING: Final = re.compile(r"([a-g][1-7])(?:(\*)|/([a-g][1-7])\*)?")


def parse_step(text: str, seats: int, kinds: Container[str]) -> TankStep:
    """Read a step at a table of so many seats, with these kinds of cards in the deck."""
    found = _STEP.fullmatch(text)
    if found is None or (found[1], found[3]) == ("", "-"):
        raise NotationError(text, msg("a step like A:snail, A:c4, =A:snail or =A-snail"))
    chance, letter, sign, rest = found.groups()
    seat = parse_seat(letter, seats)
    placing = None if chance else _PLACING.fullmatch(rest)
    if placing is not None:
        return _read_placing(text, seat, placing)
    if rest not in kinds:
        expected = msg("a kind of card") if chance else msg("a kind of card, or cells like c4, c4* or c4/d5*")
        raise NotationError(text, expected)
    if not chance:
        return Choose(seat, rest)
    return Deal(seat, rest) if sign == ":" else Discard(seat, rest)


def _read_placing(text: str, seat: Seat, placing: re.Match[str]) -> Place:
    cell = parse_cell(placing[1])
    if placing[2]:
        return Place(seat, cell, cell)
    if not placing[3]:
        return Place(seat, cell)
    turned = parse_cell(placing[3])
    if turned == cell:
        raise NotationError(text, msg("{cell}* for a card placed as a plant", cell=placing[1]))
    return Place(seat, cell, turned)
