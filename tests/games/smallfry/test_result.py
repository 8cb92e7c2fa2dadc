"""Who has won, and why."""

from collections.abc import Callable

import pytest

from shoal.games.smallfry.state import State

Make = Callable[..., State]


@pytest.mark.rule("S16", "S25")
@pytest.mark.parametrize(("before", "over"), [(72, False), (73, True), (74, True)])
def test_the_match_ends_when_a_player_has_77_after_a_session(
    situation: Make, play: Make, before: int, over: bool
) -> None:
    state = play(situation(deck="eel1", catches=("boxfish3", "ray2"), scores=(before, 20)), "flip", "=eel1")
    assert (state.result is not None) == over
    assert (state.to_act == ()) == over
    if state.result is not None:
        assert state.result.winners == (0,)
        assert state.result.scores == state.scores == (before + 4, 22)
        assert str(state.result.reason) == f"the first to reach 77 points, with {before + 4}"


@pytest.mark.rule("S16", "S23")
def test_equal_totals_share_the_win(situation: Make, play: Make) -> None:
    state = situation(deck="eel1", catches=("boxfish3", "ray2", "ray1"), scores=(75, 77, 60))
    state = play(state, "flip", "=eel1")
    assert state.result is not None
    assert state.result.winners == (0, 1)
    assert str(state.result.reason) == "several share the highest total, 79"


@pytest.mark.rule("S23")
def test_of_several_at_77_the_highest_total_wins(situation: Make, play: Make) -> None:
    state = situation(deck="eel1", catches=("boxfish3", "ray4", "ray3"), scores=(76, 76, 70))
    state = play(state, "flip", "=eel1")
    assert state.scores == (80, 80, 73)
    state = situation(deck="eel1", catches=("boxfish3", "ray4 eel3", "ray3"), scores=(76, 76, 70))
    state = play(state, "flip", "=eel1")
    assert state.result is not None
    assert (state.scores, state.result.winners) == ((80, 83, 73), (1,))
    assert str(state.result.reason) == "the highest of 2 totals of 77 or more"
