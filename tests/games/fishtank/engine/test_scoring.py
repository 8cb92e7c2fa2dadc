"""The kernels score every tank as the rules do, whatever the deck."""

import random

import numpy as np
import pytest
from tests.games.fishtank.decks import options_of
from tests.games.fishtank.engine.positions import random_tank
from tests.games.fishtank.random_decks import random_deck

from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_file import house_deck, read_deck
from shoal.games.fishtank.engine.encoding import KindNumbers, framed_tanks
from shoal.games.fishtank.engine.scoring import sets_of, tank_points
from shoal.games.fishtank.engine.scoring_tables import ADJACENCY, scoring_tables
from shoal.games.fishtank.options import Options


def _compare(options: Options, tanks: int, rng: random.Random) -> None:
    tables, numbers = scoring_tables(options.deck), KindNumbers(options)
    for _ in range(tanks):
        tank = random_tank(options.kinds, options.deck.back.name, rng.randint(1, 16), rng)
        found = framed_tanks(tank, numbers)
        assert [one.frame for one in found] == list(tank.frames)
        for one in found:
            score = options.scorer.score(tank.within(one.frame))
            assert (tank_points(tables, one.cells), sets_of(tables, one.cells)) == (score.total, score.sets), tank
            assert one.free == sum(1 << place for place, cell in enumerate(one.frame) if not tank.faces[cell])
        assert max(tank_points(tables, one.cells) for one in found) == options.scorer.best(tank)[0].total


def test_kernels_score_thousands_of_tanks_in_all_their_frames_as_the_rules_do() -> None:
    _compare(options_of(4, "full"), 3000, random.Random(1))


def test_every_kind_that_needs_no_neighbours_scores_every_set_of_cells_as_the_rules_do() -> None:
    options = options_of(4, "full")
    tables = scoring_tables(options.deck)
    nothing = ("",) * 16
    compared = 0
    for number, kind in enumerate(options.deck.kinds):
        if tables.family[number] == ADJACENCY:
            continue
        points = [options.scorer.kind_points(kind.name, cards, nothing) for cards in range(1 << 16)]
        assert tables.points[number].tolist() == points, kind.name
        compared += 1
    assert compared == len(options.deck.kinds) - len(tables.creatures)


@pytest.mark.parametrize("seed", range(12))
def test_kernels_score_made_up_decks_as_the_rules_do(seed: int) -> None:
    rng = random.Random(seed)
    deck = random_deck(rng)
    read_deck(deck)
    _compare(options_of(2, "full", deck), 150, rng)


def test_an_empty_tank_is_the_same_in_every_frame_and_scores_nothing() -> None:
    options = options_of(2, "full")
    (one,) = framed_tanks(random_tank(options.kinds, "plant", 0, random.Random(0)), KindNumbers(options))
    assert (one.free, one.cells.tolist()) == (0xFFFF, np.zeros(13).tolist())
    assert tank_points(scoring_tables(options.deck), one.cells) == 0


def test_the_tables_of_fifty_decks_are_kept_and_those_of_many_more_are_not() -> None:
    house = house_deck()
    decks = [Deck(f"deck {number}", house.kinds) for number in range(100)]
    first = [scoring_tables(deck) for deck in decks[:50]]
    assert all(scoring_tables(deck) is tables for deck, tables in zip(decks, first, strict=False))
    for deck in decks[50:]:
        scoring_tables(deck)
    assert scoring_tables(decks[0]) is not first[0]
    assert np.array_equal(scoring_tables(decks[0]).points, first[0].points)
