"""What each button and field of the deck editor does to the sheet.

Kinds and their demands are numbered from 1. A value that somebody sets comes from their box from then on.
"""

import re
from typing import Final, TypeVar

from msgspec.structs import replace

from shoal.core import NotationError, ShoalError, msg
from shoal.core.score_sheets import read_whole, unknown_act
from shoal.games.fishtank.cells import Cell
from shoal.games.fishtank.deck import COLOURS, Side, Where
from shoal.games.fishtank.deck_file import MOST_CARDS, MOST_KINDS
from shoal.games.fishtank.deck_table import LONGEST_KIND_NAME, LONGEST_TITLE, MOST_POINTS, is_kind_name, is_title
from shoal.games.fishtank.page.editor_leaf import FAMILIES, MOST_DEMANDS, DeckLeaf, DraftDemand, DraftKind
from shoal.games.fishtank.page.gaps import most_count
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES

__all__ = ["acted", "opened"]

_SIDES: Final[tuple[Side, ...]] = ("dark", "light", "back")
_WHERE: Final[tuple[Where, ...]] = ("side", "corner", "around")
_YES_OR_NO: Final = ("yes", "no")
#: A number in an act; longer ones are no numbers of anything.
_NUMBER: Final = re.compile(r"[1-9][0-9]?", re.ASCII)

_Word = TypeVar("_Word", bound=str)


def opened(leaf: DeckLeaf, act: str) -> DeckLeaf:
    """The leaf with another kind open, or none: `open 3`, `close`."""
    match act.split(" "):
        case ["open", number]:
            return replace(leaf, open=_number(number, len(leaf.kinds), act))
        case ["close"]:
            return replace(leaf, open=None)
    raise unknown_act(act)


def acted(leaf: DeckLeaf, act: str) -> DeckLeaf:
    """The leaf after an act that changes the deck or the example."""
    word, _, rest = act.partition(" ")
    if word == "title":
        return replace(leaf, title=_read_title(rest))
    match act.split(" "):
        case ["add", side]:
            return _add(leaf, _one_of(side, _SIDES))
        case ["put", cell, number]:
            return leaf.put(_cell(cell), _number(number, len(leaf.kinds), act))
        case ["clear", cell]:
            return leaf.put(_cell(cell))
        case ["usual"]:
            return replace(leaf, example=None)
    number, _, rest = rest.partition(" ")
    at = _number(number, len(leaf.kinds), act)
    if word == "drop" and not rest:
        return leaf.dropped(at)
    kind = _kind_act(leaf, at, word, rest)
    if kind is None:
        demand, _, rest = rest.partition(" ")
        old = leaf.kinds[at]
        kind = _demand_act(old, _number(demand, len(old.demands), act), word, rest, act)
    return leaf.rewritten(at, kind)


def _add(leaf: DeckLeaf, side: Side) -> DeckLeaf:
    if len(leaf.kinds) == MOST_KINDS:
        raise ShoalError(msg("a deck has at most {most} kinds", most=MOST_KINDS))
    _check_back(leaf, side)
    used = {kind.colour for kind in leaf.kinds}
    colour = next((colour for colour in COLOURS if colour not in used), COLOURS[len(leaf.kinds) % len(COLOURS)])
    usual = {"dark": None, "light": "adjacency", "back": "amount"}
    family = next((family for family in FAMILIES if family == usual[side]), None)
    return leaf.extended(DraftKind(colour=colour, side=side, family=family, demands=(DraftDemand(),) if family else ()))


def _check_back(leaf: DeckLeaf, side: Side) -> None:
    if side == "back" and any(kind.side == "back" for kind in leaf.kinds):
        raise ShoalError(msg("there is one kind on the backs of the cards, and the deck has it already"))


