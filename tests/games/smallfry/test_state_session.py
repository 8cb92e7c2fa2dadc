"""The last card, counting, and going from session to session to the end of the match."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.core import CHANCE, IllegalStep, Step
from shoal.games.smallfry import GAME
from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import TurnUp

Make = Callable[..., State]


@pytest.mark.rule("S14")
def test_a_session_ends_with_the_last_card_and_not_before(situation: Make, play: Make) -> None:
    state = situation(deck="eel1 ray2", catches=("boxfish3", ""))
    state = play(state, "flip", "=ray2", "stop")
    assert (state.sheet, state.to_act) == ((), (1,))
    state = play(state, "flip", "=eel1")
    assert state.sheet == ((5, 1),)


@pytest.mark.rule("S14", "S21")
def test_a_new_fish_as_last_card_keeps_the_row(situation: Make, play: Make) -> None:
    state = situation(row="eel3 ray1", deck="boxfish2", catches=("", "sunfish4"), phase="choice")
    state = play(state, "flip", "=boxfish2")
    assert state.sheet == ((6, 4),)
    assert state.phase == "begin"


@pytest.mark.rule("S14", "S21")
def test_a_double_as_last_card_discards(situation: Make, play: Make) -> None:
    state = situation(row="eel3 ray1 sunfish1", deck="ray2", catches=("", "sunfish4"), phase="choice")
    assert play(state, "flip", "=ray2").sheet == ((3, 4),)


@pytest.mark.rule("S21")
@pytest.mark.parametrize(
    ("moves", "points"),
    [
        (("leave",), (1, 4)),
        (("rob B1", "=roll -1", "=take eel1"), (0, 5)),
        (("rob B1", "=roll 3", "=take sunfish4"), (5, 2)),
        (("rob B2", "=roll 1"), (1, 4)),
        (("rob B2", "=roll 2", "=take sunfish4", "=take sunfish2"), (5, 0)),
    ],
)
def test_an_octopus_as_last_card_still_robs(
    situation: Make, play: Make, moves: tuple[str, ...], points: tuple[int, int]
) -> None:
    state = situation(row="ray3", deck="octopus", catches=("eel1", "sunfish4 sunfish2"), phase="choice")
    state = play(state, "flip", "=octopus")
    assert (state.sheet, state.to_act, state.phase) == ((), (0,), "octopus")
    assert play(state, *moves).sheet == (points,)


@pytest.mark.rule("S19", "S21")
def test_an_octopus_as_last_card_with_nobody_to_rob_ends_the_session(situation: Make, play: Make) -> None:
    assert play(situation(deck="octopus", catches=("eel1", "")), "flip", "=octopus").sheet == ((1, 0),)


@pytest.mark.rule("S22")
@settings(max_examples=60)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_every_card_turns_up_exactly_once_in_a_session(players: int, seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.start(GAME.options({"players": players, "target": 1000}))
    turned_up: Counter[int] = Counter()
    while state.session == 1:
        step = _random_step(state, rng)
        if isinstance(step, TurnUp):
            turned_up[step.card] += 1
        state = state.play(step)
    assert turned_up == Counter(BOX)


@pytest.mark.rule("S22")
def test_a_heap_of_discards_does_not_go_on_as_a_new_deck(situation: Make, play: Make) -> None:
    state = play(situation(deck="ray2", catches=("", "eel1"), turn=1), "flip", "=ray2")
    assert (state.sheet, state.session) == (((0, 3),), 2)


@pytest.mark.rule("S3", "S16")
def test_the_next_session_is_prepared_anew(situation: Make, play: Make) -> None:
    state = situation(deck="eel1", catches=("boxfish3", "ray2"), turn=1, scores=(10, 20))
    state = play(state, "flip", "=eel1")
    fresh = situation(scores=(13, 23))
    assert (state.deck, state.row, state.catches) == (BOX, b"", (b"", b""))
    assert (state.to_act, state.phase, state.session) == (fresh.to_act, "begin", 2)


@pytest.mark.rule("S16")
def test_sessions_are_added_up(situation: Make, play: Make) -> None:
    state = situation(deck="eel1", catches=("boxfish3", "ray2"), scores=(10, 20))
    assert play(state, "flip", "=eel1").scores == (14, 22)


@pytest.mark.rule("S16")
def test_points_count_only_after_the_session(situation: Make, play: Make) -> None:
    state = situation(deck="eel1 ray4", catches=("boxfish4", ""), scores=(76, 0))
    state = play(state, "flip", "=eel1", "stop")
    assert (state.scores, state.result) == ((76, 0), None)


@pytest.mark.rule("S24")
@pytest.mark.parametrize(
    ("next_session", "scores", "first"),
    [
        ("youngest", (30, 20, 10), 0),
        ("fewest", (30, 20, 10), 2),
        ("fewest", (30, 10, 20), 1),
        ("fewest", (30, 10, 10), 1),
        ("fewest", (5, 10, 10), 0),
    ],
)
def test_who_begins_the_next_session(
    situation: Make, play: Make, next_session: str, scores: tuple[int, ...], first: int
) -> None:
    state = situation(deck="octopus", catches=("", "", ""), turn=1, scores=scores, next_session=next_session)
    state = play(state, "flip", "=octopus")
    assert state.session == 2
    assert (state.to_act, state.turn) == ((first,), first)
    assert play(state, "flip", "=eel1", "stop").turn == (first + 1) % 3


@pytest.mark.rule("S24")
def test_fewest_counts_all_sessions_with_the_one_just_played(situation: Make, play: Make) -> None:
    state = situation(deck="eel1", catches=("boxfish4", "", ""), scores=(0, 3, 4), next_session="fewest")
    assert play(state, "flip", "=eel1").turn == 1


@pytest.mark.rule("S25")
@pytest.mark.parametrize(("target", "over"), [(14, True), (15, False)])
def test_the_target_can_be_agreed_on(situation: Make, play: Make, target: int, over: bool) -> None:
    state = situation(deck="eel1", catches=("boxfish3", "ray2"), scores=(10, 0), target=target)
    assert (play(state, "flip", "=eel1").result is not None) == over


def test_after_the_match_nothing_can_be_played(situation: Make, play: Make) -> None:
    state = play(situation(deck="eel1", catches=("boxfish3", "ray2"), scores=(76, 0)), "flip", "=eel1")
    for step in ("flip", "stop", "=eel1", "leave"):
        with pytest.raises(IllegalStep, match="expected nothing, the match is over"):
            play(state, step)
    assert (state.legal(0), state.legal(1)) == ((), ())


def _random_step(state: State, rng: random.Random) -> Step:
    if state.to_act == (CHANCE,):
        return state.chance().draw(rng.randrange)
    return rng.choice(state.legal(state.turn))
