"""The score pad for people with the real box: up to six tanks, tapped in kind by kind.

One tank is open, and one of its cells is next; tapping a kind puts it there and goes on to the next free
cell. What the tanks are worth, and who has won, `scoring.py` and `result.py` say as in any game.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, ClassVar, Final

import msgspec
from msgspec.structs import replace

from shoal.core import NotationError, Pad, Result, Say, Scene, Seat, ShoalError, Text, msg, parse_seat
from shoal.core.score_sheets import Name, Sheet, read_name, read_sheet, unknown_act
from shoal.games.fishtank.cells import FRAMES, Cell
from shoal.games.fishtank.deck import TANK_SIDE
from shoal.games.fishtank.deck_file import house_deck
from shoal.games.fishtank.result import final_result
from shoal.games.fishtank.scoring import Faces, Judge
from shoal.games.fishtank.tank import EMPTY_TANK, Tank

__all__ = ["CELL_NAMES", "TankLeaf", "TankPad", "WrittenTank", "judge", "outcome"]

MOST_TANKS: Final = 6
_CELLS: Final = TANK_SIDE * TANK_SIDE
#: The cells of a finished tank, a1 at the top left.
CELL_NAMES: Final = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
_NOTHING: Final = ("",) * _CELLS


class WrittenTank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's tank: a kind on each cell, or nothing yet."""

    name: Name = ""
    faces: Annotated[tuple[str, ...], msgspec.Meta(min_length=_CELLS, max_length=_CELLS)] = _NOTHING

    def __post_init__(self) -> None:
        for face in self.faces:
            if face and face not in house_deck().by_name:
                raise ValueError(f"no kind is called {face[:20]!r}")

    @property
    def full(self) -> bool:
        return "" not in self.faces

    def laid(self, cell: Cell, face: str) -> "WrittenTank":
        return replace(self, faces=(*self.faces[:cell], face, *self.faces[cell + 1 :]))

    def next_free(self, cell: Cell = -1) -> Cell | None:
        """The first free cell after this one, round the tank, if there is any."""
        after = (*range(cell + 1, _CELLS), *range(cell + 1))
        return next((other for other in after if not self.faces[other]), None)


class TankLeaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All tanks; `open` is the one that is being tapped in, `cell` where the next kind goes.

    A full tank has no next cell until somebody picks one, so that no stray tap changes it.
    """

    tanks: Annotated[tuple[WrittenTank, ...], msgspec.Meta(min_length=1, max_length=MOST_TANKS)]
    open: Annotated[Seat, msgspec.Meta(ge=0)] = 0
    cell: Annotated[Cell, msgspec.Meta(ge=0, lt=_CELLS)] | None = 0

    def __post_init__(self) -> None:
        if self.open >= len(self.tanks):
            raise ValueError("the open tank is not there")

    def opened(self, seat: Seat) -> "TankLeaf":
        """The leaf with a tank opened at its first free cell."""
        return replace(self, open=seat, cell=self.tanks[seat].next_free())

    def rewritten(self, seat: Seat, tank: WrittenTank) -> "TankLeaf":
        return replace(self, tanks=(*self.tanks[:seat], tank, *self.tanks[seat + 1 :]))


_BLANK: Final = TankLeaf((WrittenTank(), WrittenTank()))


class TankPad(Pad):
    """Tanks on paper.

    Acts: `open B`, `at B c3`, `put B c3 snail`, `clear B c3`, `wipe B`, `name B Ada`, `add`, `drop B`, `new`, `undo`.
    """

    title: ClassVar[Text] = msg("Score the tanks")

    def blank(self) -> bytes:
        return Sheet(_BLANK).encoded()

    def write(self, sheet: bytes, act: str) -> bytes:
        pad = read_sheet(sheet, Sheet[TankLeaf])
        word, _, rest = act.partition(" ")
        if word in ("open", "at"):
            return pad.showing(_shown(pad.now, act)).encoded()
        if act == "undo":
            return pad.undone().encoded()
        return pad.changed(_written(pad.now, word, rest, act)).encoded()

    def scene(self, sheet: bytes, say: Say) -> Scene:
        from shoal.games.fishtank.page.pad_scene import draw_pad

        pad = read_sheet(sheet, Sheet[TankLeaf])
        return draw_pad(pad.now, undoable=bool(pad.past), say=say)


@cache
def judge() -> Judge:
    """The judge of the house deck."""
    return Judge(house_deck())


def outcome(tanks: Sequence[Faces]) -> Result:
    """Who has won with these finished tanks (T18)."""
    return final_result(judge(), [_framed(faces) for faces in tanks])


def _framed(faces: Faces) -> Tank:
    """A finished tank on the plane of a game, in the frame that begins with its first card."""
    frame = FRAMES[-1]
    lying = dict(zip(frame, faces, strict=True))
    return Tank(
        tuple(lying.get(cell, "") for cell in range(len(EMPTY_TANK.faces))), sum(1 << cell for cell in frame), 0
    )


def _shown(leaf: TankLeaf, act: str) -> TankLeaf:
    match act.split(" "):
        case ["open", letter]:
            return leaf.opened(parse_seat(letter, len(leaf.tanks)))
        case ["at", letter, cell]:
            return replace(leaf, open=parse_seat(letter, len(leaf.tanks)), cell=_read_cell(cell))
    raise unknown_act(act)


def _written(leaf: TankLeaf, word: str, rest: str, act: str) -> TankLeaf:
    tanks = leaf.tanks
    if word == "name":
        letter, _, name = rest.partition(" ")
        seat = parse_seat(letter, len(tanks))
        return leaf.rewritten(seat, replace(tanks[seat], name=read_name(name)))
    match act.split(" "):
        case ["put", letter, cell, kind]:
            return _put(leaf, parse_seat(letter, len(tanks)), _read_cell(cell), _read_kind(kind))
        case ["clear", letter, cell]:
            return _put(leaf, parse_seat(letter, len(tanks)), _read_cell(cell), "")
        case ["wipe", letter]:
            seat = parse_seat(letter, len(tanks))
            return leaf.rewritten(seat, replace(tanks[seat], faces=_NOTHING)).opened(seat)
        case ["add"]:
            return _add(leaf)
        case ["drop", letter]:
            return _drop(leaf, parse_seat(letter, len(tanks)))
        case ["new"]:
            return TankLeaf(tuple(WrittenTank(tank.name) for tank in tanks))
    raise unknown_act(act)


def _put(leaf: TankLeaf, seat: Seat, cell: Cell, face: str) -> TankLeaf:
    """A kind goes down, and the free cell after it is next; an emptied cell is next itself."""
    tank = leaf.tanks[seat].laid(cell, face)
    return replace(leaf.rewritten(seat, tank), open=seat, cell=tank.next_free(cell) if face else cell)


def _add(leaf: TankLeaf) -> TankLeaf:
    if len(leaf.tanks) == MOST_TANKS:
        raise ShoalError(msg("there are at most {most} tanks", most=MOST_TANKS))
    return replace(leaf, tanks=(*leaf.tanks, WrittenTank())).opened(len(leaf.tanks))


def _drop(leaf: TankLeaf, seat: Seat) -> TankLeaf:
    if len(leaf.tanks) == 1:
        raise ShoalError(msg("the last tank stays"))
    left = (*leaf.tanks[:seat], *leaf.tanks[seat + 1 :])
    return TankLeaf(left).opened(min(seat, len(left) - 1))


def _read_cell(name: str) -> Cell:
    if name not in CELL_NAMES:
        raise NotationError(name, msg("a cell from a1 to d4"))
    return CELL_NAMES.index(name)


def _read_kind(name: str) -> str:
    if name not in house_deck().by_name:
        raise NotationError(name, msg("one of {choices}", choices=", ".join(house_deck().by_name)))
    return name
