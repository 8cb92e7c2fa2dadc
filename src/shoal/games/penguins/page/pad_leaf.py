"""The content of one leaf of the score pad: each player's pile of floes, by their fish."""

from typing import Annotated, Final, TypeAlias

import msgspec

from shoal.core import Result
from shoal.core.score_sheets import Name
from shoal.games.penguins.deal import BOX
from shoal.games.penguins.result import result_of

__all__ = ["FEWEST_PLAYERS", "MOST_FLOES", "MOST_PLAYERS", "FloePile", "PilesLeaf"]

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 4
#: No pile has more floes of one kind than the box has of any.
MOST_FLOES: Final = max(BOX.values())

_Floes: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MOST_FLOES)]


class FloePile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's floes: how many with one fish, with two, with three."""

    name: Name = ""
    ones: _Floes = 0
    twos: _Floes = 0
    threes: _Floes = 0

    @property
    def by_fish(self) -> dict[int, int]:
        """How many floes, by the fish on them."""
        return {1: self.ones, 2: self.twos, 3: self.threes}

    @property
    def fish(self) -> int:
        return sum(fish * floes for fish, floes in self.by_fish.items())

    @property
    def floes(self) -> int:
        return sum(self.by_fish.values())

    def holding(self, fish: int, floes: int) -> "FloePile":
        """The pile with this number of floes with `fish` fish."""
        held = {**self.by_fish, fish: floes}
        return FloePile(self.name, held[1], held[2], held[3])


class PilesLeaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All piles; together they hold no more floes than the box (P1)."""

    piles: Annotated[tuple[FloePile, ...], msgspec.Meta(min_length=FEWEST_PLAYERS, max_length=MOST_PLAYERS)]

    def __post_init__(self) -> None:
        if any(self.left(fish) < 0 for fish in BOX):
            raise ValueError("more floes than the box has")

    def left(self, fish: int) -> int:
        """How many floes with `fish` fish lie in no pile."""
        return BOX[fish] - sum(pile.by_fish[fish] for pile in self.piles)

    @property
    def result(self) -> Result | None:
        """Who has won (P19), once every pile is counted: no player leaves the ice without a floe (P15)."""
        if not all(pile.floes for pile in self.piles):
            return None
        return result_of(tuple(pile.fish for pile in self.piles), tuple(pile.floes for pile in self.piles))
