"""Tournaments of the small example game, whose bots play in no time."""

import pytest

from shoal.arena import Fixture, MatchSettings, PlayedGame, fixtures, play_match
from shoal.core import Game


@pytest.fixture
def settings() -> MatchSettings:
    return MatchSettings(game="tide", options={"players": 2}, players=2, bots=("random", "search"), time_ms=1, seed="x")


@pytest.fixture
def entries(settings: MatchSettings, tide: Game) -> list[PlayedGame]:
    """Eight games of the random bot with itself."""
    return [
        play_match(settings, Fixture(each.number, each.deal, ("random", "random")), tide)
        for each in fixtures(settings.tables(), 8)
    ]
