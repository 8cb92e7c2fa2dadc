"""The deck: kinds of cards and the conditions under which they score, as `deck.toml` lists them (T21).

These are plain values. `deck_file.py` reads and checks them, `deck_writer.py` writes them, `scoring.py` applies them.
"""

import hashlib
from collections.abc import Mapping
from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from shoal.core import Text

__all__ = [
    "COLOURS",
    "SOURCES",
    "STATED",
    "TANK_SIDE",
    "Adjacency",
    "Amount",
    "Area",
    "Colour",
    "Condition",
    "Deck",
    "Kind",
    "Neighbours",
    "Pattern",
    "Shape",
    "Shapes",
    "Side",
    "Source",
    "Threshold",
    "Where",
]

#: A finished tank is four cards wide and high (T7).
TANK_SIDE: Final = 4

Side: TypeAlias = Literal["dark", "light", "back"]
#: Where a value comes from: the rule book states it; it follows from what the book says; this edition made it up,
#: because the book's pictures are lost; somebody read it from their box.
Source: TypeAlias = Literal["book", "inferred", "house", "box"]
SOURCES: Final[tuple[Source, ...]] = get_args(Source)
#: The sources of what can be known from the book alone.
STATED: Final[tuple[Source, ...]] = ("book", "inferred")
#: The colours of the cards, round the colour wheel.
Colour: TypeAlias = Literal[
    "red", "orange", "yellow", "lime", "green", "teal", "cyan", "blue", "indigo", "violet", "magenta", "pink"
]
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)
Where: TypeAlias = Literal["side", "corner", "around"]
#: Rows of `X` (a card) and `.` (anything). Those of a shape have no empty edges, however they were written.
Pattern: TypeAlias = tuple[str, ...]


class Shape(msgspec.Struct, frozen=True):
    """Cards laid in a pattern."""

    pattern: Pattern
    points: int
    mirrored: bool
    turned: bool
    source: Source


class Shapes(msgspec.Struct, frozen=True):
    """T12: shapes may be met again and again, but each card counts in one shape only."""

    shapes: tuple[Shape, ...]


class Threshold(msgspec.Struct, frozen=True):
    """`points` for `cards` or more, until a higher threshold is reached."""

    cards: int
    points: int
    source: Source


class Area(msgspec.Struct, frozen=True):
    """T13: only the cards inside the area count, once."""

    area: Pattern
    thresholds: tuple[Threshold, ...]
    #: Where the area itself comes from.
    source: Source


class Amount(msgspec.Struct, frozen=True):
    """T14: the number of cards of the kind in the tank decides."""

    thresholds: tuple[Threshold, ...]


class Neighbours(msgspec.Struct, frozen=True):
    """`count` neighbours of one kind (`alike`), or of `count` different kinds."""

    where: Where
    count: int
    alike: bool
    points: int
    source: Source


class Adjacency(msgspec.Struct, frozen=True):
    """T15: each card scores on its own, by the best of these that its neighbours meet."""

    neighbours: tuple[Neighbours, ...]


Condition: TypeAlias = Shapes | Area | Amount | Adjacency


class Kind(msgspec.Struct, frozen=True):
    """One kind of card; a small deck leaves it out if `left_out` (T19)."""

    name: str
    title: str
    #: Where the title comes from: the book does not name every fish.
    title_source: Source
    colour: Colour
    cards: int
    side: Side
    left_out: bool
    condition: Condition

    @property
    def text(self) -> Text:
        """The title, to be translated if the house deck has it (`titles.py`)."""
        return Text(self.title)


class Deck:
    """All kinds of one deck file, the back included."""

    def __init__(self, title: str, kinds: tuple[Kind, ...]) -> None:
        self.title = title
        self.kinds = kinds
        self.by_name: Mapping[str, Kind] = {kind.name: kind for kind in kinds}
        #: The kinds that are dealt; the plant is not one of them.
        self.fronts = tuple(kind for kind in kinds if kind.side != "back")
        #: What every card shows when it is turned (T10): the plant.
        self.back = next(kind for kind in kinds if kind.side == "back")

    @property
    def text(self) -> Text:
        """The title, to be translated if it is that of the house deck (`titles.py`)."""
        return Text(self.title)

    @cached_property
    def fingerprint(self) -> str:
        """A short name for exactly these values, however they were written down: the same on every machine."""
        return hashlib.sha256(msgspec.json.encode((self.title, self.kinds))).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and (self.title, self.kinds) == (other.title, other.kinds)

    def __hash__(self) -> int:
        return hash((self.title, self.kinds))

    def __str__(self) -> str:
        return self.title
