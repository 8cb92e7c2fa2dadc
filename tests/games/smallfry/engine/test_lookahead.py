"""Looking ahead equals walking the real rules with their own probabilities."""

from collections.abc import Callable

import numpy as np
import pytest
from tests.games.smallfry.engine.positions import any_moment

from shoal.core import CHANCE
from shoal.games.smallfry.engine.belief import session_of
from shoal.games.smallfry.engine.lookahead import best_robbery, value_of_flipping, value_of_robbing, value_of_stopping
from shoal.games.smallfry.engine.rules_kernel import ACTION_LEAVE, ROW_SIZE, rob_action
from shoal.games.smallfry.engine.utility import Utility, linear_utility
from shoal.games.smallfry.engine.value_network import fill_expected_points, new_accumulator, read_network
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import FLIP, LEAVE, STOP, Rob

ROBBERY = 0.7


def _utility(state: State) -> Utility:
    return linear_utility(len(state.catches), state.turn)


def _ended(state: State, mover: int) -> float:
    """The mover's points less the others' average, as expected now that their turn is over."""
    players = len(state.catches)
    if state.phase == "over":
        expected = np.array([float(worth(catch)) for catch in state.catches])
    else:
        expected = np.zeros(players)
        fill_expected_points(
            session_of(state), read_network(players), new_accumulator(players), state.turn, mover, expected
        )
    return float(expected[mover] - (expected.sum() - expected[mover]) / (players - 1))


def _flip(state: State, cards_ahead: int) -> float:
    """By the rules: every card with its probability; after an octopus the player leaves and gets a given extra."""
    drawn = state.play(FLIP)
    chance = drawn.chance()
    total = 0.0
    for card in chance.steps:
        after = drawn.play(card)
        if str(card) == "=octopus":
            value = _ended(after.play(LEAVE) if after.phase == "octopus" else after, state.turn) + ROBBERY
        elif after.phase == "choice":
            value = _ended(after.play(STOP), state.turn)
            if cards_ahead > 1:
                value = max(value, _flip(after, cards_ahead - 1))
        else:
            value = _ended(after, state.turn)
        total += float(chance.probability(card)) * value
    return total


@pytest.mark.parametrize("seed", range(30))
def test_turning_up_one_card_is_the_average_over_the_deck(seed: int) -> None:
    state = any_moment(seed, "choice")
    value = value_of_flipping(session_of(state), read_network(len(state.catches)), _utility(state), ROBBERY, 1)
    assert value == pytest.approx(_flip(state, 1))


@pytest.mark.parametrize("seed", range(4))
def test_looking_two_cards_ahead_chooses_best_after_the_first(seed: int) -> None:
    state = any_moment(seed, "choice", least_deck=3)
    value = value_of_flipping(session_of(state), read_network(len(state.catches)), _utility(state), ROBBERY, 2)
    assert value == pytest.approx(_flip(state, 2))


@pytest.mark.parametrize("seed", range(20))
def test_stopping_keeps_the_row(seed: int) -> None:
    state = any_moment(seed, "choice")
    value = value_of_stopping(session_of(state), read_network(len(state.catches)), _utility(state), len(state.row))
    assert value == pytest.approx(_ended(state.play(STOP), state.turn))


def _average(state: State, mover: int) -> float:
    if state.to_act == (CHANCE,) and state.phase in ("roll", "take"):
        chance = state.chance()
        return sum(float(chance.probability(step)) * _average(state.play(step), mover) for step in chance.steps)
    return _ended(state, mover)


@pytest.mark.parametrize("seed", range(6))
def test_robbing_is_the_average_over_die_and_blind_cards(seed: int) -> None:
    state = any_moment(seed, "octopus")
    session, network, utility = session_of(state), read_network(len(state.catches)), _utility(state)
    values = {}
    for step in state.legal(state.turn):
        action = rob_action(step.victim, step.number) if isinstance(step, Rob) else ACTION_LEAVE
        values[action] = value_of_robbing(session, network, utility, action)
        if not isinstance(step, Rob) or step.number < 3:
            assert values[action] == pytest.approx(_average(state.play(step), state.turn))
    choice, gain = best_robbery(session, network, utility, 3)
    assert values[choice] == max(values.values())
    assert gain == pytest.approx(values[choice] - values[ACTION_LEAVE])


@pytest.mark.parametrize("seed", range(10))
def test_looking_leaves_everything_as_it_was(seed: int) -> None:
    state = any_moment(seed, "choice")
    session, before = session_of(state), session_of(state)
    network, utility = read_network(len(state.catches)), _utility(state)
    value_of_flipping(session, network, utility, 0.0, 2)
    best_robbery(session, network, utility, 3)
    for name, now, then in zip(session._fields, session, before, strict=True):
        if name == "row":
            now, then = now[: session.scalars[ROW_SIZE]], then[: session.scalars[ROW_SIZE]]
        assert (now == then).all(), name


def test_with_an_empty_deck_nothing_more_is_expected(situation: Callable[..., State]) -> None:
    state = situation(catches=("eel4 ray2 ray1", "boxfish3"), deck="")
    expected = np.zeros(2)
    fill_expected_points(session_of(state), read_network(2), new_accumulator(2), 0, 0, expected)
    assert expected.tolist() == [6.0, 3.0]
