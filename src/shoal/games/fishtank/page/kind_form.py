"""The form of one kind in the deck editor: its fields and buttons, what each shows, and the act that it submits."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

import msgspec

from shoal.core import Say, Text, msg
from shoal.games.fishtank.deck import COLOURS, Colour, Side, Source, Where
from shoal.games.fishtank.deck_file import MOST_CARDS, MOST_CONDITIONS
from shoal.games.fishtank.deck_table import LONGEST_KIND_NAME, LONGEST_TITLE, MOST_POINTS
from shoal.games.fishtank.page.cards import HUES, KindScene
from shoal.games.fishtank.page.drafted_deck import record_names
from shoal.games.fishtank.page.editor_leaf import CELLS, MOST_DEMANDS, DeckLeaf, DraftDemand, DraftKind, Family
from shoal.games.fishtank.page.gaps import Gap, most_count
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES
from shoal.games.fishtank.words import SOURCE_TEXTS

__all__ = ["KindForm", "kind_form"]

_UNKNOWN: Final = msg("to be read from the box")

_SIDES: Final[Mapping[Side, Text]] = {
    "dark": msg("dark fish"),
    "light": msg("light creature"),
    "back": msg("back of every card"),
}
_FAMILIES: Final[Mapping[Family, tuple[Text, Text]]] = {
    "shape": (msg("Shapes"), msg("Cards of the kind laid in a pattern, again and again")),
    "area": (msg("Area"), msg("How many cards of the kind lie in a part of the tank")),
    "amount": (msg("Amount"), msg("How many cards of the kind lie in the tank")),
    "adjacency": (msg("Neighbours"), msg("What lies around each card of the kind")),
}
_WHERE: Final[Mapping[Where, Text]] = {
    "side": msg("at its sides"),
    "corner": msg("at its corners"),
    "around": msg("all around it"),
}
_ALIKE: Final[Mapping[bool, Text]] = {True: msg("= of one kind"), False: msg("≠ all different")}
_COLOURS: Final[Mapping[Colour, Text]] = {
    "red": msg("red"),
    "orange": msg("orange"),
    "yellow": msg("yellow"),
    "lime": msg("lime"),
    "green": msg("green"),
    "teal": msg("teal"),
    "cyan": msg("cyan"),
    "blue": msg("blue"),
    "indigo": msg("indigo"),
    "violet": msg("violet"),
    "magenta": msg("magenta"),
    "pink": msg("pink"),
}

_Value = TypeVar("_Value", str, bool)


class _Choice(msgspec.Struct, frozen=True):
    """A button of several, of which one is pressed."""

    id: str
    act: str
    title: str
    pressed: bool
    hint: str = ""
    hue: int = 0
    allowed: bool = True


class _Stepper(msgspec.Struct, frozen=True):
    """A number: typed after `act`, or made one less or one more."""

    id: str
    act: str
    label: str
    value: str
    less: int
    more: int
    high: int


class _GridCell(msgspec.Struct, frozen=True):
    """A cell to be tapped on and off."""

    name: str
    act: str
    on: bool


class _DemandForm(msgspec.Struct, frozen=True):
    """One demand: what it asks for, its points, where they come from, and what is missing."""

    number: int
    cells: tuple[_GridCell, ...]
    flags: tuple[_Choice, ...]
    where: tuple[_Choice, ...]
    alike: tuple[_Choice, ...]
    count: _Stepper | None
    points: _Stepper
    source: str
    missing: str


class KindForm(msgspec.Struct, frozen=True):
    """The open kind."""

    number: int
    #: Its place in the overview, from 1, and its neighbours there.
    place: int
    places: int
    previous: int | None
    next: int | None
    scene: KindScene
    title: str
    title_source: str
    longest_title: int
    name: str
    record_name: str
    longest_name: int
    colours: tuple[_Choice, ...]
    sides: tuple[_Choice, ...]
    is_front: bool
    cards: _Stepper
    left_out: bool
    family: Family | None
    families: tuple[_Choice, ...]
    area: tuple[_GridCell, ...]
    area_source: str
    demands: tuple[_DemandForm, ...]
    can_add: bool
    #: What is missing of the kind as a whole.
    missing: tuple[str, ...]


def kind_form(
    leaf: DeckLeaf, number: int, scene: KindScene, gaps: Sequence[Gap], order: Sequence[int], say: Say
) -> KindForm:
    """The form of a kind; `gaps` is what it is missing, `order` that of the overview."""
    kind, act = leaf.kinds[number], f"{number + 1}"
    place = order.index(number)
    can_be_back = kind.side == "back" or all(one.side != "back" for one in leaf.kinds)
    most = MOST_CONDITIONS if kind.family in ("shape", "adjacency") else MOST_DEMANDS
    return KindForm(
        number=number + 1,
        place=place + 1,
        places=len(order),
        previous=order[place - 1] + 1 if place else None,
        next=order[place + 1] + 1 if place + 1 < len(order) else None,
        scene=scene,
        title=kind.title,
        title_source=_source(kind.title_source, bool(kind.title), say),
        longest_title=LONGEST_TITLE,
        name=kind.name,
        record_name=record_names(leaf.kinds)[number],
        longest_name=LONGEST_KIND_NAME,
        colours=tuple(
            _Choice(
                f"{act}-{colour}",
                f"colour {act} {colour}",
                say(_COLOURS[colour]),
                colour == kind.colour,
                hue=HUES[colour],
            )
            for colour in COLOURS
        ),
        sides=tuple(
            _Choice(
                f"{act}-{side}",
                f"side {act} {side}",
                say(text),
                side == kind.side,
                allowed=side != "back" or can_be_back,
            )
            for side, text in _SIDES.items()
        ),
        is_front=kind.side != "back",
        cards=_stepper(f"{act}-cards", f"cards {act}", say(msg("Cards in the box")), kind.cards, 1, MOST_CARDS),
        left_out=kind.left_out,
        family=kind.family,
        families=tuple(
            _Choice(f"{act}-{family}", f"family {act} {family}", say(title), family == kind.family, hint=say(hint))
            for family, (title, hint) in _FAMILIES.items()
        ),
        area=_grid(f"area {act}", kind.area) if kind.family == "area" else (),
        area_source=_source(kind.area_source, bool(kind.area), say),
        demands=tuple(_demand(kind, act, at, gaps, say) for at in range(len(kind.demands))) if kind.family else (),
        can_add=kind.family is not None and len(kind.demands) < most,
        missing=tuple(say(gap.text) for gap in gaps if gap.demand is None),
    )


def _demand(kind: DraftKind, number: str, at: int, gaps: Sequence[Gap], say: Say) -> _DemandForm:
    demand, family = kind.demands[at], kind.family
    act, name = f"{number} {at + 1}", f"{number}-{at + 1}"
    count = _count_label(kind)
    return _DemandForm(
        number=at + 1,
        cells=_grid(f"cell {act}", demand.cells) if family == "shape" else (),
        flags=(
            _flag("mirrored", act, name, msg("mirrored as well"), demand.mirrored, say),
            _flag("turned", act, name, msg("turned as well"), demand.turned, say),
        )
        if family == "shape"
        else (),
        where=_choices("where", act, name, _WHERE, demand.where, say) if family == "adjacency" else (),
        alike=tuple(
            _Choice(f"{name}-alike-{_yes(alike)}", f"alike {act} {_yes(alike)}", say(text), demand.alike is alike)
            for alike, text in _ALIKE.items()
        )
        if family == "adjacency"
        else (),
        count=_stepper(f"{name}-count", f"count {act}", say(count), demand.count, 1, most_count(kind, demand))
        if count is not None
        else None,
        points=_stepper(f"{name}-points", f"points {act}", say(msg("Points")), demand.points, 0, MOST_POINTS),
        source=_source(demand.source, demand != DraftDemand(), say),
        missing=", ".join(say(gap.text) for gap in gaps if gap.demand == at),
    )


def _count_label(kind: DraftKind) -> Text | None:
    if kind.family == "shape":
        return None
    return msg("Neighbours") if kind.family == "adjacency" else msg("Cards, at least")


def _flag(word: str, act: str, name: str, title: Text, on: bool, say: Say) -> _Choice:  # noqa: FBT001 - a value
    return _Choice(f"{name}-{word}", f"{word} {act} {_yes(not on)}", say(title), on)


def _choices(
    word: str, act: str, name: str, titles: Mapping[Where, Text], chosen: Where | None, say: Say
) -> tuple[_Choice, ...]:
    return tuple(
        _Choice(f"{name}-{word}-{value}", f"{word} {act} {value}", say(title), value == chosen)
        for value, title in titles.items()
    )


def _yes(value: bool) -> str:  # noqa: FBT001 - a value
    return "yes" if value else "no"


def _stepper(name: str, act: str, label: str, value: int | None, low: int, high: int) -> _Stepper:
    if value is None:
        return _Stepper(name, act, label, "", low, max(low, 1), high)
    return _Stepper(name, act, label, str(value), max(low, min(value - 1, high)), min(value + 1, high), high)


def _grid(act: str, cells: int) -> tuple[_GridCell, ...]:
    return tuple(
        _GridCell(CELL_NAMES[cell], f"{act} {CELL_NAMES[cell]} {_yes(not cells >> cell & 1)}", bool(cells >> cell & 1))
        for cell in range(CELLS)
    )


def _source(source: Source, is_known: bool, say: Say) -> str:  # noqa: FBT001 - a value
    """Where a value comes from; one that is not there comes from nowhere yet."""
    return say(SOURCE_TEXTS[source] if is_known else _UNKNOWN)
