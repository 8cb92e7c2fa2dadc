"""Placing the penguins."""

from collections.abc import Callable, Mapping

import pytest

from shoal.core import IllegalStep
from shoal.games.penguins import GAME, State
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.steps import Move, PlacePenguin, SwapWord

Play = Callable[[Mapping[str, object], str], State]

FULL = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121"


@pytest.mark.rule("P6")
@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 3), (4, 2)])
def test_two_three_or_four_players_have_four_three_or_two_penguins(play: Play, players: int, each: int) -> None:
    state = play({"players": players}, FULL)
    placed = 0
    while state.phase is IcePhase.PLACING:
        state = state.play(state.legal(state.to_act[0])[3])
        placed += 1
    assert placed == players * each
    assert [floes.bit_count() for floes in state.penguins] == [each] * players


@pytest.mark.rule("P7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_youngest_places_first_then_clockwise_one_penguin_a_turn(play: Play, players: int) -> None:
    state = play({"players": players}, FULL)
    order = []
    while state.phase is IcePhase.PLACING:
        (seat,) = state.to_act
        before = [floes.bit_count() for floes in state.penguins]
        state = state.play(state.legal(seat)[0])
        after = [floes.bit_count() for floes in state.penguins]
        assert [new - old for old, new in zip(before, after, strict=True)] == [each == seat for each in range(players)]
        order.append(seat)
    assert order == [*range(players)] * (6 - players)


@pytest.mark.rule("P7")
def test_placing_takes_nothing(play: Play) -> None:
    state = play({}, f"{FULL} a2 b4 d1 b7 f1 c5 h3 f5")
    assert state.scores == state.floes == (0, 0)
    assert state.ice.bit_count() == 60


@pytest.mark.rule("P8")
@pytest.mark.parametrize("edition", ["en", "cs"])
def test_in_english_and_czech_only_on_floes_with_exactly_one_fish(play: Play, edition: str) -> None:
    state = play({"edition": edition, "top_row": "seven", "evening": "none"}, FULL)
    assert {state.fish[place.floe] for place in state.legal(0) if isinstance(place, PlacePenguin)} == {1}
    assert len(state.legal(0)) == 30
    with pytest.raises(IllegalStep, match="'a1' is not possible here: expected a floe with exactly one fish"):
        state.play(state.parse("a1"))


@pytest.mark.rule("P8")
def test_in_french_on_any_floe(play: Play) -> None:
    state = play({"edition": "fr"}, FULL)
    assert len(state.legal(0)) == 60
    for text in ("a1", "b3", "a2"):
        placed = state.play(state.parse(text))
        assert placed.board.floe_names(placed.penguins[0]) == (text,)


@pytest.mark.rule("P8")
def test_the_placing_can_be_chosen_in_any_edition(play: Play) -> None:
    assert len(play({"edition": "fr", "placing": "one"}, FULL).legal(0)) == 30
    assert len(play({"edition": "cs", "placing": "any", "evening": "none", "top_row": "seven"}, FULL).legal(0)) == 60


@pytest.mark.rule("P8")
@pytest.mark.parametrize("edition", ["en", "fr"])
def test_never_where_a_penguin_stands(play: Play, edition: str) -> None:
    state = play({"edition": edition}, f"{FULL} a2")
    assert "a2" not in map(str, state.legal(1))
    for again in (state, state.play(state.parse("a4"))):
        with pytest.raises(IllegalStep, match="a floe that no penguin stands on"):
            again.play(again.parse("a2"))


@pytest.mark.rule("P9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_a_also_moves_first_then_clockwise(play: Play, players: int) -> None:
    state = play({"players": players}, FULL)
    while state.phase is IcePhase.PLACING:
        state = state.play(state.legal(state.to_act[0])[3])
    order = []
    for _ in range(2 * players):
        order.append(state.to_act[0])
        state = state.play(state.legal(state.to_act[0])[0])
    assert order == [*range(players)] * 2


def test_only_floes_that_are_there_can_be_stood_on(play: Play) -> None:
    state = play({}, FULL.replace("=2121", "=2021"))
    with pytest.raises(IllegalStep, match="a floe that is there"):
        state.play(state.parse("a2"))
    with pytest.raises(IllegalStep, match="a floe that is there"):
        state.play(PlacePenguin("z9", 3))
    with pytest.raises(IllegalStep):
        state.play(PlacePenguin("a4", 99))


def test_other_steps_are_told_that_it_is_time_to_place(play: Play) -> None:
    state = play({}, FULL)
    for step in (Move("a2-a3", 1, 2), SwapWord("content"), state.parse("a1<>a2"), state.parse(FULL)):
        with pytest.raises(IllegalStep, match="expected a floe to place a penguin on"):
            state.play(step)


def test_nothing_but_a_deal_comes_first() -> None:
    start = GAME.start(GAME.options({}))
    assert not start.legal(0)
    assert not start.legal(-1)
    with pytest.raises(IllegalStep, match="expected the deal of the ice"):
        start.play(start.parse("a1"))
