"""The greedy bot."""

import itertools
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from shoal import core
from shoal.core import CHANCE, Bot, Step
from shoal.games.smallfry import GAME
from shoal.games.smallfry.bots import GreedyBot, best_robbery, gain_of_going_on, gain_of_robbing, transfer
from shoal.games.smallfry.cards import BOX, OCTOPUS, sort
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import Rob

Make = Callable[..., State]


class _Blind:
    """Plays any legal step."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: core.View) -> Step:
        return self._rng.choice(view.legal)


def _choice(state: State) -> str:
    return str(GreedyBot(random.Random(0)).choose(state.view(state.turn)))


def test_it_goes_on_while_one_more_card_can_only_help(situation: Make) -> None:
    assert _choice(situation(row="eel1", deck="ray4 ray4 boxfish2", phase="choice")) == "flip"


def test_it_stops_when_one_more_card_can_only_hurt(situation: Make) -> None:
    assert _choice(situation(row="eel1 ray4", deck="eel2 eel3 octopus", phase="choice")) == "stop"


def test_it_stops_when_nothing_is_to_be_had(situation: Make) -> None:
    assert _choice(situation(row="eel1", catches=("eel4 ray4", ""), deck="ray1", phase="choice")) == "stop"


def test_going_on_is_the_average_over_the_exact_deck(situation: Make) -> None:
    state = situation(row="eel2 ray4", deck="ray1 boxfish3 boxfish3 octopus", phase="choice")
    # ray1 costs the ray, 4; a boxfish adds 3; the octopus costs all 6, and there is nobody to rob.
    assert gain_of_going_on(state) == pytest.approx((-4 + 3 + 3 - 6) / 4)


def test_going_on_counts_the_robbery_an_octopus_allows(situation: Make) -> None:
    state = situation(row="eel1", catches=("", "ray4"), deck="octopus", phase="choice")
    assert gain_of_going_on(state) == pytest.approx(-1 + 5 / 6 * 8)


def test_it_robs_where_most_is_expected(situation: Make, play: Make) -> None:
    state = play(situation(catches=("", "ray1", "sunfish4")), "flip", "=octopus")
    assert _choice(state) == "rob C1"


def test_it_weighs_the_number_against_the_die(situation: Make, play: Make) -> None:
    state = play(situation(catches=("", "ray4 eel4 sunfish4")), "flip", "=octopus")
    assert [gain_of_robbing(state, Rob(1, number)) for number in (1, 2, 3)] == pytest.approx(
        [5 / 6 * 8, 3 / 6 * 16, 2 / 6 * 24]
    )
    assert _choice(state) in ("rob B2", "rob B3")


def test_it_leaves_when_robbing_can_only_backfire(situation: Make, play: Make) -> None:
    state = play(situation(catches=("ray4 eel4", "ray1 ray1")), "flip", "=octopus")
    assert best_robbery(state)[1] == 0
    assert _choice(state) == "leave"


@pytest.mark.parametrize("seed", range(30))
def test_expected_transfers_equal_the_average_over_all_hands(seed: int) -> None:
    rng = random.Random(seed)
    fish = [card for card in BOX if card != OCTOPUS]
    rng.shuffle(fish)
    giver, taker = sort(fish[: rng.randint(3, 9)]), sort(fish[20 : 20 + rng.randint(0, 8)])
    number = rng.randint(1, 3)
    hands = list(itertools.combinations(range(len(giver)), number))
    lost = won = Fraction(0)
    for places in hands:
        drawn = bytes(giver[place] for place in places)
        kept = bytes(card for place, card in enumerate(giver) if place not in places)
        lost += Fraction(worth(giver) - worth(kept), len(hands))
        won += Fraction(worth(taker + drawn) - worth(taker), len(hands))
    assert transfer(giver, taker, number) == pytest.approx((float(lost), float(won)))


def test_it_always_takes_a_legal_step_and_beats_chance() -> None:
    wins = 0
    for seed in range(12):
        rng = random.Random(seed)
        bots: list[Bot] = [GreedyBot(rng), _Blind(rng)]
        if seed % 2:
            bots.reverse()
        state = GAME.start(GAME.options({}))
        while state.to_act:
            if state.to_act == (CHANCE,):
                state = state.play(state.chance().draw(rng.randrange))
                continue
            view = state.view(state.turn)
            step = bots[state.turn].choose(view)
            assert step in view.legal
            state = state.play(step)
        assert state.result is not None
        wins += state.result.winners == (seed % 2,)
    assert wins >= 10


def test_it_needs_a_view_of_its_own_game() -> None:
    with pytest.raises(TypeError, match="a view of smallfry"):
        GreedyBot(random.Random(0)).choose(None)  # type: ignore[arg-type]
