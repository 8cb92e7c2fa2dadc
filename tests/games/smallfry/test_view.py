"""What viewers know, and what they imagine from it."""

import random
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.core import CHANCE, Table
from shoal.core.conformance import view_bytes
from shoal.games.smallfry import GAME
from shoal.games.smallfry.cards import CARDS
from shoal.games.smallfry.state import State
from shoal.games.smallfry.view import View

Make = Callable[..., State]


@settings(max_examples=40)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32), steps=st.integers(0, 400))
def test_what_is_imagined_is_the_state_itself_for_nothing_but_the_future_is_hidden(
    players: int, seed: int, steps: int
) -> None:
    rng = random.Random(seed)
    state = GAME.start(GAME.options({"players": players, "target": 30}))
    for _ in range(steps):
        if not state.to_act:
            break
        chance = state.to_act == (CHANCE,)
        state = state.play(state.chance().draw(rng.randrange) if chance else rng.choice(state.legal(state.turn)))
    for viewer in (None, *range(players)):
        assert state.view(viewer).imagine(rng) == state


@pytest.mark.parametrize("memory", ["closed", "open"])
def test_a_view_holds_every_catch_whatever_the_table_displays(situation: Make, memory: str) -> None:
    state = situation(catches=("eel1", "ray4 ray1"), memory=memory)
    for viewer in (None, 0, 1):
        assert state.view(viewer).catches == (("eel1",), ("ray1", "ray4"))


def test_viewers_differ_only_in_what_they_may_do(situation: Make, play: Make) -> None:
    state = play(situation(catches=("", "")), "flip", "=eel1")
    mine, theirs, spectators = (state.view(viewer) for viewer in (0, 1, None))
    assert [str(step) for step in mine.legal] == ["flip", "stop"]
    assert theirs.legal == spectators.legal == ()
    assert msgspec.structs.replace(mine, viewer=None, legal=()) == spectators
    assert msgspec.structs.replace(theirs, viewer=None) == spectators


def test_a_view_is_written_with_cards_in_their_notation(situation: Make, play: Make) -> None:
    state = play(situation(catches=("eel1", "ray4"), deck="octopus boxfish2"), "flip", "=boxfish2")
    written = msgspec.json.decode(view_bytes(state.view(0)))
    assert written["row"] == ["boxfish2"]
    assert written["catches"] == [["eel1"], ["ray4"]]
    assert written["deck"] == ["octopus"]
    assert written["legal"] == [{"type": "flip"}, {"type": "stop"}]


def test_the_deck_in_a_view_tells_no_order(situation: Make) -> None:
    one, two = situation(deck="eel1 ray4 octopus boxfish2"), situation(deck="octopus boxfish2 ray4 eel1")
    assert view_bytes(one.view(0)) == view_bytes(two.view(0))


@pytest.mark.parametrize("seed", range(3))
def test_a_view_tells_the_steps_that_the_log_of_a_closed_table_still_names(seed: int) -> None:
    table = Table(GAME, {"players": 3, "target": 8}, seed=f"{seed:064x}")
    rng = random.Random(seed)
    while not table.over:
        table.submit(table.view(None).to_act[0], rng.choice(table.state.legal(table.view(None).to_act[0])))
        view = table.view(None)
        assert isinstance(view, View)
        assert view.shown_turn is not None
        log, told = list(table.log(None)), list(view.shown_turn.steps)
        assert log[-len(told) :] == told
        assert table.over or not any(step.startswith("=") and step[1:] in CARDS for step in log[: -len(told)])


def test_programs_find_a_view_under_the_names_they_know(situation: Make) -> None:
    written = msgspec.json.decode(view_bytes(situation().view(0)))
    names = "viewer legal terms to_act phase turn deck row catches scores sheet robbery told ways result"
    assert list(written) == names.split()
    assert list(written["ways"][0]) == ["stopped", "went_on", "announced"]
