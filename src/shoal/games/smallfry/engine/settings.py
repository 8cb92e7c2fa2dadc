"""Settings: what the levels change about the engine (`levels.toml`)."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from shoal.core.levels import Setting

__all__ = ["Settings", "read_settings"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the engine values its steps; the defaults are the strongest."""

    #: How many cards it looks ahead; 0 to go by its policy alone.
    lookahead: Annotated[int, msgspec.Meta(ge=0, le=2)] = 2
    #: The most sessions it plays out from each of several steps that look alike; 0 for none.
    rollouts: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 2000
    #: Its policy: stop as soon as this many cards lie in the row, whatever they are; 0 to weigh the next card.
    stop_after: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    #: Its policy: rob the largest catch of this many cards; 0 to weigh victims and numbers.
    announces: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    #: Its policy: what turning up a card is thought to be worth in itself, in points.
    eagerness: float = 0.1
    #: Its utility: to win the match, or points in this session.
    utility: Literal["match", "points"] = "match"
    #: Whether it remembers the cards that have gone by. If not, it sees no more than what a closed table displays,
    #: at any table.
    remembers: bool = True

    @property
    def plays_rollouts(self) -> bool:
        """Whether it plays anything out: not without lookahead, and not for points."""
        return bool(self.lookahead and self.rollouts) and self.utility == "match"


def read_settings(settings: Mapping[str, Setting]) -> Settings:
    """The settings of a level."""
    return msgspec.convert(dict(settings), Settings)
