"""Where the game stands: half and round, which way hands go, how many cards are unused."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from shoal.core import Say, Text, msg, msgs
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.state import passed
from shoal.games.fishtank.view import TankView

__all__ = ["Stage", "stage"]

_HALVES: Final = (1, 2)

When: TypeAlias = Literal["past", "now", "later"]


class Stage(msgspec.Struct, frozen=True):
    """The headline of the table."""

    title: str
    #: Rounds of each half.
    rounds: tuple[tuple[When, ...], ...]
    #: Which way hands go (T5).
    way: Literal["left", "right"]
    passing: str
    unused: str
    #: How many cards the unused pile is drawn with.
    pile: int


def stage(view: TankView, names: Sequence[str], say: Say) -> Stage:
    """The headline for a view of a running game."""
    return Stage(
        title=say(_title(view)),
        rounds=tuple(tuple(_when(view, half, number + 1) for number in range(HAND_SIZE)) for half in _HALVES),
        way="left" if view.half == 1 else "right",
        passing=say(_passing(view, names)),
        unused=say(msgs("{count} card unused", "{count} cards unused", view.unused)),
        pile=min(3, view.unused),
    )


def _title(view: TankView) -> Text:
    if view.half == 1:
        return msg("First half, round {round} of {rounds}", round=view.round, rounds=HAND_SIZE)
    return msg("Second half, round {round} of {rounds}", round=view.round, rounds=HAND_SIZE)


def _when(view: TankView, half: int, number: int) -> When:
    now = (view.half, view.round)
    if (half, number) < now:
        return "past"
    return "now" if (half, number) == now else "later"


def _passing(view: TankView, names: Sequence[str]) -> Text:
    """Which way hands go, and for a seat to whom."""
    if view.viewer is None or view.round == HAND_SIZE:
        return msg("hands go to the left") if view.half == 1 else msg("hands go to the right")
    receiver = names[passed(tuple(range(len(names))), view.half).index(view.viewer)]
    if view.half == 1:
        return msg("your hand goes to the left, to {name}", name=receiver)
    return msg("your hand goes to the right, to {name}", name=receiver)
