"""Five levels, weakest first, that differ in what they see and how far they look."""

import random

import pytest
from bench.fishtank_random_decks import RECIPES, random_decks
from tests.games.fishtank.decks import options_of
from tests.games.fishtank.engine.positions import moment

from shoal.core import SearchLimit
from shoal.core.levels import LEVEL_TITLES, read_levels
from shoal.games.fishtank import GAME
from shoal.games.fishtank.deck_writer import write_deck
from shoal.games.fishtank.engine.bot import Engine
from shoal.games.fishtank.engine.encoding import KindNumbers, framed_tanks
from shoal.games.fishtank.engine.levels import LEVELS, levels
from shoal.games.fishtank.engine.scoring import tank_points
from shoal.games.fishtank.engine.scoring_tables import ADJACENCY, scoring_tables, visible_tables
from shoal.games.fishtank.engine.settings import Settings, read_settings
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.steps import PlaceCard
from shoal.games.fishtank.tank import EMPTY_TANK


def test_there_are_five_levels_and_the_last_does_its_worst() -> None:
    found = read_levels(LEVELS)
    assert [level.name for level in found] == list(LEVEL_TITLES)
    assert read_settings(found[-1].settings) == Settings()
    assert list(levels()) == list(LEVEL_TITLES)


@pytest.mark.parametrize("name", LEVEL_TITLES)
def test_every_level_chooses_and_places_legally(name: str) -> None:
    rng = random.Random(1)
    for phase in (RoundPhase.CHOOSE, RoundPhase.PLACE):
        state = moment(3, 9, phase, rng)
        assert levels()[name](rng).choose(state.view(1)) in state.legal(1)


def test_a_level_that_is_blind_to_a_family_gives_no_points_for_it() -> None:
    options = options_of(4, "full")
    tables, numbers = scoring_tables(options.deck), KindNumbers(options)
    tank = EMPTY_TANK.placed("discus", PlaceCard(0, 24), "plant").placed("barb", PlaceCard(0, 25), "plant")
    tank = tank.placed("barb", PlaceCard(0, 32), "plant").placed("barb", PlaceCard(0, 31), "plant")
    cells = max((one.cells for one in framed_tanks(tank, numbers)), key=lambda cells: tank_points(tables, cells))
    assert tank_points(tables, cells) == 13
    assert tank_points(visible_tables(options.deck, "shape"), cells) == 4
    assert tank_points(visible_tables(options.deck, "area"), cells) == 9
    assert tank_points(visible_tables(options.deck, "area shape amount"), cells) == 0
    assert ADJACENCY not in visible_tables(options.deck, "adjacency").family


def test_the_game_offers_its_bots_weakest_first_the_greedy_one_among_the_levels() -> None:
    assert list(GAME.bots()) == ["minnow", "perch", "greedy", "salmon", "pike", "shark"]


def test_measured_ratings_rise_from_level_to_level() -> None:
    ratings = [level.rating for level in read_levels(LEVELS)]
    assert None not in ratings
    assert ratings[0] == 1000
    assert ratings == sorted(ratings, key=lambda rating: rating or 0)


@pytest.mark.parametrize("deck", RECIPES)
def test_every_level_plays_decks_unlike_the_house_s_legally_however_little_time_it_has(deck: str) -> None:
    rng, text = random.Random(deck), write_deck(random_decks(1)[deck])
    for phase, played in (
        (RoundPhase.CHOOSE, 0),
        (RoundPhase.PLACE, 7),
        (RoundPhase.CHOOSE, 13),
        (RoundPhase.PLACE, 14),
    ):
        state = moment(2, played, phase, rng, deck="full", deck_toml=text)
        for name in LEVEL_TITLES:
            bot = levels()[name](rng)
            assert isinstance(bot, Engine)
            thought = bot.think(state.view(1), SearchLimit(0.02))
            assert thought.step in state.legal(1)
            assert sum(thought.shares) == pytest.approx(1)
            assert all(points >= 0 for points in thought.points)
