"""The score pad for people with the real box: the floes in each player's pile, by their fish.

Piles are counted floe by floe, or a number is written for each kind of floe. Who has won `ending.py` says
as in any game.
"""

from typing import Annotated, ClassVar, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from shoal.core import NotationError, Pad, Result, Say, Scene, Seat, ShoalError, Text, msg, msgs, parse_seat, seat_name
from shoal.core.score_sheets import (
    LONGEST_NAME,
    Name,
    Sheet,
    player_name,
    read_name,
    read_sheet,
    read_whole,
    unknown_act,
)
from shoal.games.penguins.deal import BOX
from shoal.games.penguins.result import result_of

__all__ = ["Pile", "PileLeaf", "PilePad"]

_FEWEST: Final = 2
_MOST: Final = 4

_Floes: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=max(BOX.values()))]


class Pile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's floes: so many with one fish, with two, with three."""

    name: Name = ""
    ones: _Floes = 0
    twos: _Floes = 0
    threes: _Floes = 0

    @property
    def by_fish(self) -> dict[int, int]:
        return {1: self.ones, 2: self.twos, 3: self.threes}

    @property
    def fish(self) -> int:
        return sum(fish * floes for fish, floes in self.by_fish.items())

    @property
    def floes(self) -> int:
        return sum(self.by_fish.values())

    def holding(self, fish: int, floes: int) -> "Pile":
        held = {**self.by_fish, fish: floes}
        return Pile(self.name, held[1], held[2], held[3])


class PileLeaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All piles; together they hold no more floes than the box (P1)."""

    piles: Annotated[tuple[Pile, ...], msgspec.Meta(min_length=_FEWEST, max_length=_MOST)]

    def __post_init__(self) -> None:
        if any(self.left(fish) < 0 for fish in BOX):
            raise ValueError("more floes than the box has")

    def left(self, fish: int) -> int:
        """How many floes with so many fish lie in no pile."""
        return BOX[fish] - sum(pile.by_fish[fish] for pile in self.piles)

    @property
    def result(self) -> Result | None:
        """Who has won (P19), once every pile is counted: nobody leaves the ice without a floe (P15)."""
        if not all(pile.floes for pile in self.piles):
            return None
        return result_of(tuple(pile.fish for pile in self.piles), tuple(pile.floes for pile in self.piles))


_BLANK: Final = PileLeaf((Pile(), Pile()))


class PilePad(Pad):
    """Piles on paper. Acts: `take B 2`, `back B 2`, `count B 2 14`, `name B Ada`, `add`, `drop B`, `new`, `undo`."""

    title: ClassVar[Text] = msg("Count the piles")

    def blank(self) -> bytes:
        return Sheet(_BLANK).encoded()

    def write(self, sheet: bytes, act: str) -> bytes:
        pad = read_sheet(sheet, Sheet[PileLeaf])
        if act == "undo":
            return pad.undone().encoded()
        return pad.changed(_written(pad.now, act)).encoded()

    def scene(self, sheet: bytes, say: Say) -> Scene:
        pad = read_sheet(sheet, Sheet[PileLeaf])
        piles, result = pad.now.piles, pad.now.result
        names = [player_name(pile.name, seat, say) for seat, pile in enumerate(piles)]
        winners = result.winners if result is not None else ()
        return {
            "players": [_column(pile, names[seat], seat, winners) for seat, pile in enumerate(piles)],
            "winners": [names[seat] for seat in winners],
            "reason": say(result.reason) if result is not None else "",
            "left": [(fish, pad.now.left(fish)) for fish in BOX],
            "undoable": bool(pad.past),
            "least": _FEWEST,
            "most": _MOST,
            "longest": LONGEST_NAME,
        }


class _Column(msgspec.Struct, frozen=True):
    """One player: `typed` is the name as somebody wrote it, `name` what to call him by."""

    letter: str
    typed: str
    name: str
    fish: int
    floes: int
    by_fish: dict[int, int]
    won: bool


def _column(pile: Pile, name: str, seat: Seat, winners: tuple[Seat, ...]) -> _Column:
    return _Column(seat_name(seat), pile.name, name, pile.fish, pile.floes, pile.by_fish, seat in winners)


def _written(leaf: PileLeaf, act: str) -> PileLeaf:
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
            if len(piles) == _MOST:
                raise ShoalError(msg("there are at most {most} players", most=_MOST))
            return PileLeaf((*piles, Pile()))
        case ["drop", letter]:
            seat = parse_seat(letter, len(piles))
            if len(piles) == _FEWEST:
                raise ShoalError(msg("there are at least {least} players", least=_FEWEST))
            return PileLeaf((*piles[:seat], *piles[seat + 1 :]))
        case ["new"]:
            return PileLeaf(tuple(Pile(pile.name) for pile in piles))
    raise unknown_act(act)


def _typed(leaf: PileLeaf, word: str, rest: str) -> PileLeaf:
    """Acts that end in a text that somebody typed."""
    letter, _, text = rest.partition(" ")
    seat = parse_seat(letter, len(leaf.piles))
    if word == "name":
        return _rewritten(leaf, seat, replace(leaf.piles[seat], name=read_name(text)))
    fish, _, number = text.partition(" ")
    return _counted(leaf, seat, _read_fish(fish), read_whole(number, 0, max(BOX.values())))


def _moved(leaf: PileLeaf, letter: str, written: str, floes: int) -> PileLeaf:
    """One floe goes on a pile, or off it."""
    seat, fish = parse_seat(letter, len(leaf.piles)), _read_fish(written)
    held = leaf.piles[seat].by_fish[fish] + floes
    if held < 0:
        raise ShoalError(msg("there is no such floe in this pile"))
    return _counted(leaf, seat, fish, held)


def _counted(leaf: PileLeaf, seat: Seat, fish: int, floes: int) -> PileLeaf:
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


def _rewritten(leaf: PileLeaf, seat: Seat, pile: Pile) -> PileLeaf:
    return PileLeaf((*leaf.piles[:seat], pile, *leaf.piles[seat + 1 :]))


def _read_fish(text: str) -> int:
    if text not in map(str, BOX):
        raise NotationError(text, msg("1, 2 or 3 fish"))
    return int(text)
