"""How a player of Small Fry judges, as the levels say it (`levels.toml`)."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from shoal.core.levels import Setting

__all__ = ["Settings", "settings_of"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Judgement, from hardly any to all there is, which is the default."""

    #: How many cards it looks ahead; 0 to go by a habit.
    sight: Annotated[int, msgspec.Meta(ge=0, le=2)] = 2
    #: How many sessions it plays on in its head, at most, from each of several choices that look alike; 0 for none.
    trials: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 2000
    #: The habit: stop as soon as so many cards lie in the row, whatever they are; 0 to weigh the next card.
    stop_after: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    #: The habit: rob the largest catch of so many cards; 0 to weigh victims and numbers.
    announces: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    #: The habit: what turning up a card is thought to be worth in itself, in points.
    eagerness: float = 0.1
    #: What it wants: to win the match, or points in this session.
    wants: Literal["match", "points"] = "match"
    #: The lowest value of the cards whose whereabouts are remembered: 1 for all, 5 for none.
    #: One's own catch may always be looked through (S13), and sizes are seen.
    remembers_from: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    #: Whether the octopuses that have gone by are counted.
    counts_octopuses: bool = True

    @property
    def tries(self) -> bool:
        """Whether it tries anything out: who goes by habit or wants points does not."""
        return bool(self.sight and self.trials) and self.wants == "match"


def settings_of(settings: Mapping[str, Setting]) -> Settings:
    """Read a level's settings."""
    return msgspec.convert(dict(settings), Settings)
