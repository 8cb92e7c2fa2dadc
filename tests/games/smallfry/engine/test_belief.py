"""The sessions that a player believes in, from what the player remembers."""

import random
from collections.abc import Callable

import pytest
from tests.games.smallfry.engine.positions import any_moment, catches_of

from shoal.games.smallfry.cards import OCTOPUS
from shoal.games.smallfry.engine.belief import guessed_sessions, imagined_sessions
from shoal.games.smallfry.engine.rules_kernel import DECK_SIZE, ROW_SIZE, TURN, SessionArrays
from shoal.games.smallfry.state import State
from shoal.games.smallfry.view import View

Make = Callable[..., State]
Believed = Callable[[View, random.Random], list[SessionArrays]]


@pytest.mark.parametrize("seed", range(12))
def test_a_perfect_memory_knows_all(seed: int) -> None:
    state = any_moment(seed, "choice")
    (session,) = imagined_sessions(state.view(state.turn), random.Random(1))
    assert catches_of(session) == [list(catch) for catch in state.catches]
    assert session.deck[: session.scalars[DECK_SIZE]].tolist() == list(state.deck)


@pytest.mark.parametrize("believed_sessions", [imagined_sessions, guessed_sessions])
@pytest.mark.parametrize("seed", range(12))
def test_where_cards_are_hidden_a_player_thinks_of_several_sessions_that_fit_what_is_seen(
    believed_sessions: Believed, seed: int
) -> None:
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
        assert all(card != OCTOPUS for catch in catches for card in catch)


@pytest.mark.parametrize("believed_sessions", [imagined_sessions, guessed_sessions])
def test_nothing_but_the_order_of_the_deck_is_unknown_in_the_first_turn(
    believed_sessions: Believed, situation: Make
) -> None:
    state = situation(row="ray1", phase="choice")
    for session in believed_sessions(state.view(0).lying_open(), random.Random(1)):
        assert session.deck[: session.scalars[DECK_SIZE]].tolist() == list(state.deck)


@pytest.mark.parametrize("believed_sessions", [imagined_sessions, guessed_sessions])
def test_hidden_cards_cannot_be_told_apart(believed_sessions: Believed, situation: Make) -> None:
    one = situation(catches=("eel4", "boxfish1 sunfish2"), phase="choice", row="ray1")
    other = situation(catches=("eel4", "clownfish4 swordfish1"), phase="choice", row="ray1")
    believed = [believed_sessions(state.view(0).lying_open(), random.Random(1)) for state in (one, other)]
    for session, twin in zip(*believed, strict=True):
        assert catches_of(session) == catches_of(twin)
        assert (session.deck == twin.deck).all()


def test_a_guess_may_put_any_fish_into_a_catch(situation: Make) -> None:
    view = situation(catches=("", "boxfish1"), phase="choice", row="ray1").view(0).lying_open()
    rng = random.Random(2)
    found = {catches_of(session)[1][0] for _ in range(20) for session in guessed_sessions(view, rng)}
    assert len(found) > 25
