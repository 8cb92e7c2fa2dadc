"""Sheets: what is written on a score pad, with the last few leaves under it for taking things back.

A game's pad says what one leaf holds, as a `msgspec` struct, and what each act does to it; reading, undoing
and the fields that every pad has, names and numbers, are here. A sheet may come back from anywhere, so it is
read strictly: whatever is wrong with it is a `ShoalError`.
"""

from typing import Annotated, Final, Generic, TypeAlias, TypeVar

import msgspec

from shoal.core.errors import NotationError, ShoalError, shorten
from shoal.core.seats import Seat, seat_name
from shoal.core.text import Say, msg

__all__ = [
    "LARGEST_SHEET",
    "LONGEST_NAME",
    "Name",
    "Sheet",
    "player_name",
    "read_name",
    "read_sheet",
    "read_whole",
    "unknown_act",
]

LARGEST_SHEET: Final = 1 << 16
LONGEST_NAME: Final = 24
_LEAVES: Final = 16

#: A player's name on a leaf; empty until somebody has one.
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]

Leaf = TypeVar("Leaf")


class Sheet(msgspec.Struct, Generic[Leaf], frozen=True, forbid_unknown_fields=True):
    """The leaf on top, and what it was before each of the last changes, the latest last."""

    now: Leaf
    past: Annotated[tuple[Leaf, ...], msgspec.Meta(max_length=_LEAVES)] = ()

    def changed(self, now: Leaf) -> "Sheet[Leaf]":
        """The sheet after something was written down, which can be taken back."""
        return self if now == self.now else Sheet(now, (*self.past, self.now)[-_LEAVES:])

    def showing(self, now: Leaf) -> "Sheet[Leaf]":
        """The sheet with another place opened, which nobody would want to take back."""
        return Sheet(now, self.past)

    def undone(self) -> "Sheet[Leaf]":
        """The sheet before the last change."""
        if not self.past:
            raise ShoalError(msg("there is nothing to take back"))
        return Sheet(self.past[-1], self.past[:-1])

    def encoded(self) -> bytes:
        return msgspec.json.encode(self)


def read_sheet(sheet: bytes, kind: type[Sheet[Leaf]]) -> Sheet[Leaf]:
    """The sheet as it was written; `kind` is `Sheet` of the game's own leaf."""
    if len(sheet) > LARGEST_SHEET:
        raise ShoalError(msg("expected a score pad of at most {limit} bytes", limit=LARGEST_SHEET))
    try:
        return msgspec.json.decode(sheet, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ShoalError(msg("expected a score pad: {reason}", reason=shorten(str(error)))) from None


def read_name(text: str) -> str:
    """A player's name as it was typed; an empty one takes the name away."""
    name = " ".join(text.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise NotationError(text, msg("a name of at most {longest} characters", longest=LONGEST_NAME))
    return name


def read_whole(text: str, low: int, high: int) -> int:
    """A number as it was typed."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(high)) and low <= int(digits) <= high):
        raise NotationError(text, msg("a whole number from {low} to {high}", low=low, high=high))
    return int(digits)


def player_name(name: str, seat: Seat, say: Say) -> str:
    """What a player is called on the pad, named or not."""
    return name or say(msg("Player {seat}", seat=seat_name(seat)))


def unknown_act(act: str) -> ShoalError:
    """The error for an act that no button of the pad stands for."""
    return ShoalError(msg("this pad does not know what {act} means", act=shorten(act)))
