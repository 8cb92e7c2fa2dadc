"""From decks to the drafts of the editor and back: what a draft is still missing, and the deck that it makes.

An unfinished kind makes a kind, too, of all that is whole in it, so that the editor can show it.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from shoal.core import ShoalError, Text, find_game, msg, msgs
from shoal.core.translations import LANGUAGES, speaker
from shoal.games.fishtank.cells import CELL_NAMES, Mask
from shoal.games.fishtank.deck import (
    STATED,
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
from shoal.games.fishtank.page.editor_leaf import CELLS, DeckLeaf, DraftDemand, DraftKind
from shoal.games.fishtank.shapes import pattern_mask, trimmed

__all__ = [
    "Gap",
    "draft_of",
    "draft_title",
    "finished_deck",
    "gaps_of",
    "most_count",
    "record_names",
    "shown_deck",
    "stated_only",
]

#: What a deck is called that nobody gave a title.
_UNTITLED: Final = "Own deck"


class Gap(msgspec.Struct, frozen=True):
    """Something that a deck is still missing: of which kind, in which of its demands, and in words."""

    kind: int | None
    demand: int | None
    text: Text

    @property
    def placed(self) -> Text:
        """In words that also say in which demand."""
        if self.demand is None:
            return self.text
        return msg("{missing} in line {number}", missing=self.text, number=self.demand + 1)


def draft_of(deck: Deck) -> DeckLeaf:
    """A sheet with this deck."""
    return DeckLeaf(deck.title, tuple(map(_draft, deck.kinds)))


def _draft(kind: Kind) -> DraftKind:
    draft = DraftKind(
        name=kind.name,
        title=kind.title,
        title_source=kind.title_source,
        colour=kind.colour,
        cards=kind.cards or None,
        side=kind.side,
        left_out=kind.left_out,
    )
    match kind.condition:
        case Shapes(shapes):
            demands = tuple(
                DraftDemand(
                    cells=pattern_mask(one.pattern),
                    mirrored=one.mirrored,
                    turned=one.turned,
                    points=one.points,
                    source=one.source,
                )
                for one in shapes
            )
            return replace(draft, family="shape", demands=demands)
        case Area(area, thresholds, source):
            return replace(
                draft, family="area", area=pattern_mask(area), area_source=source, demands=_draft_thresholds(thresholds)
            )
        case Amount(thresholds):
            return replace(draft, family="amount", demands=_draft_thresholds(thresholds))
        case Adjacency(neighbours):
            demands = tuple(
                DraftDemand(where=one.where, count=one.count, alike=one.alike, points=one.points, source=one.source)
                for one in neighbours
            )
            return replace(draft, family="adjacency", demands=demands)


def _draft_thresholds(thresholds: tuple[Threshold, ...]) -> tuple[DraftDemand, ...]:
    return tuple(DraftDemand(count=one.cards, points=one.points, source=one.source) for one in thresholds)


def stated_only(leaf: DeckLeaf) -> DeckLeaf:
    """The sheet with nothing but what is known from the book; all else is blank, to be read from a box (T21)."""
    return replace(leaf, kinds=tuple(map(_stated_kind, leaf.kinds)))


def _stated_kind(kind: DraftKind) -> DraftKind:
    demands = tuple(one if one.source in STATED else DraftDemand() for one in kind.demands)
    has_area = kind.family == "area" and kind.area_source in STATED
    # Light creatures score by what surrounds them (T15), and plants by amount (T16).
    knows_family = has_area or any(one.source in STATED for one in kind.demands) or kind.side != "dark"
    titled = kind.title_source in STATED
    return replace(
        kind,
        name=kind.name if titled else "",
        title=kind.title if titled else "",
        title_source=kind.title_source if titled else "box",
        family=kind.family if knows_family else None,
        area=kind.area if has_area else 0,
        area_source=kind.area_source if has_area else "box",
        demands=demands if knows_family else (),
    )


def finished_deck(leaf: DeckLeaf) -> Deck:
    """The deck of a sheet on which nothing is missing. Raises a `ShoalError` that says what is."""
    gaps = gaps_of(leaf)
    if gaps:
        raise ShoalError(_unfinished(leaf, gaps))
    return _deck(leaf)


def shown_deck(leaf: DeckLeaf) -> Deck:
    """A deck with all that is whole on the sheet; kinds under the same numbers, and the back, if it has none, last."""
    if not any(kind.side == "back" for kind in leaf.kinds):
        leaf = replace(leaf, kinds=(*leaf.kinds, DraftKind(side="back")))
    return _deck(leaf)


def _deck(leaf: DeckLeaf) -> Deck:
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


def most_count(kind: DraftKind, demand: DraftDemand) -> int:
    """How many cards, or neighbours, a demand can ask for."""
    if kind.family == "adjacency":
        return MOST_NEIGHBOURS[demand.where or "around"]
    return CELLS


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


def gaps_of(leaf: DeckLeaf) -> tuple[Gap, ...]:
    """All that is missing, kind by kind."""
    gaps = [Gap(number, gap.demand, gap.text) for number, kind in enumerate(leaf.kinds) for gap in _gaps(kind)]
    if all(kind.side == "back" for kind in leaf.kinds):
        gaps.append(Gap(None, None, msg("a kind for the fronts of the cards")))
    if not any(kind.side == "back" for kind in leaf.kinds):
        gaps.append(Gap(None, None, msg("a kind for the back of every card")))
    return tuple(gaps)


@lru_cache(maxsize=1024)
def _gaps(kind: DraftKind) -> tuple[Gap, ...]:
    def missing() -> Iterator[tuple[int | None, Text]]:
        if not kind.title:
            yield None, msg("a name")
        if kind.cards is None and kind.side != "back":
            yield None, msg("the number of cards")
        if kind.family is None:
            yield None, msg("what it scores for")
            return
        if kind.family == "area" and not kind.area:
            yield None, msg("the cells of the area")
        if not kind.demands:
            yield None, msg("the points")
        if kind.family in ("shape", "adjacency") and len(kind.demands) > MOST_CONDITIONS:
            yield None, msg("fewer lines of points, {most} at most", most=MOST_CONDITIONS)
        for number, demand in enumerate(kind.demands):
            for text in _demand_gaps(kind, demand):
                yield number, text

    return tuple(Gap(None, demand, text) for demand, text in missing())


def _demand_gaps(kind: DraftKind, demand: DraftDemand) -> Iterator[Text]:
    if kind.family == "shape":
        if not demand.cells:
            yield msg("the cells of the shape")
    else:
        if kind.family == "adjacency":
            if demand.where is None:
                yield msg("where the neighbours lie")
            if demand.alike is None:
                yield msg("whether the neighbours are the same or different")
        yield from _count_gaps(kind, demand)
    if demand.points is None:
        yield msg("the points")


def _count_gaps(kind: DraftKind, demand: DraftDemand) -> Iterator[Text]:
    if demand.count is None:
        yield msg("how many neighbours") if kind.family == "adjacency" else msg("how many cards")
    elif demand.count > most_count(kind, demand):
        yield msgs(
            "a smaller number: there is only {count} neighbour",
            "a smaller number: there are only {count} neighbours",
            most_count(kind, demand),
        )
    elif kind.family != "adjacency" and Counter(one.count for one in kind.demands)[demand.count] > 1:
        yield msg("another number of cards: {count} is there twice", count=demand.count)


def _unfinished(leaf: DeckLeaf, gaps: tuple[Gap, ...]) -> Text:
    first, others = gaps[0], len(gaps) - 1
    whole: Text = msg("the deck")
    needy = whole if first.kind is None else draft_title(leaf.kinds[first.kind], first.kind)
    found = msg("{kind} still needs {missing}", kind=needy, missing=first.placed)
    if not others:
        return found
    return msgs(
        "{found}, and {count} more thing is missing",
        "{found}, and {count} more things are missing",
        others,
        found=found,
    )
