"""How far a turn has come, what was done in it so far, and how each seat has played before."""

from typing import Final

import msgspec
from msgspec.structs import replace

from shoal.core import Seat

__all__ = ["LONGEST_ROW", "PlayCounts", "Robbery", "ShownTurn"]

#: A row has no species twice.
LONGEST_ROW: Final = 10
_NEVER: Final = (0,) * LONGEST_ROW


class Robbery(msgspec.Struct, frozen=True):
    """What the robber announced (S9), and after the roll, how many cards are still to change hands."""

    robber: Seat
    victim: Seat
    number: int
    roll: int | None = None
    left: int = 0

    @property
    def giver(self) -> Seat:
        """The seat that loses the cards, once the die was rolled."""
        return self.robber if self.roll == -1 else self.victim

    @property
    def taker(self) -> Seat:
        """The seat that gets them."""
        return self.victim if self.roll == -1 else self.robber


class ShownTurn(msgspec.Struct, frozen=True):
    """A turn as all players saw it: its seat, and its steps in their notation, chance included."""

    seat: Seat
    steps: tuple[str, ...]


class PlayCounts(msgspec.Struct, frozen=True):
    """How a seat has played in this match, as all players saw it.

    `stopped` and `went_on` count its choices by the number of cards in the row, from 1. `announced` counts its
    robberies by the number announced, from 1, where the victim had enough cards for any number.
    """

    stopped: tuple[int, ...] = _NEVER
    went_on: tuple[int, ...] = _NEVER
    announced: tuple[int, ...] = (0,) * 3

    def with_stop(self, cards: int) -> "PlayCounts":
        return replace(self, stopped=_once_more(self.stopped, cards))

    def with_flip(self, cards: int) -> "PlayCounts":
        return replace(self, went_on=_once_more(self.went_on, cards))

    def with_announcement(self, number: int) -> "PlayCounts":
        return replace(self, announced=_once_more(self.announced, number))


def _once_more(counts: tuple[int, ...], number: int) -> tuple[int, ...]:
    return (*counts[: number - 1], counts[number - 1] + 1, *counts[number:])
