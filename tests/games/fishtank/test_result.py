"""Who wins."""

from functools import reduce

import pytest

from shoal.games.fishtank.cells import FRAMES
from shoal.games.fishtank.deck_file import house_deck
from shoal.games.fishtank.result import result_of
from shoal.games.fishtank.score_text import parse_tank
from shoal.games.fishtank.scoring import Scorer
from shoal.games.fishtank.steps import PlaceCard
from shoal.games.fishtank.tank import EMPTY_TANK, Tank

JUDGE = Scorer(house_deck())


def _tank(text: str) -> Tank:
    """A finished tank in the frame whose first cell is d4."""
    frame = FRAMES[-1]
    lying = zip(frame, parse_tank(text, house_deck()), strict=True)
    return reduce(lambda tank, card: tank.placed(card[1], PlaceCard(0, card[0]), "plant"), lying, EMPTY_TANK)


#: All of these are worth 15 points.
ONE_SET = _tank(
    "hatchet hatchet hatchet hatchet / loach loach loach loach / loach loach loach loach / loach loach loach loach"
)
TWO_SETS = _tank("barb barb loach loach / barb loach loach loach / loach loach loach loach / pleco loach loach pleco")
WITH_PLANTS = _tank(
    "hatchet hatchet loach plant / loach loach loach loach / loach loach loach loach / pleco loach plant pleco"
)
#: … but three of its four kinds score nothing.
MANY_KINDS = _tank(
    "hatchet hatchet hatchet hatchet / barb barb barb redtail / hatchet hatchet tetra hatchet / "
    "hatchet redtail hatchet tetra"
)
MORE = _tank("barb barb loach loach / barb barb loach loach / loach loach loach loach / loach loach loach loach")


@pytest.mark.rule("T18")
def test_most_points_win() -> None:
    result = result_of(JUDGE, [WITH_PLANTS, MORE, ONE_SET])
    assert result.scores == (15, 16, 15)
    assert result.winners == (1,)
    assert str(result.reason) == "most points"


@pytest.mark.rule("T18")
def test_with_equal_points_more_different_sets_win() -> None:
    result = result_of(JUDGE, [ONE_SET, TWO_SETS])
    assert result.scores == (15, 15)
    assert result.winners == (1,)
    assert "more different sets" in str(result.reason)


@pytest.mark.rule("T18")
def test_plants_are_a_set_and_kinds_without_points_are_none() -> None:
    result = result_of(JUDGE, [TWO_SETS, WITH_PLANTS, ONE_SET])
    assert result.scores == (15, 15, 15)
    assert result.winners == (1,), "loaches lie in all of them and score in none"
    result = result_of(JUDGE, [MANY_KINDS, TWO_SETS])
    assert result.scores == (15, 15)
    assert result.winners == (1,)


@pytest.mark.rule("T18")
def test_a_win_is_shared_when_points_and_sets_are_equal() -> None:
    result = result_of(JUDGE, [ONE_SET, TWO_SETS, ONE_SET, TWO_SETS])
    assert result.winners == (1, 3)
    assert "shared" in str(result.reason)
