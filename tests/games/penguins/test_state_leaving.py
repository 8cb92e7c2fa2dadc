"""Leaving the ice, floes that no penguin can reach, and the end."""

from collections.abc import Callable, Mapping

import pytest

from shoal.core import IllegalStep
from shoal.games.penguins import GAME, State
from shoal.games.penguins.phase import IcePhase

Play = Callable[[Mapping[str, object], str], State]
Ice = Callable[[str], str]


def standing(state: State, seat: int) -> tuple[str, ...]:
    return state.board.floe_names(state.penguins[seat])


def lying(state: State) -> set[str]:
    return set(state.board.floe_names(state.ice))


@pytest.mark.rule("P15", "P20")
def test_whoever_has_no_move_on_the_very_first_turn_is_out(play: Play, ice: Ice) -> None:
    deal = ice("a1 a3=2 a5=3 a7 c1 c3 c5 c7 g1")
    state = play({"placing": "any"}, f"{deal} a1 c1 a3 c3 a5 c5 a7 c7")
    assert state.phase is IcePhase.OVER
    assert state.scores == (7, 4)
    assert state.floes == (4, 4)

    # Here A is stuck at once, and B begins.
    deal = ice("a1 a3=2 a5=3 a7 c1 c3 c5 g1 g2 g3")
    state = play({"placing": "any"}, f"{deal} a1 c1 a3 c3 a5 c5 a7 g1")
    assert state.to_act == (1,)
    assert state.penguins[0] == 0
    assert (state.scores, state.floes) == ((7, 0), (4, 0))
    assert lying(state) == {"c1", "c3", "c5", "g1", "g2", "g3"}


@pytest.mark.rule("P15")
def test_one_leaves_only_on_ones_own_turn_with_all_penguins_and_their_floes(play: Play, ice: Ice) -> None:
    # B has no move from the start, but is out only when its turn comes.
    deal = ice("g1 g2 g3 a1 a3 a5 c1=2 c3=3 c5 c7")
    state = play({"placing": "any"}, f"{deal} g1 c1 a1 c3 a3 c5 a5 c7")
    assert state.to_act == (0,)
    assert standing(state, 1) == ("c1", "c3", "c5", "c7")
    assert state.scores == (0, 0)
    state = state.play(state.parse("g1-g2"))
    assert state.to_act == (0,)
    assert standing(state, 1) == ()
    assert state.scores == (1, 7)
    assert state.floes == (1, 4)
    assert lying(state) == {"g2", "g3", "a1", "a3", "a5"}
    assert not state.legal(1)


@pytest.mark.rule("P16")
def test_a_stuck_penguin_stays_and_blocks_while_its_owner_can_move_another(play: Play, ice: Ice) -> None:
    # A's penguin on e2 stands between B's on e1 and e3, and can never move again.
    deal = ice("e1 e2 e3 e4 e5 e6 a1 a2 a3 a4 c1 c3 c5 c7")
    state = play({}, f"{deal} e2 e1 a1 e3 c1 c5 c3 c7 a1-a2 e3-e4 a2-a3")
    assert "e2" in standing(state, 0)
    assert "e2" in lying(state)
    assert [str(step) for step in state.legal(1)] == ["e4-e5", "e4-e6"]
    with pytest.raises(IllegalStep, match="no penguin on the way"):
        state.play(state.parse("e1-e2"))
    for text in ("e4-e5", "a3-a4", "e5-e6"):
        assert state.scores[0] == state.floes[0] < 4
        state = state.play(state.parse(text))
    assert state.scores == state.floes == (7, 7)


@pytest.mark.rule("P17")
def test_the_others_play_on_and_the_last_one_alone(play: Play, ice: Ice) -> None:
    deal = ice("a1 a3 a5 c1 c3 c5 c7 g1 g2 e1 e2 e3 e4")
    state = play({"players": 3}, f"{deal} a1 c1 c5 a3 c3 c7 a5 g1 e1")
    turns = []
    for text in ("g1-g2", "e1-e2", "e2-e3", "e3-e4"):
        turns.append((state.to_act, tuple(GAME.remaining(state))))
        state = state.play(state.parse(text))
    assert turns == [((1,), (1, 2)), ((2,), (1, 2)), ((2,), (2,)), ((2,), (2,))]
    assert state.phase is IcePhase.OVER
    assert state.to_act == ()
    assert tuple(GAME.remaining(state)) == ()
    assert state.scores == (3, 4, 6)


