"""Moving: one penguin, straight, not through anything, and the floe it left is its owner's."""

from collections.abc import Callable, Mapping

import pytest

from shoal.core import IllegalStep, NotationError, perft
from shoal.games.penguins import State
from shoal.games.penguins.steps import DealIce, Move, PlacePenguin

Play = Callable[[Mapping[str, object], str], State]
Ice = Callable[[str], str]

FULL = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121"
OPEN = {"edition": "fr"}
#: A has a penguin in the middle of the ice, all others are out of its way.
MIDDLE = f"{FULL} e4 b1 a1 b8 a7 h8 h1 g1"


def ends(state: State, start: str) -> set[str]:
    moves = (str(step) for step in state.legal(state.to_act[0]))
    return {move.split("-")[1] for move in moves if move.startswith(f"{start}-")}


@pytest.mark.rule("P11")
def test_a_penguin_slides_straight_in_six_directions_as_far_as_it_likes(play: Play) -> None:
    row = {"e1", "e2", "e3", "e5", "e6", "e7"}
    up = {"d4", "c3", "b3", "a2"} | {"d5", "c5", "b6", "a6"}
    down = {"f4", "g3", "h3"} | {"f5", "g5", "h6"}
    assert ends(play(OPEN, MIDDLE), "e4") == row | up | down


@pytest.mark.rule("P11")
def test_at_least_one_floe_and_never_around_a_corner(play: Play) -> None:
    state = play(OPEN, MIDDLE)
    for text in ("e4-e4", "e4-c4", "e4-g4", "e4-d3"):
        with pytest.raises(IllegalStep, match="expected a move in a straight line to another floe"):
            state.play(state.parse(text))


@pytest.mark.rule("P12")
def test_penguins_and_gaps_and_the_edge_stop_a_slide(play: Play) -> None:
    # Own penguin on e6, another's on c3, a gap at f5, the edge elsewhere.
    deal = FULL.replace("11131121", "11130121")
    state = play(OPEN, f"{deal} e4 c3 e6 b8 a7 h8 h1 g1")
    assert ends(state, "e4") == {"e1", "e2", "e3", "e5", "d4", "d5", "c5", "b6", "a6", "f4", "g3", "h3"}
    for text in ("e4-e6", "e4-e7", "e4-c3", "e4-b3"):
        with pytest.raises(IllegalStep, match="expected no penguin on the way"):
            state.play(state.parse(text))
    for text in ("e4-f5", "e4-g5", "e4-h6"):
        with pytest.raises(IllegalStep, match="expected floes all the way, without a gap"):
            state.play(state.parse(text))


@pytest.mark.rule("P12", "P13")
def test_a_floe_that_was_left_is_a_gap_from_then_on(play: Play) -> None:
    state = play(OPEN, f"{MIDDLE} e4-e5 b1-b2")
    assert "e4" not in ends(state, "e5")
    assert ends(state, "e5") & {"e3", "e2", "e1"} == set()
    with pytest.raises(IllegalStep, match="without a gap"):
        state.play(state.parse("e5-e3"))


@pytest.mark.rule("P10")
def test_one_moves_one_of_ones_own_penguins(play: Play) -> None:
    state = play(OPEN, MIDDLE)
    own = set(state.board.floe_names(state.penguins[0]))
    assert {str(step).split("-")[0] for step in state.legal(0)} == own
    assert not state.legal(1)
    for text in ("b1-b2", "c3-c4"):
        with pytest.raises(IllegalStep, match="expected a move of one of the penguins of seat A"):
            state.play(state.parse(text))


@pytest.mark.rule("P10", "P13")
def test_the_mover_alone_gains_the_floe_it_left_and_nothing_else_changes(play: Play) -> None:
    before = play(OPEN, MIDDLE)
    after = before.play(before.parse("e4-c3"))
    assert before.fish[before.board.numbers["e4"]] == 2
    assert after.scores == (2, 0)
    assert after.floes == (1, 0)
    assert before.ice ^ after.ice == 1 << before.board.numbers["e4"]
    assert set(after.board.floe_names(after.penguins[0])) == {"c3", "a1", "a7", "h1"}
    assert after.penguins[1] == before.penguins[1]
    again = after.play(after.parse("b1-b2"))
    assert again.scores == (2, 2)
    assert again.floes == (1, 1)


@pytest.mark.rule("P14")
def test_whoever_can_move_must(play: Play, ice: Ice) -> None:
    # A's one move lets B take three fish; A would rather pass.
    deal = ice("e1 e2 a1 a3 a5 c1 c3 c5 c7")
    state = play({}, f"{deal} e1 c1 a1 c3 a3 c5 a5 c7")
    assert state.to_act == (0,)
    assert [str(step) for step in state.legal(0)] == ["e1-e2"]
    for word in ("pass", "", "-", "content"):
        with pytest.raises((NotationError, IllegalStep)):
            state.play(state.parse(word))


def test_perft_of_the_reference_position(play: Play) -> None:
    state = play({}, f"{FULL} a4 b4 d1 b7 f1 c5 h3 f5")
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [44, 2718, 110185, 5725783]


def test_steps_that_only_look_like_moves_are_refused(play: Play) -> None:
    state = play(OPEN, MIDDLE)
    for step in (Move("e4-e5", 0, 1), Move("e4-e5", 31, 999), Move("z9-e5", -1, 32), Move("x", 5, 5)):
        with pytest.raises(IllegalStep):
            state.play(step)
    for other in (PlacePenguin("e5", 34), DealIce(FULL), state.parse("agree"), state.parse("a1<>a2")):
        with pytest.raises(IllegalStep, match="expected a move such as c4-c7"):
            state.play(other)


def test_moves_say_what_they_take(play: Play) -> None:
    state = play(OPEN, MIDDLE)
    assert str(state.describe(state.parse("e4-e5"))) == "slide from e4 to e5, taking 2 fish"
    placing = play(OPEN, FULL)
    assert str(placing.describe(placing.parse("a1"))) == "place a penguin on a1"
    assert str(placing.describe(placing.parse(FULL))) == "lay out the ice"
