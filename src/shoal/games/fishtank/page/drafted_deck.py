"""The deck that a sheet of the editor makes.

An unfinished kind makes a kind, too, of all that is whole in it, so that the editor can show it.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from msgspec.structs import replace

from shoal.core import Text, find_game, msg
from shoal.core.translations import LANGUAGES, speaker
from shoal.games.fishtank.cells import CELL_NAMES, Mask
from shoal.games.fishtank.deck import (
    TANK_SIDE,
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
from shoal.games.fishtank.deck_file import MOST_CONDITIONS, MOST_NEIGHBOURS, house_deck
from shoal.games.fishtank.deck_table import LONGEST_KIND_NAME
from shoal.games.fishtank.page.editor_leaf import CELLS, DeckLeaf, DraftKind
from shoal.games.fishtank.shapes import trimmed

__all__ = ["draft_title", "drafted_deck", "record_names"]

#: What a deck is called that nobody gave a title.
_UNTITLED: Final = "Own deck"


def drafted_deck(leaf: DeckLeaf) -> Deck:
    """A deck with all that is whole on the sheet, its kinds under the same numbers; a missing back is the last."""
    if not any(kind.side == "back" for kind in leaf.kinds):
        leaf = replace(leaf, kinds=(*leaf.kinds, DraftKind(side="back")))
    names = record_names(leaf.kinds)
    kinds = (_kind(kind, names[number], number) for number, kind in enumerate(leaf.kinds))
    return Deck(leaf.title or _UNTITLED, tuple(kinds))


def draft_title(kind: DraftKind, number: int) -> Text:
    """What people call a kind, to be translated if the house deck has it; a number while it has no title."""
    return Text(kind.title) if kind.title else msg("Kind {number}", number=number + 1)


def _kind(kind: DraftKind, name: str, number: int) -> Kind:
    is_front = kind.side != "back"
    return Kind(
        name=name,
        title=kind.title or str(number + 1),
        title_source=kind.title_source,
        colour=kind.colour,
        cards=kind.cards or 0 if is_front else 0,
        side=kind.side,
        left_out=kind.left_out and is_front,
        condition=_condition(kind),
    )


@lru_cache(maxsize=1024)
def _condition(kind: DraftKind) -> Condition:
    """The condition, of all demands that are whole; no shapes at all if there is none."""
    match kind.family:
        case "shape":
            return Shapes(tuple(_shapes(kind)))
        case "area":
            thresholds = _thresholds(kind)
            return Area(_rows(kind.area), thresholds, kind.area_source) if kind.area and thresholds else Shapes(())
        case "amount":
            thresholds = _thresholds(kind)
            return Amount(thresholds) if thresholds else Shapes(())
        case "adjacency":
            neighbours = tuple(_neighbours(kind))
            return Adjacency(neighbours) if neighbours else Shapes(())
        case None:
            return Shapes(())


def _shapes(kind: DraftKind) -> Iterator[Shape]:
    for one in kind.demands[:MOST_CONDITIONS]:
        if one.cells and one.points is not None:
            pattern = trimmed(_rows(one.cells))
            yield Shape(pattern, one.points, mirrored=one.mirrored, turned=one.turned, source=one.source)


def _thresholds(kind: DraftKind) -> tuple[Threshold, ...]:
    """In the order of their numbers of cards, in whatever order they were written."""
    found: dict[int, Threshold] = {}
    for one in kind.demands:
        if one.count is not None and one.points is not None:
            found.setdefault(one.count, Threshold(one.count, one.points, one.source))
    return tuple(found[count] for count in sorted(found))


def _neighbours(kind: DraftKind) -> Iterator[Neighbours]:
    for one in kind.demands[:MOST_CONDITIONS]:
        if one.where is None or one.alike is None or one.count is None or one.points is None:
            continue
        if one.count <= MOST_NEIGHBOURS[one.where]:
            yield Neighbours(one.where, one.count, one.alike, one.points, one.source)


def _rows(cells: Mask) -> Pattern:
    """Four rows of four signs."""
    signs = "".join("X" if cells >> cell & 1 else "." for cell in range(CELLS))
    return tuple(signs[start : start + TANK_SIDE] for start in range(0, CELLS, TANK_SIDE))


def record_names(kinds: tuple[DraftKind, ...]) -> tuple[str, ...]:
    """What records call the kinds.

    It is their own name, else that of the house deck's kind with this title in any language, else what is left of the
    title in small letters and digits.
    """
    taken = {kind.name for kind in kinds if kind.name} | set(CELL_NAMES)
    names = []
    for number, kind in enumerate(kinds):
        usual = _house_names().get(kind.title.casefold()) or _plain_letters(kind.title) or f"kind{number + 1}"
        name = kind.name or _free_name(usual, taken)
        taken.add(name)
        names.append(name)
    return tuple(names)


@cache
def _house_names() -> dict[str, str]:
    """The names of the house deck's kinds by their titles in all languages."""
    says = [speaker(language, find_game("fishtank")) for language in LANGUAGES]
    return {say(kind.text).casefold(): kind.name for kind in house_deck().kinds for say in says}


def _plain_letters(title: str) -> str:
    letters = re.sub("[^a-z0-9]", "", unicodedata.normalize("NFKD", title).lower())
    return letters.lstrip("0123456789")[:LONGEST_KIND_NAME]


def _free_name(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    number = 2
    while (free := f"{name[: LONGEST_KIND_NAME - len(str(number))]}{number}") in taken:
        number += 1
    return free