#: A's penguin on g3 can go left or right; no penguin can ever come to h8.
STREAM = "g1 g2 g3 g4 g5 h8 a1 a3 a5 c1 c3 c5 e1 e2 e3"
PLACED = "g3 e1 a1 c1 a3 c3 a5"


@pytest.mark.rule("P18")
@pytest.mark.parametrize("options", [{}, {"edition": "fr"}, {"edition": "cs", "top_row": "seven", "cut_off": "end"}])
def test_floes_out_of_reach_stay_until_the_end(play: Play, ice: Ice, options: dict[str, object]) -> None:
    state = play(options, f"{ice(STREAM)} {PLACED} c5")
    assert "h8" in lying(state)
    state = state.play(state.parse("g3-g4")).play(state.parse("e1-e2"))
    assert {"g1", "g2", "g4", "g5", "h8"} <= lying(state)
    state = state.play(state.parse("g4-g5")).play(state.parse("e2-e3"))
    assert state.phase is IcePhase.OVER
    assert lying(state) == set()
    assert state.floes == (6, 6)


@pytest.mark.rule("P18")
@pytest.mark.parametrize("options", [{"edition": "cs", "top_row": "seven"}, {"edition": "fr", "cut_off": "at_once"}])
def test_floes_out_of_reach_go_at_once(play: Play, ice: Ice, options: dict[str, object]) -> None:
    state = play(options, f"{ice(STREAM)} {PLACED}")
    assert "h8" in lying(state)  # the last penguin could still be placed there
    state = state.play(state.parse("c5"))
    assert lying(state) == set(STREAM.split()) - {"h8"}
    state = state.play(state.parse("g3-g4"))
    assert lying(state) == {"g4", "g5", "a1", "a3", "a5", "c1", "c3", "c5", "e1", "e2", "e3"}
    assert state.free & ~state.ice == 0
    state = state.play(state.parse("e1-e2"))
    state = state.play(state.parse("g4-g5")).play(state.parse("e2-e3"))
    assert state.phase is IcePhase.OVER
    assert lying(state) == set()
    assert state.scores == state.floes == (6, 6)


#: A takes g1 and g2 with four penguins, B four floes with as many fish as its last one has and three more.
ENDGAME = "g1 g2 a1 a3 a5 c1 c3 c5"
ENDGAME_PLACED = "g1 c1 a1 c3 a3 c5 a5 c7 g1-g2"


@pytest.mark.rule("P19")
@pytest.mark.parametrize(
    ("last", "scores", "floes", "winners", "reason"),
    [
        ("c7=1", (5, 4), (5, 4), (0,), "seat A has the most fish: 5"),
        ("c7=3", (5, 6), (5, 4), (1,), "seat B has the most fish: 6"),
        ("c7=2", (5, 5), (5, 4), (0,), "seats A, B have 5 fish each, and seat A has the most floes: 5"),
    ],
)
def test_most_fish_wins_then_most_floes(
    play: Play,
    ice: Ice,
    last: str,
    scores: tuple[int, ...],
    floes: tuple[int, ...],
    winners: tuple[int, ...],
    reason: str,
) -> None:
    state = play({"placing": "any"}, f"{ice(f'{ENDGAME} {last}')} {ENDGAME_PLACED}")
    assert (state.scores, state.floes) == (scores, floes)
    assert state.result is not None
    assert state.result.scores == scores
    assert state.result.winners == winners
    assert str(state.result.reason) == reason


@pytest.mark.rule("P19")
def test_equal_fish_and_floes_share_the_win(play: Play, ice: Ice) -> None:
    deal = ice("a1=2 a3 a5=3 a7=3 c1 c3=2 c5=3 c7=3")
    state = play({"players": 4, "placing": "any"}, f"{deal} a1 a3 a5 a7 c1 c3 c5 c7")
    assert state.scores == (3, 3, 6, 6)
    assert state.result is not None
    assert state.result.winners == (2, 3)
    assert str(state.result.reason) == "seats C, D share the win with 6 fish and 2 floes each"


def test_nothing_can_be_done_when_it_is_over(play: Play, ice: Ice) -> None:
    state = play({"placing": "any"}, f"{ice(f'{ENDGAME} c7')} {ENDGAME_PLACED}")
    assert not state.legal(0)
    for text in ("g2-g3", "a1", "agree", "a1<>a2", ice("a1")):
        with pytest.raises(IllegalStep, match="expected nothing more: the game is over"):
            state.play(state.parse(text))


def test_there_is_no_result_before_the_end(play: Play, ice: Ice) -> None:
    assert play({}, "").result is None
    assert play({}, f"{ice(STREAM)} {PLACED} c5").result is None
