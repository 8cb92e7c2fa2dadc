"""Choices that are tried out, and what is taken from how others have played."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace
from tests.games.smallfry.engine.seas import any_moment, sea_of

from shoal.core import SearchLimit
from shoal.core.numba_kernels import Numbers
from shoal.games.smallfry.cards import BOX, OCTOPUS, card_names
from shoal.games.smallfry.engine.bot import Engine
from shoal.games.smallfry.engine.choice_rollouts import Trials
from shoal.games.smallfry.engine.match_equity import share_of
from shoal.games.smallfry.engine.opponent_model import begin_sea, habit_of, habit_shown, match_of, prospects_for
from shoal.games.smallfry.engine.sessions import (
    FIRST_FLIP,
    FIRST_STOP,
    NOBODY,
    Sea,
    copy_sea,
    finish,
    new_sea,
    shuffle,
)
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.state import State
from shoal.games.smallfry.turn import PlayCounts

Make = Callable[..., State]


def _way(stopped: tuple[int, ...] = (), went_on: tuple[int, ...] = (), announced: tuple[int, ...] = ()) -> PlayCounts:
    way = PlayCounts()
    for cards in stopped:
        way = way.with_stop(cards)
    for cards in went_on:
        way = way.with_flip(cards)
    for number in announced:
        way = way.with_announcement(number)
    return way


@pytest.mark.parametrize(
    ("way", "stop_after", "announces"),
    [
        (_way(), 4, 2),
        (_way(stopped=(5, 5), went_on=(1, 2, 3, 4)), 5, 2),
        (_way(went_on=(4,)), 5, 2),
        (_way(stopped=(2,)), 2, 2),
        (_way(stopped=(3, 4)), 0, 2),
        (_way(stopped=(3,), went_on=(3,)), 0, 2),
        (_way(went_on=(10,)), 0, 2),
        (_way(announced=(3, 3)), 4, 3),
        (_way(announced=(1, 3)), 4, 0),
    ],
)
def test_somebody_counts_cards_until_he_shows_that_he_does_not(
    way: PlayCounts, stop_after: int, announces: int
) -> None:
    assert habit_shown(way, 3).tolist() == habit_of(Settings(stop_after=stop_after, announces=announces), 3).tolist()


def _finish(start: Sea, first: int, seed: int, apart: int, stop_after: int = 3) -> tuple[Sea, Numbers]:
    players = len(start.sizes)
    sea, worths = new_sea(players), np.zeros(players, dtype=np.int64)
    habits = np.array([habit_of(Settings(stop_after=stop_after, announces=2), players)] * players)
    prospects, hopes = (np.array([row] * players) for row in prospects_for())
    copy_sea(start, sea)
    sea.dice[0] = random.Random(seed).getrandbits(62) | 1
    shuffle(sea)
    finish(sea, first, habits, prospects, hopes, worths, apart)
    return sea, worths


def test_whatever_the_mover_does_the_others_draw_the_same_cards(situation: Make) -> None:
    """Without octopuses, and as long as the deck lasts: the first cards that the next player keeps are the same."""
    fish = " ".join(card_names(bytes(card for card in BOX if card != OCTOPUS)))
    deck = fish.replace("eel1", "", 1).replace("ray4", "", 1)
    start = sea_of(situation(row="eel1 ray4", catches=("", "", ""), deck=deck, phase="choice"))
    same = 0
    for seed in range(40):
        stopped, flipped, plain = (
            _finish(start, first, seed, apart)[0].catches[1, :4].tolist()
            for first, apart in ((FIRST_STOP, 0), (FIRST_FLIP, 0), (FIRST_FLIP, NOBODY))
        )
        assert stopped == flipped
        same += stopped == plain
    assert same < 10


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_set_apart_does_neither_better_nor_worse(seat: int) -> None:
    start, sessions = begin_sea(3), 4000
    apart, plain = (
        np.mean([_finish(start, FIRST_FLIP, seed, who)[1] for seed in range(sessions)], axis=0)
        for who in (seat, NOBODY)
    )
    # A catch is worth about 20 with a spread of 6: four times the error of the difference of two means.
    assert apart == pytest.approx(plain, abs=0.55)


def test_trials_find_what_can_be_reckoned(situation: Make) -> None:
    """One card is left: turned up it brings its four points to the mover, left alone to the other."""
    state = situation(row="eel4 ray2", catches=("", "boxfish4"), deck="sunfish4", phase="choice", scores=(60, 70))
    match, scores = match_of(2, 77, "youngest"), np.array([60.0, 70.0])
    habits = np.array([habit_of(Settings(), 2)] * 2)
    judged = np.array([0.5, 0.2, 0.6])
    trials = Trials([sea_of(state)], judged, {0: FIRST_FLIP, 2: FIRST_STOP}, habits, scores, match)
    for _ in range(3):
        trials.go_on()
        assert not trials.settled
    trials.go_on()
    assert trials.sessions == 400
    # Chance has no say here, so nothing is left to doubt.
    assert trials.settled
    flip = share_of(np.array([70.0, 74.0]), match, 0)
    stop = share_of(np.array([66.0, 78.0]), match, 0)
    assert trials.values[[0, 2]] == pytest.approx([0.35 * 0.5 + 0.65 * flip, 0.35 * 0.6 + 0.65 * stop])
    assert trials.values[1] == -np.inf


def test_trials_are_the_same_every_time_and_settle_only_on_a_clear_lead() -> None:
    state = any_moment(5, "choice")
    players = len(state.catches)
    habits = np.array([habit_of(Settings(), players)] * players)
    world = habits, np.array(state.scores, dtype=float), match_of(players, 77, "youngest")
    even, again, clear = (
        Trials([sea_of(state)] * 3, np.array([0.5, lead]), {0: FIRST_FLIP, 1: FIRST_STOP}, *world)
        for lead in (0.5, 0.5, 0.9)
    )
    for trials in (even, again, clear):
        for _ in range(5):
            trials.go_on()
    assert even.values.tolist() == again.values.tolist()
    assert clear.values[1] - even.values[1] == pytest.approx(0.35 * 0.4)
    assert clear.settled
    # The same step twice is never settled.
    twins = Trials([sea_of(state)], np.zeros(2), {0: FIRST_STOP, 1: FIRST_STOP}, *world)
    for _ in range(5):
        twins.go_on()
    assert not twins.settled


def test_it_makes_a_difference_how_the_others_have_played() -> None:
    """The engine thinks differently of the same cards among people who go on for ever, if it tries choices out."""

    def differs(state: State, **settings: int) -> bool:
        bold = replace(state, play_counts=(_way(went_on=(9,)),) * len(state.catches))
        one, other = (
            Engine(random.Random(0), settings).think(each.view(state.turn), SearchLimit(60.0)) for each in (state, bold)
        )
        return one.shares != other.shares

    states = [any_moment(seed, "choice", least_deck=30) for seed in range(8)]
    assert any(differs(state) for state in states)
    assert not any(differs(state, trials=0) for state in states)
