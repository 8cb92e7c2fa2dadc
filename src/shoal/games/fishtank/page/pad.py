"""The score pad for people with the real box: what each act does to it.

`pad_leaf.py` says what stands on the pad and `pad_scene.py` how it is shown. The rules themselves,
`scoring.py` and `result.py`, count the points and name the winner.
"""

from typing import ClassVar, Final

from msgspec.structs import replace

from shoal import core
from shoal.core import NotationError, Say, Scene, Seat, ShoalError, Text, msg, parse_seat
from shoal.core.score_sheets import Sheet, read_name, read_sheet, unknown_act
from shoal.games.fishtank.cells import Cell
from shoal.games.fishtank.deck_file import house_deck
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES, MOST_TANKS, TankLeaf, WrittenTank
from shoal.games.fishtank.page.pad_scene import draw_pad

__all__ = ["FishTankPad"]

_BLANK: Final = TankLeaf((WrittenTank(), WrittenTank()))


class FishTankPad(core.Pad):
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
        pad = read_sheet(sheet, Sheet[TankLeaf])
        return draw_pad(pad.now, say, undoable=bool(pad.past))


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
            return leaf.rewritten(seat, tanks[seat].emptied()).opened(seat)
        case ["add"]:
            return _add(leaf)
        case ["drop", letter]:
            return _drop(leaf, parse_seat(letter, len(tanks)))
        case ["new"]:
            return TankLeaf(tuple(WrittenTank(tank.name) for tank in tanks))
    raise unknown_act(act)


def _put(leaf: TankLeaf, seat: Seat, cell: Cell, face: str) -> TankLeaf:
    """Put a kind on a cell and go on to the next free one; an emptied cell is next itself."""
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
