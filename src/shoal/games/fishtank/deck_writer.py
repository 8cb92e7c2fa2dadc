"""Writes a deck as the text of a deck file, always in one form; `deck_file.py` reads it back to an equal deck.

`deck.toml` is the house deck in this form, explanations included, so that it is a good file to start from.
"""

from collections.abc import Iterator
from typing import Final

from shoal.games.fishtank.deck import (
    Adjacency,
    Amount,
    Area,
    Condition,
    Deck,
    Kind,
    Neighbours,
    Pattern,
    Shape,
    Shapes,
    Threshold,
)

__all__ = ["write_cards", "write_deck"]

_EXPLANATION: Final = """\
# A deck of Fish Tank: its cards, and what they score. Every kind of card is one [[kinds]] table:
#
#   name          how records write it: small letters and digits, not the name of a cell (a1 … g7)
#   title         how people read it
#   title_source  where the title comes from, see below
#   colour        red, orange, yellow, lime, green, teal, cyan, blue, indigo, violet, magenta or pink
#   cards         how many there are in the box (not for the back)
#   side          "dark", "light", or "back": the one kind on the back of every card
#   left_out      true for the kinds that a small deck leaves out
#   family        "shape", "area", "amount" or "adjacency", which says how it scores:
#
#   shape         [[kinds.shapes]] tables: a `pattern` drawn in rows (X = a card of the kind, . = anything), its
#                 `points`, `mirrored = true` and `turned = true` for patterns that count in those forms as well.
#                 Shapes may be met again and again, a card counts in one of them only.
#   area          an `area` drawn in four rows of four, and `thresholds` for the cards inside it
#   amount        `thresholds` for the cards in the whole tank
#   adjacency     [[kinds.neighbours]] tables: `where` is "side", "corner" or "around"; `same = 2` asks for two
#                 neighbours of one kind, `different = 4` for four of four kinds; `points` for each card.
#                 A card that meets several scores the best of them.
#
# A threshold is [cards, points] or [cards, points, source]: points for this many cards or more.
#
# A `source` says where a value comes from, `area_source` where an area does: "book" if the rule book states it,
# "inferred" if it follows from what the book says, "house" if Shoal made it up, "box" (also when missing) if somebody
# read it from their box. A missing `area_source` is that of the first threshold.
"""


def write_deck(deck: Deck) -> str:
    """The text of a deck file with this deck."""
    return f"{_EXPLANATION}\n{write_cards(deck)}"


def write_cards(deck: Deck) -> str:
    """The same without the explanations, to be read by this program alone."""
    return "\n".join([f"title = {_quoted(deck.title)}", *map(_kind, deck.kinds)]) + "\n"


def _kind(kind: Kind) -> str:
    fields = [
        "",
        "[[kinds]]",
        f'name = "{kind.name}"',
        f"title = {_quoted(kind.title)}",
        f'title_source = "{kind.title_source}"',
        f'colour = "{kind.colour}"',
    ]
    if kind.side != "back":
        fields.append(f"cards = {kind.cards}")
    fields.append(f'side = "{kind.side}"')
    if kind.left_out:
        fields.append("left_out = true")
    return "\n".join([*fields, *_condition(kind.condition)])


def _condition(condition: Condition) -> Iterator[str]:
    match condition:
        case Shapes(shapes):
            yield 'family = "shape"'
            for shape in shapes:
                yield from _shape(shape)
        case Area(area, thresholds, source):
            yield 'family = "area"'
            yield f"area = {_pattern(area)}"
            yield f'area_source = "{source}"'
            yield f"thresholds = {_thresholds(thresholds)}"
        case Amount(thresholds):
            yield 'family = "amount"'
            yield f"thresholds = {_thresholds(thresholds)}"
        case Adjacency(neighbours):
            yield 'family = "adjacency"'
            for one in neighbours:
                yield from _neighbours(one)


def _shape(shape: Shape) -> Iterator[str]:
    yield "\n[[kinds.shapes]]"
    yield f"pattern = {_pattern(shape.pattern)}"
    if shape.mirrored:
        yield "mirrored = true"
    if shape.turned:
        yield "turned = true"
    yield f"points = {shape.points}"
    yield f'source = "{shape.source}"'


def _neighbours(one: Neighbours) -> Iterator[str]:
    yield "\n[[kinds.neighbours]]"
    yield f'where = "{one.where}"'
    yield f"{'same' if one.alike else 'different'} = {one.count}"
    yield f"points = {one.points}"
    yield f'source = "{one.source}"'


def _pattern(pattern: Pattern) -> str:
    return "[" + ", ".join(f'"{row}"' for row in pattern) + "]"


def _thresholds(thresholds: tuple[Threshold, ...]) -> str:
    return "[" + ", ".join(f'[{one.cards}, {one.points}, "{one.source}"]' for one in thresholds) + "]"


def _quoted(words: str) -> str:
    """A text on one line; three apostrophes in a row would look like the start of a text on several."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("'''", "''\\u0027")
    return f'"{escaped}"'
