"""The sessions that a player believes in, from what the player remembers."""

import random
from collections.abc import Callable

import pytest
from tests.games.smallfry.engine.positions import any_moment, catches_of

from shoal.games.smallfry.engine.belief import believed_sessions
from shoal.games.smallfry.engine.rules_kernel import DECK_SIZE, ROW_SIZE, TURN
from shoal.games.smallfry.state import State

Make = Callable[..., State]


@pytest.mark.parametrize("seed", range(12))
def test_a_perfect_memory_knows_all(seed: int) -> None:
    state = any_moment(seed, "choice")
    (session,) = believed_sessions(state.view(state.turn), random.Random(1))
    assert catches_of(session) == [list(catch) for catch in state.catches]
    assert session.deck[: session.scalars[DECK_SIZE]].tolist() == list(state.deck)


@pytest.mark.parametrize("seed", range(12))
def test_a_player_who_forgets_believes_in_several_sessions_that_fit_what_is_seen(seed: int) -> None:
    state = any_moment(seed, "choice")
    sessions = believed_sessions(state.view(state.turn).lying_open(), random.Random(1))
    assert len(sessions) > 1
    assert len({tuple(session.deck.tolist()) for session in sessions}) > 1
    for session in sessions:
        assert session.scalars[TURN] == state.turn
        assert session.scalars[DECK_SIZE] == len(state.deck)
        assert session.row[: session.scalars[ROW_SIZE]].tolist() == list(state.row)
        catches = catches_of(session)
        assert catches[state.turn] == list(state.catches[state.turn])
        assert [len(catch) for catch in catches] == [len(catch) for catch in state.catches]


def test_a_forgetful_player_cannot_tell_hidden_cards_apart(situation: Make) -> None:
    one = situation(catches=("eel4", "boxfish1 sunfish2"), phase="choice", row="ray1")
    other = situation(catches=("eel4", "clownfish4 swordfish1"), phase="choice", row="ray1")
    believed = [believed_sessions(state.view(0).lying_open(), random.Random(1)) for state in (one, other)]
    for session, twin in zip(*believed, strict=True):
        assert catches_of(session) == catches_of(twin)
        assert (session.deck == twin.deck).all()
