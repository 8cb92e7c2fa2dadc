"""Ice laid out by hand: a draft is the notation of a deal, with 0 for open water; it may break the rules of dealing."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

import msgspec

from shoal import core
from shoal.core import NotationError, Refusal, Say, Scene, ShoalError, Text, msg, msgs
from shoal.core.options import OptionValue
from shoal.games.penguins.board import FLOES, Board
from shoal.games.penguins.deal import BOX, check_deal, deal_text, fish_of
from shoal.games.penguins.notation import parse_step
from shoal.games.penguins.options import Options
from shoal.games.penguins.page.scene import FloeSpot, floe_spots
from shoal.games.penguins.state import State
from shoal.games.penguins.steps import DealIce

__all__ = ["DraftedFloe", "IceLayout", "UsedFloes"]

#: What a floe is after a press: one fish more, and after three open water.
_NEXT: Final = {0: 1, 1: 2, 2: 3, 3: 0}
_ALL: Final = (1 << FLOES) - 1


class DraftedFloe(msgspec.Struct, frozen=True):
    """A floe of the draft, or open water where one could lie."""

    spot: FloeSpot
    shape: int
    fish: int
    label: str


class UsedFloes(msgspec.Struct, frozen=True):
    """How many floes with so many fish lie there, and how many the box has (P1)."""

    fish: int
    found: int
    most: int

    @property
    def too_many(self) -> bool:
        return self.found > self.most


class IceLayout(core.BoardLayout):
    """Lays out the ice: each press on a floe gives it one fish more."""

    title: ClassVar[Text] = msg("Lay out the ice by hand")

    def draft(self, state: core.State) -> str:
        """The ice as it lies; before the deal, a floe with one fish everywhere."""
        if not isinstance(state, State):
            raise TypeError("expected a state of penguins")
        if not state.ice:
            return _blank(state.board)
        return deal_text(state.board, state.fish, state.ice)

    def write(self, options: Mapping[str, OptionValue], draft: str, act: str) -> str:
        """`press c4`, `fill 0` and `fill 1` for open water or one fish everywhere, `text =…` for what was typed."""
        board = Options.of(options).board
        word, _, rest = act.partition(" ")
        fish = bytearray(_fish(board, draft))
        match word:
            case "press" if rest in board.numbers:
                floe = board.numbers[rest]
                fish[floe] = _NEXT[fish[floe]]
            case "fill" if rest in ("0", "1"):
                fish = bytearray([int(rest)] * FLOES)
            case "text":
                text = "".join(rest.split())
                return str(parse_step(board, text if text.startswith("=") else f"={text}"))
            case "":
                pass
            case _:
                raise NotationError(act, msg("press, fill or text"))
        return deal_text(board, bytes(fish), _ALL)

    def moves(self, options: Mapping[str, OptionValue], draft: str) -> Sequence[str]:
        """The deal, if it may be dealt."""
        own = Options.of(options)
        if fish_of(own.board, draft) is None:
            raise Refusal(msg("the ice has not been laid out yet"))
        check_deal(own.board, own, DealIce(draft))
        return (draft,)

    def scene(self, options: Mapping[str, OptionValue], draft: str, say: Say) -> Scene:
        own = Options.of(options)
        fish = _fish(own.board, draft)
        spots, halves = floe_spots(own.board)
        return {
            "halves": halves,
            "floes": [
                DraftedFloe(spot, number * 7 % 5 % 3, fish[number], say(_label(spot.name, fish[number])))
                for number, spot in enumerate(spots.values())
            ],
            "used": [UsedFloes(number, fish.count(number), most) for number, most in BOX.items()],
            "draft": deal_text(own.board, fish, _ALL),
            "missing": self._missing(options, draft),
        }

    def _missing(self, options: Mapping[str, OptionValue], draft: str) -> Text | None:
        """Why the draft may not be dealt."""
        try:
            self.moves(options, draft)
        except ShoalError as error:
            return error.text
        return None


def _blank(board: Board) -> str:
    return deal_text(board, bytes([1] * FLOES), _ALL)


def _fish(board: Board, draft: str) -> bytes:
    """The fish of a draft; one that is for another board begins anew."""
    return fish_of(board, draft) or bytes([1] * FLOES)


def _label(floe: str, fish: int) -> Text:
    if not fish:
        return msg("{floe}, open water", floe=floe)
    return msg("{floe}, {fish}", floe=floe, fish=msgs("{count} fish", "{count} fish", fish))
