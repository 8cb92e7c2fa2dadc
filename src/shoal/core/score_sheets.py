"""Score sheets: what is written on a score pad, and its last versions, so that changes can be undone.

A game's pad defines what one leaf (one version) holds, as a `msgspec` struct, and what each act does to it; so does its
editor (`editor.py`). Reading, undoing and the fields that every pad has, names and numbers, are here. A sheet may come
from an untrusted source, so it is read strictly: anything wrong with it is a `ShoalError`.
"""

from typing import Annotated, Any, Final, Generic, Self, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

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

#: A player's name on a leaf; empty while the player has none.
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]

Leaf = TypeVar("Leaf")
AnySheet = TypeVar("AnySheet", bound="Sheet[Any]")


class Sheet(msgspec.Struct, Generic[Leaf], frozen=True, forbid_unknown_fields=True):
    """The leaf as it is now, and as it was before each of the last changes, the latest last."""

    now: Leaf
    past: Annotated[tuple[Leaf, ...], msgspec.Meta(max_length=_LEAVES)] = ()

    def changed(self, now: Leaf) -> Self:
        """The sheet after a change, which can be undone."""
        return self if now == self.now else self.with_leaves(now, (*self.past, self.now)[-_LEAVES:])

    def showing(self, now: Leaf) -> Self:
        """The sheet after a change that only concerns what is shown, so that it cannot be undone."""
        return self.with_leaves(now, self.past)

    def undone(self) -> Self:
        """The sheet before the last change."""
        if not self.past:
            raise ShoalError(msg("there is nothing to take back"))
        return self.with_leaves(self.past[-1], self.past[:-1])

    def with_leaves(self, now: Leaf, past: tuple[Leaf, ...]) -> Self:
        """The sheet with these leaves. A game that keeps more on its sheets than leaves may keep less here."""
        return replace(self, now=now, past=past)

    def encoded(self, largest: int = LARGEST_SHEET) -> bytes:
        """The sheet as JSON of at most so many bytes: the oldest leaves go if there is no room for them."""
        sheet = self
        while len(written := msgspec.json.encode(sheet)) > largest:
            if not sheet.past:
                raise ShoalError(msg("there is no room for more on this sheet"))
            sheet = sheet.with_leaves(sheet.now, sheet.past[1:])
        return written


def read_sheet(sheet: bytes, kind: type[AnySheet], largest: int = LARGEST_SHEET) -> AnySheet:
    """Read a sheet; `kind` is `Sheet` of the game's own leaf, or derives from it."""
    if len(sheet) > largest:
        raise ShoalError(msg("expected a score pad of at most {limit} bytes", limit=largest))
    try:
        read: AnySheet = msgspec.json.decode(sheet, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ShoalError(msg("expected a score pad: {reason}", reason=shorten(str(error)))) from None
    return read


def read_name(text: str) -> str:
    """A player's name from what was typed; an empty one removes the name."""
    name = " ".join(text.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise NotationError(text, msg("a name of at most {longest} characters", longest=LONGEST_NAME))
    return name


def read_whole(text: str, low: int, high: int) -> int:
    """A whole number from what was typed."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(high)) and low <= int(digits) <= high):
        raise NotationError(text, msg("a whole number from {low} to {high}", low=low, high=high))
    return int(digits)


def player_name(name: str, seat: Seat, say: Say) -> str:
    """The player's name, or the letter of the seat while there is none."""
    return name or say(msg("Player {seat}", seat=seat_name(seat)))


def unknown_act(act: str) -> ShoalError:
    """The error for an act that the pad does not know."""
    return ShoalError(msg("this pad does not know what {act} means", act=shorten(act)))
