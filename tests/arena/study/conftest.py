"""Studies of the example game, and of counted games that were made by hand."""

from collections.abc import Callable

import pytest

from shoal.arena import MatchSettings
from shoal.arena.study import MeasuredGame
from shoal.core import msg
from shoal.core.study import RULES, Finding, Measure, MeasureGroup

_BY_HAND = (
    Measure("R1", RULES, msg("what R1 does"), "R1"),
    Measure("catch", MeasureGroup("catches", msg("Catches"), "event"), msg("catch of the day")),
    Measure("hit", MeasureGroup("throws", msg("Throws"), "event", "share"), msg("hits")),
    Measure("coins", MeasureGroup("purse", msg("Purses"), "seat"), msg("coins <&>")),
)


@pytest.fixture
def counted() -> Callable[..., MeasuredGame]:
    """Makes a counted game at a table of two."""

    def make(
        number: int,
        scores: tuple[int, int],
        *,
        rule: int = 0,
        catches: tuple[float, ...] = (),
        hits: tuple[float, ...] = (),
        coins: tuple[float, float] = (0, 0),
        lineup: tuple[str, str] = ("perch", "perch"),
    ) -> MeasuredGame:
        share = 0.5 if scores[0] == scores[1] else float(scores[0] > scores[1])
        values: tuple[tuple[float, ...], ...] = ((rule,), catches, hits, coins)
        findings = tuple(Finding(measure, found) for measure, found in zip(_BY_HAND, values, strict=True))
        return MeasuredGame(number, number, lineup, (share, 1 - share), scores, 6, (3, 2), findings)

    return make


@pytest.fixture
def settings() -> MatchSettings:
    return MatchSettings(game="tide", options={"players": 3}, players=3, bots=("random",), time_ms=1000, seed="x")
