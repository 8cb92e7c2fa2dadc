"""How far a turn has come: its phase, the robbery it may lead to, and what was done so far."""

from typing import Literal, TypeAlias

import msgspec

from shoal.core import Seat

__all__ = ["Phase", "Robbery", "Told"]

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
