"""The potential of a tank: what is added up bit by bit is what a whole evaluation finds."""

import random

import numpy as np
import pytest
from tests.games.fishtank.decks import options_of
from tests.games.fishtank.engine.positions import random_tank
from tests.games.fishtank.random_decks import random_deck

from shoal.core.numba_kernels import Reals
from shoal.games.fishtank.engine.encoding import FramedTank, KindNumbers, framed_tanks
from shoal.games.fishtank.engine.policy_weights import policy_weights
from shoal.games.fishtank.engine.potential import (
    evaluate_tank,
    kind_potential,
    new_chances,
    new_creature_sums,
    potentials_without_cell,
    set_chances,
)
from shoal.games.fishtank.engine.rollout_policy import best_placement, new_scratch
from shoal.games.fishtank.engine.rules_kernel import CELL, CHOSEN, KIND, TURNED, place_card
from shoal.games.fishtank.engine.scoring import tank_points
from shoal.games.fishtank.engine.scoring_tables import ADJACENCY, CELLS, scoring_tables
from shoal.games.fishtank.engine.settings import Settings
from shoal.games.fishtank.options import Options

POLICY = policy_weights(Settings(), 3.0)
OPTIONS = {"house": options_of(4, "full"), "made up": options_of(2, "full", random_deck(random.Random(7)))}


def _chances(options: Options, played: int) -> Reals:
    numbers = KindNumbers(options)
    chances = new_chances(len(numbers.kinds))
    set_chances(POLICY, numbers.counts, played, chances)
    return chances


def _tank(options: Options, cards: int, rng: random.Random) -> FramedTank:
    return rng.choice(
        framed_tanks(random_tank(options.kinds, options.deck.back.name, cards, rng), KindNumbers(options))
    )


@pytest.mark.parametrize("name", OPTIONS)
def test_the_potential_beside_a_taken_cell_is_the_potential_without_it(name: str) -> None:
    rng, options = random.Random(1), OPTIONS[name]
    tables = scoring_tables(options.deck)
    found = np.zeros(CELLS)
    for _ in range(400):
        cards = rng.randint(1, 15)
        tank, chances = _tank(options, cards, rng), _chances(options, cards)
        for kind in range(len(tables.family)):
            if tables.family[kind] == ADJACENCY:
                continue
            potentials_without_cell(tables, POLICY, chances, kind, tank.cells[kind], tank.free, found)
            for cell in range(CELLS):
                if tank.free >> cell & 1:
                    whole = kind_potential(tables, POLICY, chances, kind, tank.cells[kind], tank.free & ~(1 << cell))
                    assert found[cell] == pytest.approx(whole)


@pytest.mark.parametrize("name", OPTIONS)
def test_the_best_placement_has_the_evaluation_of_the_tank_after_it(name: str) -> None:
    rng, options = random.Random(2), OPTIONS[name]
    tables, numbers = scoring_tables(options.deck), KindNumbers(options)
    scratch, chosen, sums = new_scratch(len(numbers.kinds)), np.zeros(CHOSEN, dtype=np.int64), new_creature_sums()
    for _ in range(400):
        cards = rng.randint(1, 15)
        tank, chances = _tank(options, cards, rng), _chances(options, cards)
        hand = numbers.count_cards(rng.choices(options.kinds, k=4))
        before = tank.cells.copy()
        value = best_placement(tables, POLICY, chances, tank.cells, tank.free, hand, scratch, chosen)
        assert tank.cells.tolist() == before.tolist()
        assert hand[chosen[KIND]] > 0
        assert tank.free >> chosen[CELL] & 1
        place_card(tank.cells, tables.plant, chosen[KIND], chosen[CELL], chosen[TURNED])
        left = tank.free & ~(1 << chosen[CELL])
        assert value == pytest.approx(evaluate_tank(tables, POLICY, chances, tank.cells, left, sums))


def test_a_full_tank_is_worth_its_points() -> None:
    rng, options = random.Random(3), OPTIONS["house"]
    tables, chances = scoring_tables(options.deck), _chances(options, 16)
    for _ in range(200):
        tank = _tank(options, 16, rng)
        assert evaluate_tank(tables, POLICY, chances, tank.cells, 0, new_creature_sums()) == tank_points(
            tables, tank.cells
        )


def test_odds_fall_with_every_card_that_is_missing_and_with_the_rounds_gone() -> None:
    options = OPTIONS["house"]
    early, late = _chances(options, 4), _chances(options, 13)
    assert (np.diff(early[:12, 1:]) <= 0).all()
    assert (late[:12, 1:] <= early[:12, 1:]).all()
    # No plant is ever dealt.
    assert not early[12].any()
