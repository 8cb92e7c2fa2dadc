"""Texts for people: what a step does, which steps may be taken, and what kinds score for."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from shoal.core import Seat, Step, Text, msg, seat_name
from shoal.games.fishtank.cells import CELL_NAMES
from shoal.games.fishtank.deck import (
    TANK_SIDE,
    Adjacency,
    Amount,
    Area,
    Kind,
    Neighbours,
    Pattern,
    Shape,
    Shapes,
    Source,
    Threshold,
)
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.steps import ChooseCard, DealCard, DiscardCard, PlaceCard

if TYPE_CHECKING:
    from shoal.games.fishtank.state import State
    from shoal.games.fishtank.view import View

__all__ = [
    "SOURCE_TEXTS",
    "area_text",
    "condition_texts",
    "describe",
    "expected",
    "seat_status",
    "sourced_texts",
    "threshold_texts",
]

#: Where a value comes from.
SOURCE_TEXTS: Final[Mapping[Source, Text]] = {
    "book": msg("from the rule book"),
    "inferred": msg("inferred from the rule book"),
    "house": msg("the house's own"),
    "box": msg("from a box"),
}


def describe(state: "State", step: Step) -> Text:
    """What a legal step would do, as its player may read it."""
    deck = state.options.deck
    match step:
        case DealCard(seat, kind):
            return msg("a card for seat {seat}: {kind}", seat=seat_name(seat), kind=deck.by_name[kind].text)
        case DiscardCard(seat, kind):
            return msg("discarded for seat {seat}: {kind}", seat=seat_name(seat), kind=deck.by_name[kind].text)
        case ChooseCard(_, kind):
            return msg("choose {kind}", kind=deck.by_name[kind].text)
        case PlaceCard():
            return _describe_placing(state, step)
        case _:
            raise TypeError(f"{step} is no step of this game")


def _describe_placing(state: "State", step: PlaceCard) -> Text:
    deck = state.options.deck
    kind, cell, back = deck.by_name[state.revealed[step.seat]].text, CELL_NAMES[step.cell], deck.back.text
    if step.turned is None:
        return msg("place {kind} on {cell}", kind=kind, cell=cell)
    if step.turned == step.cell:
        return msg("place {kind} on {cell}, turned to {back}", kind=kind, cell=cell, back=back)
    earlier = deck.by_name[state.tanks[step.seat].faces[step.turned]].text
    return msg(
        "place {kind} on {cell} and turn {earlier} on {other} to {back}",
        kind=kind,
        cell=cell,
        earlier=earlier,
        other=CELL_NAMES[step.turned],
        back=back,
    )


def expected(state: "State") -> Text:
    """The steps that may be taken now, in words that tell nothing of what any seat holds."""
    match state.phase:
        case RoundPhase.DEAL | RoundPhase.DRAW:
            return msg("a card of the pile for seat {seat}", seat=seat_name(state.served))
        case RoundPhase.DISCARD:
            return msg("a discard of a card in the hand of seat {seat}", seat=seat_name(state.served))
        case RoundPhase.CHOOSE:
            return msg("a seat and a card of its hand")
        case RoundPhase.PLACE:
            return msg("a seat and a free cell in reach of its tank, perhaps with a card to turn")
        case RoundPhase.OVER:
            return msg("nothing, the game is over")


def seat_status(view: "View", seat: Seat) -> Text:
    """What a seat is doing."""
    if view.result is not None:
        return msg("wins") if seat in view.result.winners else msg("finished")
    if view.phase is RoundPhase.PLACE:
        kind = view.options.deck.by_name[view.revealed[seat]].text
        return msg("has placed {kind}", kind=kind) if seat in view.sealed else msg("places {kind}", kind=kind)
    if view.phase is RoundPhase.CHOOSE:
        return msg("has chosen") if seat in view.sealed else msg("is choosing")
    return msg("waits")


def condition_texts(kind: Kind) -> list[Text]:
    """What the kind scores for, condition by condition (T21)."""
    match kind.condition:
        case Shapes(shapes):
            return [msg("{shape} → {points}", shape=_shape(shape), points=shape.points) for shape in shapes]
        case Area(area):
            return [msg("{area}: {thresholds}", area=area_text(area), thresholds=", ".join(threshold_texts(kind)))]
        case Amount():
            return [msg("in the tank: {thresholds}", thresholds=", ".join(threshold_texts(kind)))]
        case Adjacency(neighbours):
            return [_neighbours(one) for one in neighbours]


def sourced_texts(kind: Kind) -> list[tuple[Text | str, Source]]:
    """What the kind scores for, value by value, and where each value comes from."""
    match kind.condition:
        case Shapes(shapes):
            return list(zip(condition_texts(kind), (one.source for one in shapes), strict=True))
        case Area(area, thresholds, source):
            values = zip(threshold_texts(kind), (one.source for one in thresholds), strict=True)
            return [(area_text(area), source), *values]
        case Amount(thresholds):
            texts = [msg("in the tank: {thresholds}", thresholds=span) for span in threshold_texts(kind)]
            return list(zip(texts, (one.source for one in thresholds), strict=True))
        case Adjacency(neighbours):
            return list(zip(condition_texts(kind), (one.source for one in neighbours), strict=True))


_AREAS: Final[dict[Pattern, Text]] = {
    ("X..X", "....", "....", "X..X"): msg("in the corners"),
    ("XXXX", "....", "....", "...."): msg("in the top row"),
    ("....", "....", "....", "XXXX"): msg("in the bottom row"),
    ("....", ".XX.", ".XX.", "...."): msg("in the middle four"),
}


def _shape(shape: Shape) -> Text:
    """A line or a block by its name, any other pattern as it is drawn."""
    rows = shape.pattern
    height, width = len(rows), len(rows[0])
    if all(row == "X" * width for row in rows):
        if height == width == 1:
            return msg("each")
        if height == 1:
            return msg("{cards} side by side", cards=width)
        if width == 1:
            return msg("{cards} one above the other", cards=height)
        return msg("a block of {width} × {height}", width=width, height=height)
    if height == width and shape.mirrored and all(row == _diagonal_row(index, width) for index, row in enumerate(rows)):
        return msg("{cards} on a diagonal", cards=height)
    drawn = " / ".join(rows)
    if shape.turned and shape.mirrored:
        return msg("{pattern}, turned or mirrored", pattern=drawn)
    if shape.turned:
        return msg("{pattern}, any way round", pattern=drawn)
    return msg("{pattern} or mirrored", pattern=drawn) if shape.mirrored else msg("{pattern} as drawn", pattern=drawn)


def _diagonal_row(index: int, width: int) -> str:
    return "." * index + "X" + "." * (width - index - 1)


def area_text(area: Pattern) -> Text:
    return _AREAS.get(area) or msg("in the area {area}", area="/".join(area))


def threshold_texts(kind: Kind) -> list[str]:
    """The thresholds of an area or an amount: `2–3 → 5`, `4 → 15`."""
    match kind.condition:
        case Area(area, thresholds):
            return list(_thresholds(thresholds, sum(row.count("X") for row in area)))
        case Amount(thresholds):
            return list(_thresholds(thresholds, TANK_SIDE * TANK_SIDE))
        case _:
            return []


def _thresholds(thresholds: tuple[Threshold, ...], most: int) -> Iterator[str]:
    limits = [threshold.cards - 1 for threshold in thresholds[1:]]
    for one, last in zip(thresholds, limits, strict=False):
        yield f"{one.cards} → {one.points}" if last == one.cards else f"{one.cards}–{last} → {one.points}"
    highest = thresholds[-1]
    yield f"{highest.cards}{'' if highest.cards >= most else '+'} → {highest.points}"


def _neighbours(one: Neighbours) -> Text:
    match one.where, one.alike:
        case "side", True:
            return msg("{count} of one kind at its sides → {points} each", count=one.count, points=one.points)
        case "corner", True:
            return msg("{count} of one kind at its corners → {points} each", count=one.count, points=one.points)
        case "around", True:
            return msg("{count} of one kind around it → {points} each", count=one.count, points=one.points)
        case "side", False:
            return msg("{count} different kinds at its sides → {points} each", count=one.count, points=one.points)
        case "corner", False:
            return msg("{count} different kinds at its corners → {points} each", count=one.count, points=one.points)
        case _:
            return msg("{count} different kinds around it → {points} each", count=one.count, points=one.points)
