"""Settings that a level may change: how far and how wide the engine looks, and what it does not see."""

from collections.abc import Mapping
from typing import Final

import msgspec

from shoal.core.levels import Setting

__all__ = ["FULL_STRENGTH", "Settings", "read_settings"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of the engine; the defaults are its full strength."""

    #: Rollouts for a step; 0 for none, so that the static evaluation decides; -1 for as many as there is time for.
    games: int = -1
    #: How many candidates it compares, and how far their evaluation may be below the best, in usual leads of the deck.
    candidates: int = 16
    slack: float = 0.75
    #: How much the potential of a tank counts: 0 not at all, 1 as measured. A fitted policy has found its own.
    potential: float = 1.0
    #: Whether its policy is fitted to the deck: to the end if the number of games is set, so that equal engines give
    #: equal steps, and otherwise in a part of its time.
    fitted: bool = True
    #: Families of kinds that it does not see: words of "shape area amount adjacency" with spaces between.
    blind: str = ""
    #: Whether it ever turns an earlier card.
    turning: bool = True
    #: How much the best of the others counts: 1 plays to win, 0 for points alone.
    rivals: float = 1.0
    #: What makes a large lead, in usual leads of the deck: the scale of the logistic utility.
    lead_scale: float = 1.0
    #: The static evaluation counts like this many rollouts.
    prior_games: float = 12.0


#: The settings of the strongest level.
FULL_STRENGTH: Final = Settings()


def read_settings(settings: Mapping[str, Setting]) -> Settings:
    """The settings that a level's table in `levels.toml` gives."""
    return msgspec.convert(settings, Settings)
