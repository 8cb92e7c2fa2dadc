"""The acts of the deck editor that enter a whole deck, as a person would press and type them one after the other."""

from collections.abc import Iterator

from msgspec.structs import replace

from shoal.games.fishtank.deck import (
    Adjacency,
    Amount,
    Area,
    Condition,
    Deck,
    Kind,
    Pattern,
    Shapes,
    Threshold,
)

__all__ = ["as_typed", "entering"]

CELLS = tuple(f"{column}{row}" for row in "1234" for column in "abcd")


def entering(deck: Deck) -> Iterator[str]:
    """The acts that enter this deck from nothing."""
    yield f"title {deck.title}"
    for number, kind in enumerate(deck.kinds, start=1):
        yield f"add {kind.side}"
        yield f"call {number} {kind.title}"
        yield f"name {number} {kind.name}"
        yield f"colour {number} {kind.colour}"
        if kind.side != "back":
            yield f"cards {number} {kind.cards}"
            yield f"small {number} {'yes' if kind.left_out else 'no'}"
        yield from _condition(number, kind.condition)


def _condition(number: int, condition: Condition) -> Iterator[str]:
    match condition:
        case Shapes(shapes):
            yield from _demands(number, "shape", len(shapes))
            for line, shape in enumerate(shapes, start=1):
                yield from (f"cell {number} {line} {cell} yes" for cell in _cells(shape.pattern))
                yield f"mirrored {number} {line} {'yes' if shape.mirrored else 'no'}"
                yield f"turned {number} {line} {'yes' if shape.turned else 'no'}"
                yield f"points {number} {line} {shape.points}"
        case Area(area, thresholds):
            yield from _thresholds(number, "area", thresholds)
            yield from (f"area {number} {cell} yes" for cell in _cells(area))
        case Amount(thresholds):
            yield from _thresholds(number, "amount", thresholds)
        case Adjacency(neighbours):
            yield from _demands(number, "adjacency", len(neighbours))
            for line, one in enumerate(neighbours, start=1):
                yield f"where {number} {line} {one.where}"
                yield f"alike {number} {line} {'yes' if one.alike else 'no'}"
                yield f"count {number} {line} {one.count}"
                yield f"points {number} {line} {one.points}"


def _demands(number: int, family: str, lines: int) -> Iterator[str]:
    """Choosing a family offers a first line of points."""
    yield f"family {number} {family}"
    yield from [f"more {number}"] * (lines - 1)


def _thresholds(number: int, family: str, thresholds: tuple[Threshold, ...]) -> Iterator[str]:
    yield from _demands(number, family, len(thresholds))
    for line, one in enumerate(thresholds, start=1):
        yield f"count {number} {line} {one.cards}"
        yield f"points {number} {line} {one.points}"


def _cells(pattern: Pattern) -> Iterator[str]:
    for row, signs in enumerate(pattern):
        for column, sign in enumerate(signs):
            if sign == "X":
                yield CELLS[row * 4 + column]


def as_typed(deck: Deck) -> Deck:
    """The deck as it is once somebody has typed it in: all its values come from a box, and no blanks lead or trail."""
    return Deck(" ".join(deck.title.split()), tuple(map(_kind_as_typed, deck.kinds)))


def _kind_as_typed(kind: Kind) -> Kind:
    condition = kind.condition
    match condition:
        case Shapes(shapes):
            condition = Shapes(tuple(replace(one, source="box") for one in shapes))
        case Area(area, thresholds):
            condition = Area(area, tuple(replace(one, source="box") for one in thresholds), "box")
        case Amount(thresholds):
            condition = Amount(tuple(replace(one, source="box") for one in thresholds))
        case Adjacency(neighbours):
            condition = Adjacency(tuple(replace(one, source="box") for one in neighbours))
    return replace(kind, title=" ".join(kind.title.split()), title_source="box", condition=condition)
