"""The belief of a player about hidden cards, from what the player remembers."""

import random
from collections.abc import Callable

import pytest
from tests.games.smallfry.engine.positions import any_moment, catches_of

from shoal.games.smallfry.cards import BOX, CARDS, OCTOPUS
from shoal.games.smallfry.engine.belief import Belief
from shoal.games.smallfry.engine.rules_kernel import DECK_SIZE
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.state import State

Make = Callable[..., State]

HUMAN = Settings(remembers_from=3)
NOTHING = Settings(remembers_from=5, counts_octopuses=False)


@pytest.mark.parametrize("seed", range(12))
def test_a_perfect_memory_knows_all(seed: int) -> None:
    state = any_moment(seed, "choice")
    belief = Belief(state.view(state.turn), Settings())
    assert belief.certain
    session = belief.imagine(random.Random(1))
    assert catches_of(session) == [list(catch) for catch in state.catches]
    assert session.deck[: session.scalars[DECK_SIZE]].tolist() == list(state.deck)


@pytest.mark.parametrize("settings", [HUMAN, NOTHING, Settings(remembers_from=4, counts_octopuses=False)])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_imagined_fits_what_is_seen(settings: Settings, seed: int) -> None:
    state = any_moment(seed, "choice")
    belief = Belief(state.view(state.turn), settings)
    for number in range(5):
        session = belief.imagine(random.Random(number))
        catches, deck = catches_of(session), session.deck[: session.scalars[DECK_SIZE]].tolist()
        assert catches[state.turn] == list(state.catches[state.turn])
        assert [len(catch) for catch in catches] == [len(catch) for catch in state.catches]
        assert len(deck) == len(state.deck)
        assert all(card != OCTOPUS for catch in catches for card in catch)
        rest = list(BOX)
        for card in [*deck, *state.row, *(card for catch in catches for card in catch)]:
            rest.remove(card)
        if settings.counts_octopuses:
            assert deck.count(OCTOPUS) == state.deck.count(OCTOPUS)


def test_high_cards_stay_where_they_were_seen(situation: Make) -> None:
    state = situation(catches=("", "eel4 ray3 boxfish1 sunfish2"), phase="choice", row="ray1")
    for number in range(20):
        there = catches_of(Belief(state.view(0), HUMAN).imagine(random.Random(number)))[1]
        assert {CARDS["eel4"], CARDS["ray3"]} <= set(there)
        assert all(card % 4 < 2 for card in there if card not in (CARDS["eel4"], CARDS["ray3"]))


def test_a_forgetful_player_cannot_tell_forgotten_cards_apart(situation: Make) -> None:
    one = situation(catches=("eel4", "boxfish1 sunfish2"), phase="choice", row="ray1")
    other = situation(catches=("eel4", "clownfish2 swordfish1"), phase="choice", row="ray1")
    for number in range(10):
        sessions = [Belief(state.view(0), HUMAN).imagine(random.Random(number)) for state in (one, other)]
        assert catches_of(sessions[0]) == catches_of(sessions[1])
        assert (sessions[0].deck == sessions[1].deck).all()


def test_forgotten_cards_may_be_anywhere(situation: Make) -> None:
    state = situation(catches=("", "boxfish1"), phase="choice", row="ray1")
    found = {catches_of(Belief(state.view(0), NOTHING).imagine(random.Random(number)))[1][0] for number in range(200)}
    assert len(found) > 25
