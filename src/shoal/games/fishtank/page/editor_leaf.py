"""What stands on a sheet of the deck editor: a deck in which anything may still be missing.

`editor_acts.py` says what each act does to it, `drafted_deck.py` which deck it makes.
"""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from shoal.games.fishtank.cells import Cell, Mask
from shoal.games.fishtank.deck import COLOURS, TANK_SIDE, Colour, Side, Source, Where
from shoal.games.fishtank.deck_file import MOST_CARDS, MOST_KINDS
from shoal.games.fishtank.deck_table import MOST_POINTS, is_kind_name, is_title

__all__ = ["CELLS", "FAMILIES", "MOST_DEMANDS", "DeckLeaf", "DraftDemand", "DraftKind", "Family"]

#: Cells of a tank.
CELLS: Final = TANK_SIDE * TANK_SIDE
#: No kind has more: one for each number of cards.
MOST_DEMANDS: Final = CELLS
_WHOLE_TANK: Final = (1 << CELLS) - 1
_NOBODY: Final = -1

Family: TypeAlias = Literal["shape", "area", "amount", "adjacency"]
FAMILIES: Final[tuple[Family, ...]] = ("shape", "area", "amount", "adjacency")
_Cells: TypeAlias = Annotated[Mask, msgspec.Meta(ge=0, le=_WHOLE_TANK)]


class DraftDemand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One demand of a condition, and its points; which of the other fields count depends on the family."""

    #: A shape.
    cells: _Cells = 0
    mirrored: bool = False
    turned: bool = False
    #: Cards of the kind, or neighbours.
    count: Annotated[int, msgspec.Meta(ge=1, le=CELLS)] | None = None
    #: Neighbours.
    where: Where | None = None
    alike: bool | None = None
    points: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] | None = None
    source: Source = "box"


class DraftKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One kind of card."""

    #: What records call it; empty if that follows from the title.
    name: str = ""
    title: str = ""
    title_source: Source = "box"
    colour: Colour = COLOURS[0]
    cards: Annotated[int, msgspec.Meta(ge=1, le=MOST_CARDS)] | None = None
    side: Side = "dark"
    left_out: bool = False
    family: Family | None = None
    area: _Cells = 0
    area_source: Source = "box"
    demands: Annotated[tuple[DraftDemand, ...], msgspec.Meta(max_length=MOST_DEMANDS)] = ()

    def __post_init__(self) -> None:
        if self.name and not is_kind_name(self.name):
            raise ValueError("records cannot call a kind so")
        if self.title and not is_title(self.title):
            raise ValueError("a kind cannot be called so")


class DeckLeaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The deck, which of its kinds is open, and the example tank."""

    title: str = ""
    kinds: Annotated[tuple[DraftKind, ...], msgspec.Meta(max_length=MOST_KINDS)] = ()
    open: Annotated[int, msgspec.Meta(ge=0)] | None = None
    #: By cell, the number of the kind that lies there, or -1; `None` for the usual example.
    example: (
        Annotated[
            tuple[Annotated[int, msgspec.Meta(ge=_NOBODY)], ...],
            msgspec.Meta(min_length=CELLS, max_length=CELLS),
        ]
        | None
    ) = None

    def __post_init__(self) -> None:
        if self.title and not is_title(self.title):
            raise ValueError("a deck cannot be called so")
        if self.open is not None and self.open >= len(self.kinds):
            raise ValueError("the open kind is not there")
        if self.example is not None and max(self.example) >= len(self.kinds):
            raise ValueError("a kind in the example is not there")
        names = [kind.name for kind in self.kinds if kind.name]
        if len(names) != len(set(names)):
            raise ValueError("two kinds have one name")
        if sum(kind.side == "back" for kind in self.kinds) > 1:
            raise ValueError("two kinds lie on the back")

    @property
    def laid(self) -> tuple[int, ...]:
        """The example tank: by cell, the number of the kind that lies there, or -1."""
        return _usual_example(self.kinds) if self.example is None else self.example

    def rewritten(self, number: int, kind: DraftKind) -> "DeckLeaf":
        """The leaf with another kind under this number."""
        return replace(self, kinds=(*self.kinds[:number], kind, *self.kinds[number + 1 :]))

    def extended(self, kind: DraftKind) -> "DeckLeaf":
        """The leaf with one more kind, which is open."""
        return replace(self, kinds=(*self.kinds, kind), open=len(self.kinds))

    def dropped(self, number: int) -> "DeckLeaf":
        """The leaf without a kind."""
        example = self.example
        if example is not None:
            example = tuple(_NOBODY if one == number else one - (one > number) for one in example)
        kinds = (*self.kinds[:number], *self.kinds[number + 1 :])
        return replace(self, kinds=kinds, open=None, example=example)

    def put(self, cell: Cell, number: int = _NOBODY) -> "DeckLeaf":
        """The leaf with a kind, or none, on a cell of the example."""
        laid = self.laid
        return replace(self, example=(*laid[:cell], number, *laid[cell + 1 :]))


#: The worked example by roles: capital letters for dark fish, small ones for light creatures, `*` for the back.
_ROLES: Final = "A*BA*aBCbaDECaEC"


def _usual_example(kinds: tuple[DraftKind, ...]) -> tuple[int, ...]:
    """The worked example of the book (T20) for the house deck; for any other, its kinds in the same pattern."""
    named = {kind.name: number for number, kind in enumerate(kinds)}
    if named.keys() >= set(_EXAMPLE.values()):
        return tuple(named[_EXAMPLE[role]] for role in _ROLES)
    back, dark, light = ([number for number, kind in enumerate(kinds) if kind.side == side] for side in _SIDES)
    casts = {"*": back or light or dark}
    casts |= dict.fromkeys("ab", light or dark)
    casts |= dict.fromkeys("ABCDE", dark or light)
    return tuple(casts[role][_ORDER[role] % len(casts[role])] if casts[role] else _NOBODY for role in _ROLES)


_SIDES: Final[tuple[Side, ...]] = ("back", "dark", "light")
#: The number of each role among those of its side.
_ORDER: Final = {role: number for roles in ("*", "ab", "ABCDE") for number, role in enumerate(roles)}
_EXAMPLE: Final = {
    "A": "swordtail",
    "B": "tetra",
    "C": "pleco",
    "D": "discus",
    "E": "redtail",
    "a": "snail",
    "b": "shrimp",
    "*": "plant",
}
