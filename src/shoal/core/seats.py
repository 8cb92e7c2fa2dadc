"""Seats: `A`, `B`, `C`, … in clockwise order, kept as plain integers from 0; chance sits at `=`."""

from collections.abc import Sequence
from typing import Final, TypeAlias, TypeVar

from shoal.core.errors import NotationError
from shoal.core.text import msg

__all__ = ["CHANCE", "MAX_SEATS", "Seat", "Viewer", "parse_seat", "seat_name", "turned"]

Seat: TypeAlias = int
#: Whose eyes a view is for: those of a seat, or `None` for a spectator.
Viewer: TypeAlias = Seat | None

CHANCE: Final[Seat] = -1
MAX_SEATS: Final = 26

_Player = TypeVar("_Player")

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def seat_name(seat: Seat) -> str:
    """The letter of a seat, or `=` for chance."""
    return "=" if seat == CHANCE else _LETTERS[seat]


def parse_seat(name: str, seats: int) -> Seat:
    """The seat with this letter, at a table of `seats` seats."""
    seat = _LETTERS.find(name) if len(name) == 1 else -1
    if not 0 <= seat < seats:
        raise NotationError(name, msg("a seat from A to {last}", last=seat_name(seats - 1)))
    return seat


def turned(players: Sequence[_Player], first: int) -> tuple[_Player, ...]:
    """The players by seat, if this one of those named in clockwise order begins and so gets seat A."""
    return (*players[first:], *players[:first])
