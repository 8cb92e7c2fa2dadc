"""Chance as an actor: its outcomes with exact odds, and how to draw one from uniform numbers.

Nothing here is random: the caller that draws (the dealer, a bot, a test) passes a `Below`.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Protocol, TypeAlias, runtime_checkable

from shoal.core.step import Step

__all__ = ["Below", "Chance", "Counted", "Odds"]

#: `below(n)` is a uniform whole number from 0 to n - 1.
Below: TypeAlias = Callable[[int], int]


class Chance(Protocol):
    """The outcomes that chance may choose from now."""

    @property
    def steps(self) -> Sequence[Step]:
        """All outcomes; empty when there are too many to list (dealing a whole board)."""

    def probability(self, step: Step) -> Fraction:
        """The exact probability of one listed outcome; 0 for anything else."""

    def draw(self, below: Below) -> Step:
        """One outcome, drawn with its probability."""


@runtime_checkable
class Counted(Protocol):
    """Chance that takes one of things that are equally likely: cards of a deck, faces of a die."""

    @property
    def weights(self) -> Sequence[int]:
        """How many things there are of each of the `steps`."""


class Odds:
    """Outcomes that can be listed, each with a whole-number weight."""

    __slots__ = ("steps", "total", "weights")

    def __init__(self, steps: Sequence[Step], weights: Sequence[int]) -> None:
        self.steps = steps
        self.weights = weights
        self.total = sum(weights)

    def __iter__(self) -> Iterator[tuple[Step, Fraction]]:
        for step, weight in zip(self.steps, self.weights, strict=True):
            yield step, Fraction(weight, self.total)

    def probability(self, step: Step) -> Fraction:
        if step not in self.steps:
            return Fraction(0)
        return Fraction(self.weights[self.steps.index(step)], self.total)

    def draw(self, below: Below) -> Step:
        number = below(self.total)
        for step, weight in zip(self.steps, self.weights, strict=True):
            number -= weight
            if number < 0:
                return step
        raise ValueError(f"below({self.total}) gave a number out of range")
