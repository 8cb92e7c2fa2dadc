"""How far a turn has come, what was done in it so far, and how everybody has played before."""

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from shoal.core import Seat

__all__ = ["LONGEST_ROW", "Phase", "Robbery", "Told", "Way"]

#: A row has no species twice.
LONGEST_ROW: Final = 10
_NEVER: Final = (0,) * LONGEST_ROW

#: `begin`: the first card must be turned up. `card`: chance names it. `choice`: go on or stop.
#: `octopus`: rob or leave. `roll`, `take`: chance rolls the die and names each card that changes hands.
Phase: TypeAlias = Literal["begin", "card", "choice", "octopus", "roll", "take", "over"]


class Robbery(msgspec.Struct, frozen=True):
    """What the robber announced (S9), and after the roll, how many cards are still to change hands."""

    robber: Seat
    victim: Seat
    number: int
    roll: int | None = None
    left: int = 0

    @property
    def giver(self) -> Seat:
        """Whose cards are taken once the die was rolled."""
        return self.robber if self.roll == -1 else self.victim

    @property
    def taker(self) -> Seat:
        """Who gets them."""
        return self.victim if self.roll == -1 else self.robber


class Told(msgspec.Struct, frozen=True):
    """A turn as everybody saw it: whose it was, and its steps in their notation, chance included."""

    seat: Seat
    steps: tuple[str, ...]


class Way(msgspec.Struct, frozen=True):
    """How a seat has played in this match, as everybody saw it.

    By the cards that lay in the row, from 1: how often it stopped there, and how often it went on. By the number, from
    1: how often it announced that many, where the victim had enough for any.
    """

    stopped: tuple[int, ...] = _NEVER
    went_on: tuple[int, ...] = _NEVER
    announced: tuple[int, ...] = (0,) * 3

    def with_stop(self, cards: int) -> "Way":
        return replace(self, stopped=_once_more(self.stopped, cards))

    def with_flip(self, cards: int) -> "Way":
        return replace(self, went_on=_once_more(self.went_on, cards))

    def with_announcement(self, number: int) -> "Way":
        return replace(self, announced=_once_more(self.announced, number))


def _once_more(counts: tuple[int, ...], number: int) -> tuple[int, ...]:
    return (*counts[: number - 1], counts[number - 1] + 1, *counts[number:])
