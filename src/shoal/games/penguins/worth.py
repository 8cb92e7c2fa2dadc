"""What floes are worth at the end, as one whole number: first their fish, then how many they are (P19)."""

from shoal.games.penguins.board import FLOES, Floes
from shoal.games.penguins.deal import floes_with

__all__ = ["Worth"]

#: One fish is worth more than all the floes of the box.
_FISH = FLOES + 1


class Worth:
    """The worth of sets of floes on one board."""

    __slots__ = ("_kinds",)

    def __init__(self, fish: bytes) -> None:
        self._kinds = tuple((floes_with(fish, number), _FISH * number + 1) for number in (1, 2, 3))

    def of(self, floes: Floes) -> int:
        """Their fish, then how many they are."""
        (ones, one), (twos, two), (threes, three) = self._kinds
        return (
            (floes & ones).bit_count() * one + (floes & twos).bit_count() * two + (floes & threes).bit_count() * three
        )
