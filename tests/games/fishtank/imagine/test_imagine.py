"""Imagined states have exactly the odds of the cards, given all that the viewer has seen."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt

import pytest
from tests.games.fishtank.decks import play_all, play_random, random_step, some_options
from tests.games.fishtank.imagine.exact_filter import Filter, World, world_of

from shoal.core import Viewer
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State, opening
from shoal.games.fishtank.tank import Placings

SAMPLES = 1500


def expect_odds(found: Mapping[World, int] | Mapping[str, int], odds: Mapping, samples: int) -> None:  # type: ignore[type-arg]
    """A chi-square test that an honest sampler fails once in ten thousand times; the seeds are fixed."""
    assert set(found) <= set(odds), "something impossible was imagined"
    statistic, cells, rare, rarely = 0.0, 0, Fraction(0), 0
    for outcome, chance in odds.items():
        if chance * samples < 5:
            rare += chance
            rarely += found.get(outcome, 0)
            continue
        expected = float(chance * samples)
        statistic += (found.get(outcome, 0) - expected) ** 2 / expected
        cells += 1
    if rare * samples >= 5:
        expected = float(rare * samples)
        statistic += (rarely - expected) ** 2 / expected
        cells += 1
    freedom = cells - 1
    if freedom > 0:
        spread = 2 / (9 * freedom)
        assert statistic < freedom * (1 - spread + 3.72 * sqrt(spread)) ** 3, f"{statistic} of {freedom}"


def follow(state: State, viewer: Viewer, seed: int, steps: Sequence[int], *, remember: bool) -> int:
    """Play at random, and compare at these steps; tells how many hidden situations there were at most."""
    rng = random.Random(seed)
    exact = Filter(state, viewer, remember=remember)
    most = 1
    for number in range(1, max(steps) + 1):
        _, step = random_step(state, rng)
        following = state.play(step)
        exact.follow(state, step, following)
        state = following
        if number in steps:
            view = state.view(viewer)
            found = Counter(world_of(view.imagine(rng), remember=remember) for _ in range(SAMPLES))
            expect_odds(found, exact.odds, SAMPLES)
            most = max(most, len(exact.odds))
    return most


@pytest.mark.rule("T17")
@pytest.mark.parametrize(("viewer", "seed"), [(0, 1), (1, 2), (0, 3)])
def test_two_players_through_both_halves(viewer: int, seed: int) -> None:
    """Deals, choices sealed and open, discards, draws, placings: a game has 148 steps."""
    options = some_options(2, ant=40, bee=22)
    steps = [7, 16, 17, 18, 20, 21, 23, 25, 29, 36, 42, 51, 60, 66, 70, 71, 73, 80, 95, 110, 126, 139, 145, 148]
    assert follow(opening(options), viewer, seed, steps, remember=False) > 20


@pytest.mark.rule("T17")
@pytest.mark.parametrize(("viewer", "seed"), [(0, 4), (1, 5)])
def test_two_players_with_three_kinds_and_all_that_was_held_before(viewer: int, seed: int) -> None:
    options = some_options(2, ant=30, bee=18, cow=12)
    assert follow(opening(options), viewer, seed, [18, 21, 25, 28, 33, 36, 44], remember=True) > 30


@pytest.mark.rule("T17")
def test_two_players_when_every_last_card_is_used() -> None:
    """With 60 cards nothing is left over, and what was drawn in the first half decides the second."""
    options = some_options(2, ant=34, bee=20, cow=6)
    assert follow(opening(options), 0, 6, [74, 90, 110, 131, 147], remember=False) > 20


def test_spectators_of_two_players() -> None:
    options = some_options(2, ant=40, bee=22)
    assert follow(opening(options), None, 7, [9, 17, 18, 19, 25, 40, 72, 74, 85], remember=False) > 100
    assert follow(opening(options), None, 8, [18, 20, 23], remember=True) > 100


@pytest.mark.parametrize(("viewer", "seed"), [(0, 9), (2, 10), (None, 11)])
def test_three_players(viewer: Viewer, seed: int) -> None:
    options = some_options(3, ant=30, bee=20)
    assert follow(opening(options), viewer, seed, [10, 24, 25, 26, 29, 31, 33, 40, 72, 80, 98], remember=True) > 50


def test_four_players_in_the_second_half() -> None:
    options = some_options(4, ant=40, bee=25)
    follow(opening(options), 1, 12, [97, 120, 130], remember=False)


@pytest.mark.rule("T5")
@pytest.mark.parametrize("players", [3, 4, 6])
def test_hands_that_were_held_are_known_for_good(players: int) -> None:
    """After as many passes as there are players, every player has seen every hand (T5 in both directions)."""
    rng = random.Random(players)
    state = opening(some_options(players, ant=50, bee=50))
    while state.to_act:
        state = state.play(random_step(state, rng)[1])
        if state.round > players and state.phase is RoundPhase.CHOOSE:
            assert all(state.view(seat).imagine(rng).hands == state.hands for seat in range(players))


def test_sealed_placings_of_others_may_be_any() -> None:
    rng = random.Random(1)
    state = opening(some_options(3, ant=30, bee=20))
    while not (state.phase is RoundPhase.PLACE and state.round == 2 and state.sealed == (0,)):
        state = state.play(random_step(state, rng)[1])
    legal = Placings(0, state.tanks[0])
    found = Counter(str(state.view(1).imagine(rng).pending[0]) for _ in range(40 * len(legal)))
    expect_odds(found, {str(step): Fraction(1, len(legal)) for step in legal}, 40 * len(legal))
    assert all(state.view(0).imagine(rng).pending == state.pending for _ in range(20)), "one's own is known"


@pytest.mark.rule("T17")
def test_a_card_that_came_back_was_drawn_by_the_other() -> None:
    """A chose the only cow; when a cow comes back, it can only be one that B drew."""
    options = some_options(2, ant=40, bee=18, cow=12)
    deals = ["=A:ant", "=B:ant"] * 7 + ["=A:cow", "=B:ant"]
    state = play_all(opening(options), deals)
    state = play_all(state, "A:cow B:ant =A-ant =A:bee =B-ant =B:cow A:d4 B:d4")
    state = play_all(state, "A:bee B:ant =A-ant =A:ant")
    hand = state.view(0).hand
    assert hand is not None
    assert "cow" in hand
    rng = random.Random(2)
    for _ in range(50):
        imagined = state.view(0).imagine(rng)
        assert imagined.past[1].drawn == ("bee", "cow")
        assert "cow" in imagined.past[1].hands[1]


@pytest.mark.parametrize("players", [2, 3])
def test_imagined_states_can_be_played_on(players: int) -> None:
    rng = random.Random(players)
    state = opening(some_options(players, ant=30, bee=20, cow=12))
    while state.to_act:
        state = state.play(random_step(state, rng)[1])
        if rng.random() < 0.1:
            for viewer in (None, *range(players)):
                end = play_random(state.view(viewer).imagine(rng), rng)
                assert end.result is not None
                assert len(end.past) == 16


def test_other_views_of_an_imagined_state_can_be_imagined_as_well() -> None:
    rng = random.Random(5)
    state = play_random(opening(some_options(2, ant=30, bee=20, cow=12)), rng, steps=100)
    for _ in range(50):
        other = state.view(0).imagine(rng).view(1)
        assert other.imagine(rng).view(1) == other
