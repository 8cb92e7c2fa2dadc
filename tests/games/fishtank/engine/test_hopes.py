"""Hopes: what is added up bit by bit is what a whole look finds."""

import random

import numpy as np
import pytest
from tests.games.fishtank.engine.boards import random_tank
from tests.games.fishtank.made_up_decks import random_deck

from shoal.core.numba_kernels import Reals
from shoal.games.fishtank.engine.encoding import Framed, Numbering, framed
from shoal.games.fishtank.engine.potential import hopes_beside, kind_hope, odds_now, worth
from shoal.games.fishtank.engine.rollout_policy import CELL, KIND, TURNED, decide, lay, room_for
from shoal.games.fishtank.engine.scoring import tank_points
from shoal.games.fishtank.engine.scoring_tables import ADJACENCY, MOST_MISSING, book_of
from shoal.games.fishtank.engine.settings import Settings, habit_of
from shoal.games.fishtank.options import Box, open_box

HABIT = habit_of(Settings())
BOXES = {"house": open_box("", "full", 4), "made up": open_box(random_deck(random.Random(7)), "full", 2)}


def _odds(box: Box, played: int) -> Reals:
    numbering = Numbering(box)
    odds = np.zeros((len(numbering.kinds) + 2, MOST_MISSING + 1))
    odds_now(HABIT, numbering.counts, played, odds)
    return odds


def _tank(box: Box, cards: int, rng: random.Random) -> Framed:
    return rng.choice(framed(random_tank(box.kinds, box.deck.back.name, cards, rng), Numbering(box)))


@pytest.mark.parametrize("name", BOXES)
def test_hopes_beside_a_cell_are_the_hopes_without_it(name: str) -> None:
    rng, box = random.Random(1), BOXES[name]
    book = book_of(box.deck)
    found = np.zeros(16)
    for _ in range(400):
        cards = rng.randint(1, 15)
        tank, odds = _tank(box, cards, rng), _odds(box, cards)
        for kind in range(len(book.family)):
            if book.family[kind] == ADJACENCY:
                continue
            hopes_beside(book, HABIT, odds, kind, tank.cells[kind], tank.free, found)
            for cell in range(16):
                if tank.free >> cell & 1:
                    whole = kind_hope(book, HABIT, odds, kind, tank.cells[kind], tank.free & ~(1 << cell))
                    assert found[cell] == pytest.approx(whole)


@pytest.mark.parametrize("name", BOXES)
def test_a_decision_promises_what_the_tank_is_worth_after_it(name: str) -> None:
    rng, box = random.Random(2), BOXES[name]
    book, numbering = book_of(box.deck), Numbering(box)
    room, chosen, tally = room_for(len(numbering.kinds)), np.zeros(3, dtype=np.int64), np.zeros(2)
    for _ in range(400):
        cards = rng.randint(1, 15)
        tank, odds = _tank(box, cards, rng), _odds(box, cards)
        hand = numbering.heap(rng.choices(box.kinds, k=4))
        before = tank.cells.copy()
        promise = decide(book, HABIT, odds, tank.cells, tank.free, hand, room, chosen)
        assert tank.cells.tolist() == before.tolist()
        assert hand[chosen[KIND]] > 0
        assert tank.free >> chosen[CELL] & 1
        lay(tank.cells, int(book.plant[0]), chosen[KIND], chosen[CELL], chosen[TURNED])
        left = tank.free & ~(1 << chosen[CELL])
        assert promise == pytest.approx(worth(book, HABIT, odds, tank.cells, left, tally))


def test_a_full_tank_is_worth_its_points() -> None:
    rng, box = random.Random(3), BOXES["house"]
    book, odds = book_of(box.deck), _odds(box, 16)
    for _ in range(200):
        tank = _tank(box, 16, rng)
        assert worth(book, HABIT, odds, tank.cells, 0, np.zeros(2)) == tank_points(book, tank.cells)


def test_odds_fall_with_every_card_that_is_missing_and_with_the_rounds_gone() -> None:
    box = BOXES["house"]
    early, late = _odds(box, 4), _odds(box, 13)
    assert (np.diff(early[:12, 1:]) <= 0).all()
    assert (late[:12, 1:] <= early[:12, 1:]).all()
    # Nobody ever gets a plant dealt.
    assert not early[12].any()
