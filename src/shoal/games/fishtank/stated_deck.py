"""The house deck without what the house made up: what can be known from the rule book alone."""

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeVar

from msgspec.structs import replace

from shoal.games.fishtank.deck import (
    STATED,
    Adjacency,
    Amount,
    Area,
    Condition,
    Deck,
    Neighbours,
    Shape,
    Shapes,
    Threshold,
)
from shoal.games.fishtank.deck_file import house_deck

__all__ = ["stated_deck"]

#: Kinds of which the book says nothing lie in tanks like others, and make no points.
_NOTHING: Final = Amount((Threshold(1, 0, "house"),))

_Value = TypeVar("_Value", Shape, Threshold, Neighbours)


@cache
def stated_deck() -> Deck:
    """All kinds of the house deck, each with the values alone that the book states or that follow from it."""
    kinds = tuple(replace(kind, condition=_stated(kind.condition) or _NOTHING) for kind in house_deck().kinds)
    return Deck("Rule book alone", kinds)


def _stated(condition: Condition) -> Condition | None:
    match condition:
        case Shapes(shapes):
            found = _known(shapes)
            return Shapes(found) if found else None
        case Area(area, thresholds, source):
            reached = _known(thresholds)
            return Area(area, reached, source) if reached and source in STATED else None
        case Amount(thresholds):
            reached = _known(thresholds)
            return Amount(reached) if reached else None
        case Adjacency(neighbours):
            around = _known(neighbours)
            return Adjacency(around) if around else None


def _known(values: Sequence[_Value]) -> tuple[_Value, ...]:
    return tuple(value for value in values if value.source in STATED)
