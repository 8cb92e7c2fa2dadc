"""The header of the table: half and round, which way hands go, how many cards are unused."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from shoal.core import Say, Text, msg, msgs
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.state import passed
from shoal.games.fishtank.view import View

__all__ = ["RoundHeader", "round_header"]

_HALVES: Final = (1, 2)

RoundTime: TypeAlias = Literal["past", "now", "later"]


class RoundHeader(msgspec.Struct, frozen=True):
    """The values of the header."""

    title: str
    #: Rounds of each half.
    rounds: tuple[tuple[RoundTime, ...], ...]
    #: Which way hands go (T5).
    direction: Literal["left", "right"]
    passing: str
    unused: str
    #: How many cards the unused pile is drawn with.
    pile: int


def round_header(view: View, names: Sequence[str], say: Say) -> RoundHeader:
    """The header for a view of a running game."""
    return RoundHeader(
        title=say(_title(view)),
        rounds=tuple(tuple(_round_time(view, half, number + 1) for number in range(HAND_SIZE)) for half in _HALVES),
        direction="left" if view.half == 1 else "right",
        passing=say(_passing(view, names)),
        unused=say(msgs("{count} card unused", "{count} cards unused", view.unused)),
        pile=min(3, view.unused),
    )


def _title(view: View) -> Text:
    if view.half == 1:
        return msg("First half, round {round} of {rounds}", round=view.round, rounds=HAND_SIZE)
    return msg("Second half, round {round} of {rounds}", round=view.round, rounds=HAND_SIZE)


def _round_time(view: View, half: int, number: int) -> RoundTime:
    now = (view.half, view.round)
    if (half, number) < now:
        return "past"
    return "now" if (half, number) == now else "later"


def _passing(view: View, names: Sequence[str]) -> Text:
    """Which way hands go, and for a seat, to which player its hand goes."""
    if view.viewer is None or view.round == HAND_SIZE:
        return msg("hands go to the left") if view.half == 1 else msg("hands go to the right")
    receiver = names[passed(tuple(range(len(names))), view.half).index(view.viewer)]
    if view.half == 1:
        return msg("your hand goes to the left, to {name}", name=receiver)
    return msg("your hand goes to the right, to {name}", name=receiver)
