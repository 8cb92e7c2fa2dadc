"""Rollouts of each choice."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace
from tests.games.smallfry.engine.positions import any_moment

from shoal.core import SearchLimit
from shoal.games.smallfry.engine.belief import session_of
from shoal.games.smallfry.engine.bot import Engine
from shoal.games.smallfry.engine.choice_rollouts import ChoiceRollouts
from shoal.games.smallfry.engine.match_equity import equity_of, win_share
from shoal.games.smallfry.engine.opponent_model import policy_of
from shoal.games.smallfry.engine.rules_kernel import (
    ACTION_FLIP,
    ACTION_STOP,
)
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.state import State
from shoal.games.smallfry.turn import PlayCounts

Make = Callable[..., State]


def test_rollouts_find_what_can_be_worked_out(situation: Make) -> None:
    """One card is left: turned up it brings its four points to the mover, left alone to the other."""
    state = situation(row="eel4 ray2", catches=("", "boxfish4"), deck="sunfish4", phase="choice", scores=(60, 70))
    equity, scores = equity_of(2, 77, "youngest"), np.array([60.0, 70.0])
    policies = np.array([policy_of(Settings(), 2)] * 2)
    looked = np.array([0.5, 0.2, 0.6])
    rollouts = ChoiceRollouts([session_of(state)], looked, {0: ACTION_FLIP, 2: ACTION_STOP}, policies, scores, equity)
    for _ in range(3):
        rollouts.play_round()
        assert not rollouts.settled
    rollouts.play_round()
    assert rollouts.sessions_played == 400
    # Chance has no influence here, so there is no error.
    assert rollouts.settled
    flip = win_share(np.array([70.0, 74.0]), equity, 0)
    stop = win_share(np.array([66.0, 78.0]), equity, 0)
    assert rollouts.values[[0, 2]] == pytest.approx([0.35 * 0.5 + 0.65 * flip, 0.35 * 0.6 + 0.65 * stop])
    assert rollouts.values[1] == -np.inf


def test_rollouts_are_the_same_every_time_and_settle_only_on_a_clear_lead() -> None:
    state = any_moment(5, "choice")
    players = len(state.catches)
    policies = np.array([policy_of(Settings(), players)] * players)
    match = policies, np.array(state.scores, dtype=float), equity_of(players, 77, "youngest")
    even, again, clear = (
        ChoiceRollouts([session_of(state)] * 3, np.array([0.5, lead]), {0: ACTION_FLIP, 1: ACTION_STOP}, *match)
        for lead in (0.5, 0.5, 0.9)
    )
    for rollouts in (even, again, clear):
        for _ in range(5):
            rollouts.play_round()
    assert even.values.tolist() == again.values.tolist()
    assert clear.values[1] - even.values[1] == pytest.approx(0.35 * 0.4)
    assert clear.settled
    # The same step twice is never settled.
    twins = ChoiceRollouts([session_of(state)], np.zeros(2), {0: ACTION_STOP, 1: ACTION_STOP}, *match)
    for _ in range(5):
        twins.play_round()
    assert not twins.settled


def test_it_makes_a_difference_how_the_others_have_played() -> None:
    """The engine thinks differently of the same cards among players who never stop, if it plays choices out."""

    def differs(state: State, settings: Settings) -> bool:
        bold = replace(state, play_counts=(PlayCounts().with_flip(9),) * len(state.catches))
        one, other = (
            Engine(random.Random(0), settings).think(each.view(state.turn), SearchLimit(60.0)) for each in (state, bold)
        )
        return one.shares != other.shares

    states = [any_moment(seed, "choice", least_deck=30) for seed in range(8)]
    assert any(differs(state, Settings()) for state in states)
    assert not any(differs(state, Settings(rollouts=0)) for state in states)
