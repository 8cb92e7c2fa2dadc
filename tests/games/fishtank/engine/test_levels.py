"""Five levels, weakest first, that differ in judgement."""

import random

import pytest
from tests.games.fishtank.engine.boards import moment

from shoal.core.levels import LEVEL_TITLES, read_levels
from shoal.games.fishtank import GAME
from shoal.games.fishtank.engine.encoding import Numbering, framed
from shoal.games.fishtank.engine.levels import LEVELS, tank_levels
from shoal.games.fishtank.engine.scoring import tank_points
from shoal.games.fishtank.engine.scoring_tables import ADJACENCY, book_of
from shoal.games.fishtank.engine.settings import Settings, blinkered, read_settings
from shoal.games.fishtank.options import open_box
from shoal.games.fishtank.state import Phase
from shoal.games.fishtank.steps import Place
from shoal.games.fishtank.tank import EMPTY_TANK


def test_there_are_five_levels_and_the_last_does_its_worst() -> None:
    levels = read_levels(LEVELS)
    assert [level.name for level in levels] == list(LEVEL_TITLES)
    assert read_settings(levels[-1].settings) == Settings()
    assert list(tank_levels()) == list(LEVEL_TITLES)


@pytest.mark.parametrize("name", LEVEL_TITLES)
def test_every_level_chooses_and_places_legally(name: str) -> None:
    rng = random.Random(1)
    for phase in (Phase.CHOOSE, Phase.PLACE):
        state = moment(3, 9, phase, rng)
        assert tank_levels()[name](rng).choose(state.view(1)) in state.legal(1)


def test_whoever_is_blind_to_a_family_gives_no_points_for_it() -> None:
    box = open_box("", "full", 4)
    book, numbering = book_of(box.deck), Numbering(box)
    tank = EMPTY_TANK.placed("discus", Place(0, 24), "plant").placed("barb", Place(0, 25), "plant")
    tank = tank.placed("barb", Place(0, 32), "plant").placed("barb", Place(0, 31), "plant")
    cells = max((one.cells for one in framed(tank, numbering)), key=lambda cells: tank_points(book, cells))
    assert tank_points(book, cells) == 13
    assert tank_points(blinkered(box.deck, "shape"), cells) == 4
    assert tank_points(blinkered(box.deck, "area"), cells) == 9
    assert tank_points(blinkered(box.deck, "area shape amount"), cells) == 0
    assert ADJACENCY not in blinkered(box.deck, "adjacency").family


def test_the_game_offers_its_bots_weakest_first_the_greedy_one_among_the_levels() -> None:
    assert list(GAME.bots()) == ["minnow", "perch", "greedy", "salmon", "pike", "shark"]


def test_measured_ratings_rise_from_level_to_level() -> None:
    ratings = [level.rating for level in read_levels(LEVELS)]
    assert None not in ratings
    assert ratings[0] == 1000
    assert ratings == sorted(ratings, key=lambda rating: rating or 0)
