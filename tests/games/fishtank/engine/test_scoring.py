"""The kernels score every tank as the rules do, whatever the deck."""

import random

import numpy as np
import pytest
from tests.games.fishtank.engine.boards import random_tank
from tests.games.fishtank.made_up_decks import random_deck

from shoal.games.fishtank.deck_file import read_deck
from shoal.games.fishtank.engine.encoding import Numbering, framed
from shoal.games.fishtank.engine.scoring import sets_of, tank_points
from shoal.games.fishtank.engine.scoring_tables import ADJACENCY, book_of
from shoal.games.fishtank.options import Box, open_box


def _compare(box: Box, tanks: int, rng: random.Random) -> None:
    book, numbering = book_of(box.deck), Numbering(box)
    for _ in range(tanks):
        tank = random_tank(box.kinds, box.deck.back.name, rng.randint(1, 16), rng)
        found = framed(tank, numbering)
        assert [one.frame for one in found] == list(tank.frames)
        for one in found:
            score = box.judge.score(tank.within(one.frame))
            assert (tank_points(book, one.cells), sets_of(book, one.cells)) == (score.total, score.sets), tank
            assert one.free == sum(1 << place for place, cell in enumerate(one.frame) if not tank.faces[cell])
        assert max(tank_points(book, one.cells) for one in found) == box.judge.best(tank)[0].total


def test_kernels_score_thousands_of_tanks_in_all_their_frames_as_the_rules_do() -> None:
    _compare(open_box("", "full", 4), 3000, random.Random(1))


def test_every_kind_that_needs_no_neighbours_scores_every_set_of_cells_as_the_rules_do() -> None:
    box = open_box("", "full", 4)
    book = book_of(box.deck)
    nothing = ("",) * 16
    compared = 0
    for number, kind in enumerate(box.deck.kinds):
        if book.family[number] == ADJACENCY:
            continue
        points = [box.judge.kind_points(kind.name, cards, nothing) for cards in range(1 << 16)]
        assert book.points[number].tolist() == points, kind.name
        compared += 1
    assert compared == len(box.deck.kinds) - len(book.light)


@pytest.mark.parametrize("seed", range(12))
def test_kernels_score_made_up_decks_as_the_rules_do(seed: int) -> None:
    rng = random.Random(seed)
    deck = random_deck(rng)
    read_deck(deck)
    _compare(open_box(deck, "full", 2), 150, rng)


def test_an_empty_tank_is_the_same_in_every_frame_and_scores_nothing() -> None:
    box = open_box("", "full", 2)
    (one,) = framed(random_tank(box.kinds, "plant", 0, random.Random(0)), Numbering(box))
    assert (one.free, one.cells.tolist()) == (0xFFFF, np.zeros(13).tolist())
    assert tank_points(book_of(box.deck), one.cells) == 0
