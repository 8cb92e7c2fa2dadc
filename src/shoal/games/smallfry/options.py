"""What the players agree on before they begin: the options of the game."""

from collections.abc import Mapping
from typing import Final

import msgspec

from shoal.core import msg
from shoal.core.options import Choice, Field, OptionValue, Whole
from shoal.games.smallfry.steps import MAX_PLAYERS

__all__ = ["FIELDS", "Terms"]

FIELDS: Final[tuple[Field, ...]] = (
    Whole("players", msg("players"), low=2, high=MAX_PLAYERS, default=2),
    Whole("target", msg("points that end the match"), low=1, high=1000, default=77),
    Choice(
        "next_session",
        msg("who begins the next session"),
        {"youngest": msg("the youngest, seat A"), "fewest": msg("whoever has the fewest points")},
        default="youngest",
    ),
    Choice(
        "memory",
        msg("what the table shows"),
        {"closed": msg("only what lies open, as at a real table"), "open": msg("all catches, for learning")},
        default="closed",
    ),
)


class Terms(msgspec.Struct, frozen=True):
    """The options of one match, checked: S2, S24, S25 and the display."""

    players: int
    target: int
    next_session: str
    memory: str

    @classmethod
    def of(cls, options: Mapping[str, OptionValue]) -> "Terms":
        return msgspec.convert(options, cls)
