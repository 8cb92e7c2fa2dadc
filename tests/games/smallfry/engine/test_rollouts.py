"""Sessions that are played out: what they count, and common random numbers."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from tests.games.smallfry.engine.positions import catches_of

from shoal.core.numba_kernels import Numbers
from shoal.games.smallfry.cards import BOX, OCTOPUS, card_names
from shoal.games.smallfry.engine.belief import session_of
from shoal.games.smallfry.engine.opponent_model import policy_of
from shoal.games.smallfry.engine.rollouts import NO_SEAT, play_out
from shoal.games.smallfry.engine.rules_kernel import (
    ACTION_FLIP,
    ACTION_STOP,
    DECK_SIZE,
    SessionArrays,
    copy_session,
    new_session,
    opening_session,
    shuffle_deck,
)
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.engine.species_values import species_tables
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.state import State

Make = Callable[..., State]


def test_a_finished_session_is_worth_what_the_catches_are() -> None:
    start, session = opening_session(3), new_session(3)
    species_values, flip_gains = (np.array([row] * 3) for row in species_tables())
    policies = np.array([policy_of(Settings(stop_after=after, announces=2), 3) for after in (0, 3, 5)])
    points = np.zeros(3, dtype=np.int64)
    session.dice[0] = 5
    for _ in range(50):
        copy_session(start, session)
        shuffle_deck(session)
        play_out(session, ACTION_FLIP, policies, species_values, flip_gains, points, NO_SEAT)
        assert session.scalars[DECK_SIZE] == 0
        assert points.tolist() == [worth(bytes(catch)) for catch in catches_of(session)]
        gone = list(BOX)
        for catch in catches_of(session):
            for card in catch:
                gone.remove(card)


def _play_out(
    start: SessionArrays, action: int, seed: int, compared_seat: int, stop_after: int = 3
) -> tuple[SessionArrays, Numbers]:
    players = len(start.sizes)
    session, points = new_session(players), np.zeros(players, dtype=np.int64)
    policies = np.array([policy_of(Settings(stop_after=stop_after, announces=2), players)] * players)
    species_values, flip_gains = (np.array([row] * players) for row in species_tables())
    copy_session(start, session)
    session.dice[0] = random.Random(seed).getrandbits(62) | 1
    shuffle_deck(session)
    play_out(session, action, policies, species_values, flip_gains, points, compared_seat)
    return session, points


def test_whatever_the_mover_does_the_others_draw_the_same_cards(situation: Make) -> None:
    """Without octopuses, and as long as the deck lasts: the first cards that the next player keeps are the same."""
    fish = " ".join(card_names(bytes(card for card in BOX if card != OCTOPUS)))
    deck = fish.replace("eel1", "", 1).replace("ray4", "", 1)
    start = session_of(situation(row="eel1 ray4", catches=("", "", ""), deck=deck, phase="choice"))
    same = 0
    for seed in range(40):
        stopped, flipped, plain = (
            _play_out(start, action, seed, compared)[0].catches[1, :4].tolist()
            for action, compared in ((ACTION_STOP, 0), (ACTION_FLIP, 0), (ACTION_FLIP, NO_SEAT))
        )
        assert stopped == flipped
        same += stopped == plain
    assert same < 10


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_compared_seat_does_neither_better_nor_worse(seat: int) -> None:
    start, sessions = opening_session(3), 4000
    compared, plain = (
        np.mean([_play_out(start, ACTION_FLIP, seed, who)[1] for seed in range(sessions)], axis=0)
        for who in (seat, NO_SEAT)
    )
    # A catch is worth about 20 with a spread of 6: four times the error of the difference of two means.
    assert compared == pytest.approx(plain, abs=0.55)
