"""The score pad for people with the real box: what each act does to it.

`pad_leaf.py` and `pad_sheet.py` say what stands on the pad and `pad_scene.py` how it is shown. The rules themselves,
`scoring.py` and `result.py`, count the points and name the winner.
"""

from typing import ClassVar, Final

from msgspec.structs import replace

from shoal import core
from shoal.core import NotationError, Say, Scene, Seat, ShoalError, Text, msg, parse_seat
from shoal.core.score_sheets import read_name, read_sheet, unknown_act
from shoal.games.fishtank.cells import Cell
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_file import house_deck, read_deck
from shoal.games.fishtank.deck_writer import write_deck
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES, MOST_TANKS, TankLeaf, WrittenTank
from shoal.games.fishtank.page.pad_scene import draw_pad
from shoal.games.fishtank.page.pad_sheet import TankSheet
from shoal.games.fishtank.stated_deck import stated_deck

__all__ = ["FishTankPad"]

_BLANK: Final = TankLeaf((WrittenTank(), WrittenTank()))


class FishTankPad(core.Pad):
    """Tanks on paper.

    Acts: `open B`, `at B c3`, `put B c3 snail`, `clear B c3`, `wipe B`, `name B Ada`, `add`, `drop B`, `new`, `undo`;
    `deck` and the text of a deck file, or nothing for the house deck; `stated` for what the book states alone.
    """

    title: ClassVar[Text] = msg("Score the tanks")
    design_act: ClassVar[str] = "deck"

    def blank(self) -> bytes:
        return TankSheet(_BLANK).encoded()

    def write(self, sheet: bytes, act: str) -> bytes:
        pad = read_sheet(sheet, TankSheet)
        word, _, rest = act.partition(" ")
        if act == "undo":
            return pad.undone().encoded()
        if word == self.design_act:
            return pad.scored_with(_read_deck(rest)).encoded()
        if act == "stated":
            return pad.scored_with(stated_deck()).encoded()
        leaf = pad.now.known(pad.deck)
        if word in ("open", "at"):
            shown = _shown(leaf, act)
            return pad.showing(replace(pad.now, open=shown.open, cell=shown.cell)).encoded()
        return pad.changed(_written(leaf, pad.deck, word, rest, act)).encoded()

    def scene(self, sheet: bytes, say: Say) -> Scene:
        pad = read_sheet(sheet, TankSheet)
        return draw_pad(pad.now, pad.deck, say, undoable=bool(pad.past))

    def design(self, sheet: bytes) -> str:
        pad = read_sheet(sheet, TankSheet)
        return write_deck(pad.deck) if pad.now.deck else ""


def _read_deck(text: str) -> Deck:
    """The deck in a text that a browser sent, which ends lines in its own way."""
    written = text.replace("\r\n", "\n")
    return read_deck(written) if written.strip() else house_deck()


def _shown(leaf: TankLeaf, act: str) -> TankLeaf:
    match act.split(" "):
        case ["open", letter]:
            return leaf.opened(parse_seat(letter, len(leaf.tanks)))
        case ["at", letter, cell]:
            return replace(leaf, open=parse_seat(letter, len(leaf.tanks)), cell=_read_cell(cell))
    raise unknown_act(act)


def _written(leaf: TankLeaf, deck: Deck, word: str, rest: str, act: str) -> TankLeaf:
    tanks = leaf.tanks
    if word == "name":
        letter, _, name = rest.partition(" ")
        seat = parse_seat(letter, len(tanks))
        return leaf.rewritten(seat, replace(tanks[seat], name=read_name(name)))
    match act.split(" "):
        case ["put", letter, cell, kind]:
            return _put(leaf, parse_seat(letter, len(tanks)), _read_cell(cell), _read_kind(deck, kind))
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
            return TankLeaf(tuple(WrittenTank(tank.name) for tank in tanks), deck=leaf.deck)
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
    seat = min(seat, len(left) - 1)
    return replace(leaf, tanks=left, open=seat).opened(seat)


def _read_cell(name: str) -> Cell:
    if name not in CELL_NAMES:
        raise NotationError(name, msg("a cell from a1 to d4"))
    return CELL_NAMES.index(name)


def _read_kind(deck: Deck, name: str) -> str:
    if name not in deck.by_name:
        raise NotationError(name, msg("one of {choices}", choices=", ".join(deck.by_name)))
    return name
