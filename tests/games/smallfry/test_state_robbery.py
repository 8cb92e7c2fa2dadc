"""Robbing: whom, how many, and what the die says."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from shoal.core import CHANCE, IllegalStep
from shoal.games.smallfry.cards import card_names
from shoal.games.smallfry.state import State

Make = Callable[..., State]


def _catches(state: State) -> list[str]:
    return [" ".join(card_names(catch)) for catch in state.catches]


def _next_turn(state: State) -> bool:
    return (state.phase, state.turn, state.to_act, state.robbery) == ("begin", 1, (1,), None)


@pytest.fixture
def octopus(situation: Make, play: Make) -> Make:
    """Seat A has met an octopus."""

    def meet(*catches: str) -> State:
        return play(situation(catches=catches), "flip", "=octopus")

    return meet


@pytest.mark.rule("S9")
def test_a_robber_names_victim_and_number_and_then_rolls(octopus: Make, play: Make) -> None:
    state = play(octopus("eel1", "ray1 ray2", "boxfish1 boxfish2"), "rob C2")
    assert state.to_act == (CHANCE,)
    assert state.robbery is not None
    assert (state.robbery.robber, state.robbery.victim, state.robbery.number) == (0, 2, 2)
    assert [str(step) for step in state.chance().steps] == ["=roll -1", "=roll 1", "=roll 2", "=roll 3"]


@pytest.mark.rule("S10")
@pytest.mark.parametrize("roll", ["=roll 2", "=roll 3"])
def test_a_roll_of_the_number_or_more_takes_that_many_cards(octopus: Make, play: Make, roll: str) -> None:
    state = play(octopus("eel1", "ray1 ray2 ray4", "boxfish1"), "rob B2", roll)
    assert state.to_act == (CHANCE,)
    state = play(state, "=take ray4")
    assert not _next_turn(state)
    state = play(state, "=take ray1")
    assert _catches(state) == ["eel1 ray1 ray4", "ray2", "boxfish1"]
    assert _next_turn(state)


@pytest.mark.rule("S10", "S12")
def test_all_players_see_which_cards_change_hands(octopus: Make, play: Make) -> None:
    for roll, card in (("=roll 1", "ray4"), ("=roll -1", "eel1")):
        before = play(octopus("eel1 eel2", "ray1 ray4", ""), "rob B1", roll)
        step = before.parse(f"=take {card}")
        after = before.play(step)
        for viewer in (None, 0, 1, 2):
            assert step.seen_by(viewer) == f"=take {card}"
            assert after.view(viewer).catches == tuple(card_names(catch) for catch in after.catches)


@pytest.mark.rule("S11")
@pytest.mark.parametrize(("rob", "roll"), [("rob B2", "=roll 1"), ("rob B3", "=roll 1"), ("rob B3", "=roll 2")])
def test_a_roll_below_the_number_takes_nothing(octopus: Make, play: Make, rob: str, roll: str) -> None:
    state = play(octopus("eel1", "ray1 ray2 ray4"), rob, roll)
    assert _catches(state) == ["eel1", "ray1 ray2 ray4"]
    assert _next_turn(state)


@pytest.mark.rule("S12")
@pytest.mark.parametrize("rob", ["rob B1", "rob B3"])
def test_minus_one_gives_the_victim_one_card_of_the_robber(octopus: Make, play: Make, rob: str) -> None:
    state = play(octopus("eel1 eel3", "ray1 ray2 ray4", "boxfish1"), rob, "=roll -1")
    assert [str(step) for step in state.chance().steps] == ["=take eel1", "=take eel3"]
    state = play(state, "=take eel3")
    assert _catches(state) == ["eel1", "eel3 ray1 ray2 ray4", "boxfish1"]
    assert _next_turn(state)


@pytest.mark.rule("S17")
def test_one_announces_up_to_three_and_no_more_than_the_victim_holds(octopus: Make) -> None:
    state = octopus("eel1 eel2", "", "ray1 ray2", "boxfish1 boxfish1 boxfish2 boxfish3")
    steps = [str(step) for step in state.legal(0)]
    assert steps == ["rob C1", "rob C2", "rob D1", "rob D2", "rob D3", "leave"]


@pytest.mark.rule("S17")
@pytest.mark.parametrize("rob", ["rob A1", "rob B1", "rob C3", "rob D1"])
def test_no_player_robs_themselves_an_empty_catch_or_more_than_there_is(octopus: Make, play: Make, rob: str) -> None:
    with pytest.raises(IllegalStep, match="expected one of rob C1, rob C2, leave"):
        play(octopus("eel1 eel2", "", "ray1 ray2"), rob)


@pytest.mark.rule("S18")
def test_robbed_cards_are_drawn_blind_one_after_the_other(octopus: Make, play: Make) -> None:
    state = play(octopus("", "eel1 eel1 ray4"), "rob B2", "=roll 3")
    eel, ray = state.parse("=take eel1"), state.parse("=take ray4")
    assert (state.chance().probability(eel), state.chance().probability(ray)) == (Fraction(2, 3), Fraction(1, 3))
    state = state.play(eel)
    assert (state.chance().probability(eel), state.chance().probability(ray)) == (Fraction(1, 2), Fraction(1, 2))


@pytest.mark.rule("S19")
def test_robbing_may_be_declined(octopus: Make, play: Make) -> None:
    state = octopus("eel1", "ray1")
    assert [str(step) for step in state.legal(0)] == ["rob B1", "leave"]
    state = play(state, "leave")
    assert _catches(state) == ["eel1", "ray1"]
    assert _next_turn(state)


@pytest.mark.rule("S19")
def test_with_nobody_to_rob_the_turn_just_ends(octopus: Make) -> None:
    state = octopus("eel1", "", "")
    assert _catches(state) == ["eel1", "", ""]
    assert _next_turn(state)


@pytest.mark.rule("S20")
def test_minus_one_costs_a_robber_without_cards_nothing(octopus: Make, play: Make) -> None:
    state = play(octopus("", "ray1 ray2"), "rob B2", "=roll -1")
    assert _catches(state) == ["", "ray1 ray2"]
    assert _next_turn(state)


@pytest.mark.rule("S8", "S12")
def test_the_row_is_gone_before_the_robbery(situation: Make, play: Make) -> None:
    state = situation(row="eel4", catches=("", "ray1"), phase="choice")
    state = play(state, "flip", "=octopus", "rob B1", "=roll -1")
    assert _catches(state) == ["", "ray1"]
    assert _next_turn(state)
