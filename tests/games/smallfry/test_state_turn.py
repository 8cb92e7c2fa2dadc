"""Turning up cards, stopping, doubles and the octopus."""

from collections.abc import Callable

import pytest

from shoal.core import CHANCE, IllegalStep, Step
from shoal.games.smallfry.cards import BOX, card_names
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import Rob, Roll

Make = Callable[..., State]


def _legal(state: State) -> list[str]:
    return [str(step) for step in state.legal(state.turn)]


def _catches(state: State) -> list[tuple[str, ...]]:
    return [card_names(catch) for catch in state.catches]


def _discarded(state: State) -> int:
    return len(BOX) - len(state.deck) - len(state.row) - sum(map(len, state.catches))


@pytest.mark.rule("S2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_a_seat_a_catch_and_points(situation: Make, players: int) -> None:
    state = situation(catches=("",) * players)
    assert state.scores == (0,) * players
    assert state.catches == (b"",) * players


@pytest.mark.rule("S3")
def test_the_youngest_begins_and_play_goes_clockwise(situation: Make, play: Make) -> None:
    state = situation(catches=("", "", ""))
    assert state.deck == BOX
    order = []
    for card in ("=eel1", "=eel2", "=eel3", "=eel4"):
        order.append(state.to_act)
        state = play(state, "flip", card, "stop")
    assert order == [(0,), (1,), (2,), (0,)]


@pytest.mark.rule("S4")
def test_a_turn_turns_up_at_least_one_card(situation: Make, play: Make) -> None:
    state = situation()
    assert _legal(state) == ["flip"]
    with pytest.raises(IllegalStep, match="'stop' is not possible here: expected flip"):
        play(state, "stop")
    assert _legal(play(state, "flip", "=eel1", "stop")) == ["flip"]


@pytest.mark.rule("S4")
def test_cards_are_laid_to_the_right_of_the_row(situation: Make, play: Make) -> None:
    state = play(situation(), "flip", "=ray2", "flip", "=boxfish1", "flip", "=eel3")
    assert card_names(state.row) == ("ray2", "boxfish1", "eel3")


@pytest.mark.rule("S5")
def test_after_a_new_species_the_player_stops_or_goes_on(situation: Make, play: Make) -> None:
    state = play(situation(), "flip", "=ray2")
    assert state.to_act == (0,)
    assert _legal(state) == ["flip", "stop"]
    state = play(state, "flip")
    assert state.to_act == (CHANCE,)
    assert _legal(play(state, "=eel2")) == ["flip", "stop"]


@pytest.mark.rule("S6")
def test_stopping_keeps_the_whole_row(situation: Make, play: Make) -> None:
    state = situation(row="ray2 eel3", catches=("boxfish1", "eel1"), phase="choice")
    after = play(state, "stop")
    assert _catches(after) == [("boxfish1", "eel3", "ray2"), ("eel1",)]
    assert (after.row, after.to_act, after.phase) == (b"", (1,), "begin")
    assert _discarded(after) == 0


@pytest.mark.rule("S7")
def test_a_double_discards_both_and_all_between_and_keeps_the_rest(situation: Make, play: Make) -> None:
    state = situation(row="eel1 boxfish2 ray2 sunfish3", catches=("", "eel2"), phase="choice")
    after = play(state, "flip", "=ray4")
    assert _catches(after) == [("boxfish2", "eel1"), ("eel2",)]
    assert _discarded(after) == 3
    assert (after.row, after.to_act, after.phase) == (b"", (1,), "begin")


@pytest.mark.rule("S7")
def test_a_double_of_the_leftmost_card_leaves_nothing(situation: Make, play: Make) -> None:
    after = play(situation(row="eel1 ray2", catches=("sunfish4", ""), phase="choice"), "flip", "=eel1")
    assert _catches(after) == [("sunfish4",), ()]
    assert _discarded(after) == 3


@pytest.mark.rule("S7")
def test_a_double_of_the_rightmost_card_costs_only_the_two(situation: Make, play: Make) -> None:
    after = play(situation(row="eel1 ray2", phase="choice"), "flip", "=ray1")
    assert _catches(after) == [("eel1",), ()]
    assert _discarded(after) == 2


@pytest.mark.rule("S7")
def test_species_in_a_catch_make_no_double(situation: Make, play: Make) -> None:
    after = play(situation(catches=("eel1", "eel2")), "flip", "=eel3")
    assert card_names(after.row) == ("eel3",)


@pytest.mark.rule("S8")
def test_an_octopus_discards_itself_and_the_row_and_lets_the_player_rob(situation: Make, play: Make) -> None:
    state = situation(row="eel1 ray2", catches=("sunfish1", "boxfish1"), phase="choice")
    after = play(state, "flip", "=octopus")
    assert after.row == b""
    assert _discarded(after) == 3
    assert _catches(after) == [("sunfish1",), ("boxfish1",)]
    assert after.to_act == (0,)
    assert _legal(after) == ["rob B1", "leave"]


@pytest.mark.parametrize("step", [Rob(7, 1), Rob(1, 9), Rob(-1, 1), Roll(5), Roll(0)])
@pytest.mark.parametrize("moves", [(), ("flip",), ("flip", "=octopus"), ("flip", "=octopus", "rob B1")])
def test_steps_that_cannot_be_written_cannot_be_played(situation: Make, play: Make, moves: str, step: Step) -> None:
    state = play(situation(catches=("eel1", "eel2")), *moves)
    with pytest.raises(IllegalStep):
        state.play(step)


@pytest.mark.parametrize(
    ("moves", "step", "expected"),
    [
        ((), "=eel1", "expected flip"),
        (("flip",), "=eel1", "expected a card that is still in the deck"),
        (("flip",), "stop", "expected a card that is still in the deck"),
        (("flip", "=ray1"), "leave", "expected flip or stop"),
        (("flip", "=octopus"), "rob B2", "expected one of rob B1, leave"),
        (("flip", "=octopus"), "flip", "expected one of rob B1, leave"),
        (("flip", "=octopus", "rob B1"), "=take eel1", "expected a face of the die"),
        (("flip", "=octopus", "rob B1", "=roll 1"), "=take ray4", "expected =take and a card of the catch"),
    ],
)
def test_an_illegal_step_names_what_was_expected(
    situation: Make, play: Make, moves: tuple[str, ...], step: str, expected: str
) -> None:
    state = play(situation(catches=("eel1 eel1", "eel2")), *moves)
    with pytest.raises(IllegalStep, match=expected):
        play(state, step)


def test_a_step_of_another_game_is_illegal(situation: Make) -> None:
    class Foreign:
        tokens = ("snail",)

        def seen_by(self, viewer: int | None) -> str:
            return "snail"

    with pytest.raises(IllegalStep):
        situation().play(Foreign())


def test_only_the_player_whose_turn_it_is_has_steps(situation: Make, play: Make) -> None:
    state = play(situation(catches=("", "", "")), "flip", "=eel1")
    assert [bool(state.legal(seat)) for seat in (0, 1, 2, CHANCE)] == [True, False, False, False]


def test_chance_has_nothing_to_say_when_a_player_is_to_act(situation: Make) -> None:
    with pytest.raises(ValueError, match="chance is not to act"):
        situation().chance()


def test_the_way_to_a_situation_does_not_matter(situation: Make, play: Make) -> None:
    one = play(situation(), "flip", "=eel1", "flip", "=ray4", "stop", "flip", "=sunfish2", "stop")
    two = play(situation(), "flip", "=ray4", "flip", "=eel1", "stop", "flip", "=sunfish2", "stop")
    assert one == two
    assert hash(one) == hash(two)