def _kind_act(leaf: DeckLeaf, at: int, word: str, rest: str) -> DraftKind | None:
    """The kind after an act that concerns it as a whole; `None` for any other."""
    kind = leaf.kinds[at]
    match word:
        case "call":
            title = _read_title(rest)
            return kind if title == kind.title else replace(kind, title=title, title_source="box")
        case "name":
            return replace(kind, name=_read_name(leaf, at, rest))
        case "colour":
            return replace(kind, colour=_one_of(rest, COLOURS))
        case "cards":
            return replace(kind, cards=_read_number(rest, 1, MOST_CARDS))
        case "small":
            return replace(kind, left_out=_yes(rest))
        case "side":
            side = _one_of(rest, _SIDES)
            if side != kind.side:
                _check_back(leaf, side)
            return replace(kind, side=side)
        case "family":
            return replace(kind, family=_one_of(rest, FAMILIES), demands=kind.demands or (DraftDemand(),))
        case "more":
            return _more(kind, rest)
        case "area":
            cell, _, wanted = rest.partition(" ")
            area = _tapped(kind.area, cell, wanted)
            return kind if area == kind.area else replace(kind, area=area, area_source="box")
    return None


def _more(kind: DraftKind, rest: str) -> DraftKind:
    if rest:
        raise unknown_act(f"more {rest}")
    if len(kind.demands) == MOST_DEMANDS:
        raise ShoalError(msg("a kind has at most {most} lines of points", most=MOST_DEMANDS))
    return replace(kind, demands=(*kind.demands, DraftDemand()))


def _demand_act(kind: DraftKind, at: int, word: str, rest: str, act: str) -> DraftKind:
    """The kind after an act that concerns one of its demands."""
    old = kind.demands[at]
    match word:
        case "less" if not rest:
            return replace(kind, demands=(*kind.demands[:at], *kind.demands[at + 1 :]))
        case "cell":
            cell, _, wanted = rest.partition(" ")
            new = replace(old, cells=_tapped(old.cells, cell, wanted))
        case "mirrored":
            new = replace(old, mirrored=_yes(rest))
        case "turned":
            new = replace(old, turned=_yes(rest))
        case "count":
            new = replace(old, count=_read_number(rest, 1, most_count(kind, old)))
        case "where":
            new = replace(old, where=_one_of(rest, _WHERE))
        case "alike":
            new = replace(old, alike=_yes(rest))
        case "points":
            new = replace(old, points=_read_number(rest, 0, MOST_POINTS))
        case _:
            raise unknown_act(act)
    if new == old:
        return kind
    new = replace(new, source="box")
    return replace(kind, demands=(*kind.demands[:at], new, *kind.demands[at + 1 :]))


def _tapped(cells: int, cell: str, wanted: str) -> int:
    """The cells with or without this one."""
    bit = 1 << _cell(cell)
    return cells | bit if _yes(wanted) else cells & ~bit


def _read_title(text: str) -> str:
    """A title as it was typed; an empty one removes it."""
    title = " ".join(text.split())
    if title and not is_title(title):
        raise NotationError(text, msg("a name of at most {longest} characters", longest=LONGEST_TITLE))
    return title


def _read_name(leaf: DeckLeaf, at: int, text: str) -> str:
    """What records shall call a kind; empty if that shall follow from its title."""
    name = text.strip()
    if name and not is_kind_name(name):
        raise NotationError(
            text,
            msg(
                "a name of 1 to {longest} small letters and digits, a letter first, and no cell like d4",
                longest=LONGEST_KIND_NAME,
            ),
        )
    taken = {kind.name for number, kind in enumerate(leaf.kinds) if number != at}
    if name and name in taken:
        raise NotationError(text, msg("a name that no other kind has"))
    return name


def _read_number(text: str, low: int, high: int) -> int | None:
    """A number as it was typed; nothing blanks it."""
    return read_whole(text, low, high) if text.strip() else None


def _number(text: str, count: int, act: str) -> int:
    """A number from 1 to `count`, as an index."""
    if not _NUMBER.fullmatch(text):
        raise unknown_act(act)
    if int(text) > count:
        raise ShoalError(msg("there is no number {number} any more", number=int(text)))
    return int(text) - 1


def _cell(name: str) -> Cell:
    if name not in CELL_NAMES:
        raise NotationError(name, msg("a cell from a1 to d4"))
    return CELL_NAMES.index(name)


def _yes(word: str) -> bool:
    return _one_of(word, _YES_OR_NO) == "yes"


def _one_of(word: str, words: tuple[_Word, ...]) -> _Word:
    found = next((one for one in words if one == word), None)
    if found is None:
        raise NotationError(word, msg("one of {choices}", choices=", ".join(words)))
    return found
