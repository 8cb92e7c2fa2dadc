"""The options of the game: points, who begins, what the table shows."""

from collections.abc import Mapping
from typing import Final

import msgspec

from shoal.core import msg
from shoal.core.options import Choice, Field, OptionValue, Whole
from shoal.games.smallfry.steps import MAX_PLAYERS

__all__ = ["FIELDS", "Options"]

FIELDS: Final[tuple[Field, ...]] = (
    Whole("players", msg("players"), low=2, high=MAX_PLAYERS, default=2),
    Whole("target", msg("points that end the match"), low=1, high=1000, default=77),
    Choice(
        "next_session",
        msg("who begins the next session"),
        {"youngest": msg("the youngest, seat A"), "fewest": msg("the player with the fewest points")},
        default="youngest",
    ),
    Choice(
        "memory",
        msg("what the table shows"),
        {"closed": msg("only what lies open, as at a real table"), "open": msg("all catches, for learning")},
        default="closed",
    ),
)


class Options(msgspec.Struct, frozen=True):
    """The options of one match, already checked (S2, S24, S25); `memory` says what the table shows."""

    players: int
    target: int
    next_session: str
    memory: str

    @classmethod
    def of(cls, values: Mapping[str, OptionValue]) -> "Options":
        return msgspec.convert(values, cls)
