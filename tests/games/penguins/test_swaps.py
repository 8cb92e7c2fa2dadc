"""Swaps of floes by agreement before the placing."""

from collections.abc import Callable, Mapping

import pytest

from shoal.core import IllegalStep
from shoal.games.penguins import State
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.steps import AGREE, CONTENT, REFUSE, Swap

Play = Callable[[Mapping[str, object], str], State]
Ice = Callable[[str], str]

FULL = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121"
ON = {"swaps": True}


@pytest.mark.rule("P4")
@pytest.mark.parametrize("edition", ["en", "fr"])
def test_there_are_no_swaps_unless_asked_for(play: Play, edition: str) -> None:
    assert play({"edition": edition}, FULL).phase is IcePhase.PLACING
    assert play({"edition": edition, "swaps": True}, FULL).phase is IcePhase.SWAPS


@pytest.mark.rule("P4")
def test_a_pair_that_all_agree_to_is_swapped(play: Play) -> None:
    options = {"swaps": True, "players": 3}
    state = play(options, f"{FULL} a1<>a2 agree")
    assert state.fish[:2] == bytes([2, 1])
    assert state.to_act == (2,)
    state = state.play(AGREE)
    assert state.fish[:2] == bytes([1, 2])
    assert state.fish[2:] == play(options, FULL).fish[2:]
    assert state.to_act == (1,)


@pytest.mark.rule("P4")
@pytest.mark.parametrize("answers", ["refuse", "agree refuse"])
def test_one_refusal_and_nothing_is_swapped(play: Play, answers: str) -> None:
    options = {"swaps": True, "players": 3}
    state = play(options, f"{FULL} a1<>a2 {answers}")
    assert state.fish == play(options, FULL).fish
    assert state.to_act == (1,)
    assert CONTENT in state.legal(1)


@pytest.mark.rule("P4")
def test_the_proposer_does_not_answer_and_the_others_only_answer(play: Play) -> None:
    state = play(ON, f"{FULL} a1<>a2")
    assert state.to_act == (1,)
    assert tuple(state.legal(1)) == (AGREE, REFUSE)
    for text in ("content", "a1<>a4", "a2", "a2-a3"):
        with pytest.raises(IllegalStep, match="expected agree or refuse"):
            state.play(state.parse(text))
    with pytest.raises(IllegalStep, match="expected two floes to swap, or content"):
        play(ON, f"{FULL} agree")


@pytest.mark.rule("P4")
def test_whoever_is_content_proposes_no_more_but_still_answers(play: Play) -> None:
    state = play(ON, f"{FULL} content a1<>a2")
    assert state.to_act == (0,)
    state = state.play(AGREE)
    assert state.fish[:2] == bytes([1, 2])
    assert state.to_act == (1,)


@pytest.mark.rule("P4")
def test_placing_begins_with_seat_a_when_all_are_content(play: Play) -> None:
    state = play({"swaps": True, "players": 4}, f"{FULL} content content content")
    assert (state.phase, state.to_act) == (IcePhase.SWAPS, (3,))
    state = state.play(CONTENT)
    assert (state.phase, state.to_act) == (IcePhase.PLACING, (0,))
    assert state.bargain is None


@pytest.mark.rule("P4")
def test_a_pair_is_proposed_at_most_once(play: Play) -> None:
    for answer in ("agree", "refuse"):
        state = play(ON, f"{FULL} a1<>a2 {answer}")
        assert "a1<>a2" not in map(str, state.legal(1))
        with pytest.raises(IllegalStep, match="a pair that was not proposed before"):
            state.play(state.parse("a1<>a2"))


@pytest.mark.rule("P4")
def test_the_order_of_proposals_leaves_no_trace(play: Play) -> None:
    one = play(ON, f"{FULL} a1<>a2 refuse a1<>a4 refuse")
    other = play(ON, f"{FULL} a1<>a4 refuse a1<>a2 refuse")
    assert one == other


@pytest.mark.rule("P4")
def test_only_floes_that_are_there_and_differ_can_be_swapped(play: Play) -> None:
    state = play(ON, FULL.replace("=2121", "=2120"))
    fish = state.fish
    proposed = [step for step in state.legal(0) if isinstance(step, Swap)]
    differing = [(a, b) for a in range(60) for b in range(a + 1, 60) if fish[a] and fish[b] and fish[a] != fish[b]]
    assert [(swap.first, swap.second) for swap in proposed] == differing
    with pytest.raises(IllegalStep, match="two floes that differ in fish"):
        state.play(state.parse("a1<>a3"))
    with pytest.raises(IllegalStep, match="two floes that are there"):
        state.play(state.parse("a1<>a4"))
    with pytest.raises(IllegalStep, match="two floes to swap, or content"):
        state.play(Swap("a1<>a2", 5, 6))


@pytest.mark.rule("P4")
def test_a_swap_keeps_threes_apart_where_they_must_be(play: Play, ice: Ice) -> None:
    deal = ice("a1 a3 a5 a7 c1 c3 c5 c7 e1=3 e2=3 e3 e4=2 e6=3 g6")
    uneven = {"e1<>e3": True, "e3<>e6": False, "e4<>e6": True, "e2<>e3": True, "e2<>e4": True, "a1<>e1": True}
    # e1<>e3 leaves e2, e3; e3<>e6 joins e1, e2, e3; e2<>e4 leaves e4 alone.
    free = play({"swaps": True}, deal)
    apart = play({"swaps": True, "evening": "apart"}, deal)
    for text, allowed in uneven.items():
        assert text in map(str, free.legal(0))
        assert (text in map(str, apart.legal(0))) == allowed
    with pytest.raises(IllegalStep, match="leaves no more than two floes with three fish hanging together"):
        apart.play(apart.parse("e3<>e6"))


def test_what_is_said_is_described(play: Play) -> None:
    state = play(ON, FULL)
    assert str(state.describe(CONTENT)) == "be content with the ice as it lies"
    assert str(state.describe(state.parse("a1<>a2"))) == "propose to swap a1 and a2"
    asked = state.play(state.parse("a1<>a2"))
    assert [str(asked.describe(step)) for step in asked.legal(1)] == ["agree to the swap", "refuse the swap"]
