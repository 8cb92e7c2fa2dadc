"""The score pad for people with the real box: the floes in each player's pile, by their fish.

Players count their piles floe by floe, or write down a number for each kind of floe. `result.py` says who
has won, as in any game.
"""

from typing import ClassVar, Final

from msgspec.structs import replace

from shoal import core
from shoal.core import NotationError, Say, Scene, Seat, ShoalError, Text, msg, msgs, parse_seat
from shoal.core.score_sheets import Sheet, read_name, read_sheet, read_whole, unknown_act
from shoal.games.penguins.deal import BOX
from shoal.games.penguins.page.pad_leaf import FEWEST_PLAYERS, MOST_FLOES, MOST_PLAYERS, FloePile, PilesLeaf
from shoal.games.penguins.page.pad_scene import draw_pad

__all__ = ["PenguinsPad"]

_BLANK: Final = PilesLeaf((FloePile(), FloePile()))


class PenguinsPad(core.Pad):
    """Piles on paper. Acts: `take B 2`, `back B 2`, `count B 2 14`, `name B Ada`, `add`, `drop B`, `new`, `undo`."""

    title: ClassVar[Text] = msg("Count the piles")

    def blank(self) -> bytes:
        return Sheet(_BLANK).encoded()

    def write(self, sheet: bytes, act: str) -> bytes:
        pad = read_sheet(sheet, Sheet[PilesLeaf])
        if act == "undo":
            return pad.undone().encoded()
        return pad.changed(_written(pad.now, act)).encoded()

    def scene(self, sheet: bytes, say: Say) -> Scene:
        pad = read_sheet(sheet, Sheet[PilesLeaf])
        return draw_pad(pad.now, say, undoable=bool(pad.past))


def _written(leaf: PilesLeaf, act: str) -> PilesLeaf:
    """The leaf after an act."""
    piles = leaf.piles
    word, _, rest = act.partition(" ")
    if word in ("name", "count"):
        return _typed(leaf, word, rest)
    match act.split(" "):
        case ["take", letter, fish]:
            return _moved(leaf, letter, fish, 1)
        case ["back", letter, fish]:
            return _moved(leaf, letter, fish, -1)
        case ["add"]:
            if len(piles) == MOST_PLAYERS:
                raise ShoalError(msg("there are at most {most} players", most=MOST_PLAYERS))
            return PilesLeaf((*piles, FloePile()))
        case ["drop", letter]:
            seat = parse_seat(letter, len(piles))
            if len(piles) == FEWEST_PLAYERS:
                raise ShoalError(msg("there are at least {least} players", least=FEWEST_PLAYERS))
            return PilesLeaf((*piles[:seat], *piles[seat + 1 :]))
        case ["new"]:
            return PilesLeaf(tuple(FloePile(pile.name) for pile in piles))
    raise unknown_act(act)


def _typed(leaf: PilesLeaf, word: str, rest: str) -> PilesLeaf:
    """The leaf after an act that ends in typed text."""
    letter, _, text = rest.partition(" ")
    seat = parse_seat(letter, len(leaf.piles))
    if word == "name":
        return _rewritten(leaf, seat, replace(leaf.piles[seat], name=read_name(text)))
    fish, _, number = text.partition(" ")
    return _counted(leaf, seat, _read_fish(fish), read_whole(number, 0, MOST_FLOES))


def _moved(leaf: PilesLeaf, letter: str, written: str, floes: int) -> PilesLeaf:
    """The leaf with one floe put on a pile, or taken off it."""
    seat, fish = parse_seat(letter, len(leaf.piles)), _read_fish(written)
    held = leaf.piles[seat].by_fish[fish] + floes
    if held < 0:
        raise ShoalError(msg("there is no such floe in this pile"))
    return _counted(leaf, seat, fish, held)


def _counted(leaf: PilesLeaf, seat: Seat, fish: int, floes: int) -> PilesLeaf:
    """The leaf with this number of floes with `fish` fish in a seat's pile."""
    pile = leaf.piles[seat]
    if floes - pile.by_fish[fish] > leaf.left(fish):
        raise ShoalError(
            msgs(
                "the box has only {most} floes with {count} fish, and {left} of them lie in no pile",
                "the box has only {most} floes with {count} fish, and {left} of them lie in no pile",
                fish,
                most=BOX[fish],
                left=leaf.left(fish),
            )
        )
    return _rewritten(leaf, seat, pile.holding(fish, floes))


def _rewritten(leaf: PilesLeaf, seat: Seat, pile: FloePile) -> PilesLeaf:
    return PilesLeaf((*leaf.piles[:seat], pile, *leaf.piles[seat + 1 :]))


def _read_fish(text: str) -> int:
    if text not in map(str, BOX):
        raise NotationError(text, msg("1, 2 or 3 fish"))
    return int(text)
