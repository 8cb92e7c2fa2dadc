"""Looking ahead equals walking the real rules with their own probabilities."""

from collections.abc import Callable

import numpy as np
import pytest
from tests.games.smallfry.engine.seas import any_moment, sea_of

from shoal.core import CHANCE
from shoal.games.smallfry.engine.lookahead import (
    Stakes,
    best_robbery,
    linear_stakes,
    value_of_flipping,
    value_of_robbing,
    value_of_stopping,
)
from shoal.games.smallfry.engine.sessions import FIRST_LEAVE, FIRST_ROB
from shoal.games.smallfry.engine.value_network import expect, new_tally, read_outlook
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import FLIP, LEAVE, STOP, Rob

ROBBERY = 0.7


def _stakes(state: State) -> Stakes:
    return linear_stakes(len(state.catches), state.turn)


def _ended(state: State, mover: int) -> float:
    """The mover's points less the others' average, as expected now that his turn is over."""
    players = len(state.catches)
    if state.phase == "over":
        expected = np.array([float(worth(catch)) for catch in state.catches])
    else:
        expected = np.zeros(players)
        expect(sea_of(state), read_outlook(players), new_tally(players), state.turn, mover, expected)
    return float(expected[mover] - (expected.sum() - expected[mover]) / (players - 1))


def _flip(state: State, ahead: int) -> float:
    """By the rules: every card with its probability; after an octopus he leaves and gets a given extra."""
    drawn = state.play(FLIP)
    chance = drawn.chance()
    total = 0.0
    for card in chance.steps:
        after = drawn.play(card)
        if str(card) == "=octopus":
            value = _ended(after.play(LEAVE) if after.phase == "octopus" else after, state.turn) + ROBBERY
        elif after.phase == "choice":
            value = _ended(after.play(STOP), state.turn)
            if ahead > 1:
                value = max(value, _flip(after, ahead - 1))
        else:
            value = _ended(after, state.turn)
        total += float(chance.probability(card)) * value
    return total


@pytest.mark.parametrize("seed", range(30))
def test_turning_up_one_card_is_the_average_over_the_deck(seed: int) -> None:
    state = any_moment(seed, "choice")
    value = value_of_flipping(sea_of(state), read_outlook(len(state.catches)), _stakes(state), ROBBERY, 1)
    assert value == pytest.approx(_flip(state, 1))


@pytest.mark.parametrize("seed", range(4))
def test_looking_two_cards_ahead_chooses_best_after_the_first(seed: int) -> None:
    state = any_moment(seed, "choice", least_deck=3)
    value = value_of_flipping(sea_of(state), read_outlook(len(state.catches)), _stakes(state), ROBBERY, 2)
    assert value == pytest.approx(_flip(state, 2))


@pytest.mark.parametrize("seed", range(20))
def test_stopping_keeps_the_row(seed: int) -> None:
    state = any_moment(seed, "choice")
    value = value_of_stopping(sea_of(state), read_outlook(len(state.catches)), _stakes(state), len(state.row))
    assert value == pytest.approx(_ended(state.play(STOP), state.turn))


def _average(state: State, mover: int) -> float:
    if state.to_act == (CHANCE,) and state.phase in ("roll", "take"):
        chance = state.chance()
        return sum(float(chance.probability(step)) * _average(state.play(step), mover) for step in chance.steps)
    return _ended(state, mover)


@pytest.mark.parametrize("seed", range(6))
def test_robbing_is_the_average_over_die_and_blind_cards(seed: int) -> None:
    state = any_moment(seed, "octopus")
    sea, outlook, stakes = sea_of(state), read_outlook(len(state.catches)), _stakes(state)
    values = {}
    for step in state.legal(state.turn):
        first = FIRST_ROB + 3 * step.victim + step.number - 1 if isinstance(step, Rob) else FIRST_LEAVE
        values[first] = value_of_robbing(sea, outlook, stakes, first)
        if not isinstance(step, Rob) or step.number < 3:
            assert values[first] == pytest.approx(_average(state.play(step), state.turn))
    choice, gain = best_robbery(sea, outlook, stakes, 3)
    assert values[choice] == max(values.values())
    assert gain == pytest.approx(values[choice] - values[FIRST_LEAVE])


@pytest.mark.parametrize("seed", range(10))
def test_looking_leaves_everything_as_it_was(seed: int) -> None:
    state = any_moment(seed, "choice")
    sea, before = sea_of(state), sea_of(state)
    outlook, stakes = read_outlook(len(state.catches)), _stakes(state)
    value_of_flipping(sea, outlook, stakes, 0.0, 2)
    best_robbery(sea, outlook, stakes, 3)
    for name, now, then in zip(sea._fields, sea, before, strict=True):
        if name == "row":
            now, then = now[: sea.now[2]], then[: sea.now[2]]
        assert (now == then).all(), name


def test_with_an_empty_deck_nothing_more_is_expected(situation: Callable[..., State]) -> None:
    state = situation(catches=("eel4 ray2 ray1", "boxfish3"), deck="")
    expected = np.zeros(2)
    expect(sea_of(state), read_outlook(2), new_tally(2), 0, 0, expected)
    assert expected.tolist() == [6.0, 3.0]
