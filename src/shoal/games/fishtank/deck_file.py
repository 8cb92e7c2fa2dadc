"""Reads a deck file and checks it as a whole; the fields of its tables are read by `deck_table.py`."""

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from shoal.core import msg
from shoal.core.errors import shorten
from shoal.games.fishtank.deck import (
    COLOURS,
    TANK_SIDE,
    Adjacency,
    Amount,
    Area,
    Colour,
    Condition,
    Deck,
    Kind,
    Neighbours,
    Shape,
    Shapes,
    Side,
    Where,
)
from shoal.games.fishtank.deck_table import MOST_POINTS, DeckError, DeckTable
from shoal.games.fishtank.shapes import trimmed

__all__ = [
    "LONGEST_DECK",
    "MOST_CARDS",
    "MOST_CONDITIONS",
    "MOST_KINDS",
    "MOST_NEIGHBOURS",
    "house_deck",
    "read_deck",
]

#: No deck file may have more characters: enough for any deck as `deck_writer.py` writes it.
LONGEST_DECK: Final = 60_000
MOST_KINDS: Final = 40
#: Of one kind.
MOST_CARDS: Final = 99
#: Shapes, or demands on neighbours, of one kind.
MOST_CONDITIONS: Final = 8
MOST_NEIGHBOURS: Final[Mapping[Where, int]] = {"side": 4, "corner": 4, "around": 8}

_SIDES: Final[tuple[Side, ...]] = ("dark", "light", "back")
_WHERE: Final[tuple[Where, ...]] = ("side", "corner", "around")
#: The step on the colour wheel from kind to kind where the file names no colours: neighbours in the deck look unlike.
_COLOUR_STEP: Final = 5


@cache
def house_deck() -> Deck:
    """The deck that comes with the game."""
    return read_deck(Path(__file__).with_name("deck.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=64)
def read_deck(text: str) -> Deck:
    """The deck that the text of a file describes. Raises `DeckError`."""
    top = DeckTable(text, (), _parse(text))
    title = top.words("title") if top.has("title") else "Own deck"
    kinds = tuple(_kind(table, number) for number, table in enumerate(top.tables("kinds", most=MOST_KINDS)))
    top.done()
    _check_together(top, kinds)
    return Deck(title, kinds)


def _parse(text: str) -> dict[str, object]:
    if len(text) > LONGEST_DECK:
        raise DeckError(1, "text", len(text), msg("at most {longest} characters", longest=LONGEST_DECK))
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if '"""' in line or "'''" in line:
            raise DeckError(number, "text", shorten(line.strip()), msg("texts that do not run over several lines"))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise DeckError(1, "text", msg("too many brackets"), msg("a TOML file")) from None
    except ValueError as error:  # TOMLDecodeError, and numbers that Python will not convert
        at_line = re.search(r"at line (\d+)", str(error))
        number = int(at_line[1]) if at_line else len(lines)
        raise DeckError(number, "TOML", shorten(str(error).partition(" (at ")[0]), msg("a TOML file")) from None


def _kind(table: DeckTable, number: int) -> Kind:
    name = table.name("name")
    title = table.words("title")
    title_source = table.source("title_source")
    colour = table.one_of("colour", COLOURS, missing=_usual_colour(number))
    side = table.one_of("side", _SIDES)
    is_front = side != "back"
    cards = table.whole("cards", 1, MOST_CARDS) if is_front else 0
    left_out = table.flag("left_out") if is_front else False
    family = table.one_of("family", ("shape", "area", "amount", "adjacency"))
    condition = _CONDITIONS[family](table)
    table.done()
    return Kind(name, title, title_source, colour, cards, side, left_out, condition)


def _usual_colour(number: int) -> Colour:
    return COLOURS[number * _COLOUR_STEP % len(COLOURS)]


def _shapes(table: DeckTable) -> Shapes:
    return Shapes(tuple(_shape(shape) for shape in table.tables("shapes", most=MOST_CONDITIONS)))


def _shape(table: DeckTable) -> Shape:
    shape = Shape(
        pattern=trimmed(table.pattern("pattern")),
        points=table.whole("points", 0, MOST_POINTS),
        mirrored=table.flag("mirrored"),
        turned=table.flag("turned"),
        source=table.source("source"),
    )
    table.done()
    return shape


def _area(table: DeckTable) -> Area:
    area = table.pattern("area")
    if len(area) != TANK_SIDE or len(area[0]) != TANK_SIDE:
        raise table.refuse("area", msg("four rows of four signs X and ."))
    thresholds = table.thresholds("thresholds")
    return Area(area, thresholds, table.source("area_source", missing=thresholds[0].source))


def _amount(table: DeckTable) -> Amount:
    return Amount(table.thresholds("thresholds"))


def _adjacency(table: DeckTable) -> Adjacency:
    return Adjacency(tuple(_neighbours(one) for one in table.tables("neighbours", most=MOST_CONDITIONS)))


def _neighbours(table: DeckTable) -> Neighbours:
    where = table.one_of("where", _WHERE)
    alike = table.has("same")
    if alike == table.has("different"):
        raise table.refuse(
            "same",
            msg("either same or different"),
            found=msg("both") if alike else msg("neither"),
        )
    neighbours = Neighbours(
        where=where,
        count=table.whole("same" if alike else "different", 1, MOST_NEIGHBOURS[where]),
        alike=alike,
        points=table.whole("points", 0, MOST_POINTS),
        source=table.source("source"),
    )
    table.done()
    return neighbours


_CONDITIONS: Final[dict[str, Callable[[DeckTable], Condition]]] = {
    "shape": _shapes,
    "area": _area,
    "amount": _amount,
    "adjacency": _adjacency,
}


def _check_together(top: DeckTable, kinds: tuple[Kind, ...]) -> None:
    """Check the kinds against each other: names are unique, exactly one kind is the back, and there are others."""
    names: set[str] = set()
    tables = top.tables("kinds", most=MOST_KINDS)
    backs = 0
    for kind, table in zip(kinds, tables, strict=True):
        if kind.name in names:
            raise table.refuse("name", msg("a name that no other kind has"))
        names.add(kind.name)
        backs += kind.side == "back"
        if backs > 1:
            raise table.refuse("side", msg('only one kind with side = "back"'))
    if backs == 0 or len(kinds) == 1:
        raise top.refuse(
            "kinds",
            msg('one kind with side = "back", and others'),
            found=msg("none") if backs == 0 else msg("no other"),
        )
