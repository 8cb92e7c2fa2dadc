"""The phases of a turn."""

from typing import Literal, TypeAlias

__all__ = ["TurnPhase"]

#: `begin`: the first card must be turned up. `card`: chance names it. `choice`: go on or stop.
#: `octopus`: rob or leave. `roll`, `take`: chance rolls the die and names each card that changes hands.
TurnPhase: TypeAlias = Literal["begin", "card", "choice", "octopus", "roll", "take", "over"]
