"""Finishing by agreement: each owner's best moves, once no two penguins share ice."""

import random
from collections.abc import Callable, Mapping

import pytest
from tests.games.penguins.exhaustive_walks import best_by_trying_all, taken

from shoal.core import Record, Table
from shoal.games.penguins import GAME, State
from shoal.games.penguins.board import bits
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.solo_walk import best_walk

Play = Callable[[Mapping[str, object], str], State]
Ice = Callable[[str], str]


#: A star: from its tip e3, A comes to the middle e4, and then to one of d5 and f5, not to both.
STAR = "e3 e4 d5=2 f5=3"
PEGS = "a1 a3 a5 a7 c1 h1 h8"


@pytest.mark.rule("P22")
def test_an_island_is_not_its_penguins_own_only_one_real_walk_counts(play: Play, ice: Ice) -> None:
    state = play({}, f"{ice(f'{STAR} {PEGS}')} e3 a7 a1 c1 a3 h1 a5 h8")
    steps = GAME.settle(state)
    assert steps is not None
    assert [str(step) for step in steps] == ["e3-e4", "e4-f5"]
    for step in steps:
        state = state.play(step)
    assert state.phase is IcePhase.OVER
    assert state.scores == (3 + 1 + 1 + 3, 4)


@pytest.mark.rule("P22")
def test_more_floes_are_better_when_the_fish_are_equal(play: Play, ice: Ice) -> None:
    # Left are two fish on two floes, right two fish on one.
    state = play({}, f"{ice('g2 g3 g4 g5=2 ' + PEGS)} g4 a7 a1 c1 a3 h1 a5 h8")
    assert [str(step) for step in GAME.settle(state) or ()] == ["g4-g3", "g3-g2"]


@pytest.mark.rule("P22")
def test_nothing_is_offered_while_a_penguin_that_can_move_has_company(play: Play, ice: Ice) -> None:
    line = ice("e1 e2 e3 e4 e5 " + PEGS)
    assert GAME.settle(play({}, "")) is None
    assert GAME.settle(play({}, f"{line} e1")) is None
    for other in ("e5 a1", "a1 e5"):  # another's penguin, then one's own
        state = play({}, f"{line} e1 {other} a3 a5 a7 c1 h1")
        assert state.phase is IcePhase.MOVING
        assert GAME.settle(state) is None
    alone = play({}, f"{line} e1 a1 a3 a5 a7 c1 h1 h8")
    assert [str(step) for step in GAME.settle(alone) or ()] == ["e1-e2", "e2-e3", "e3-e4", "e4-e5"]


@pytest.mark.rule("P22")
def test_stuck_penguins_on_ice_of_their_own_are_no_company(play: Play, ice: Ice) -> None:
    # On g1 and g2 two penguins stand together, and neither can move.
    state = play({}, f"{ice('e1 e2 e3 g1 g2 a1 a3 a5 a7 c1')} e1 g2 g1 a1 a3 a5 a7 c1")
    assert [str(step) for step in GAME.settle(state) or ()] == ["e1-e2", "e2-e3"]


@pytest.mark.rule("P22")
def test_every_seat_gets_its_best_in_turn_order_as_ordinary_moves() -> None:
    rng = random.Random(23)
    offered = 0
    for number in range(120):
        options = {"edition": ("en", "fr", "cs")[number % 3], "players": 2 + number % 3}
        state = GAME.start(GAME.options(options))
        state = state.play(state.chance().draw(rng.randrange))
        while state.to_act:
            steps = GAME.settle(state)
            if steps is not None:
                offered += 1
                check_finish(state, steps)
                break
            state = state.play(rng.choice(state.legal(state.to_act[0])))
    assert offered > 90


def check_finish(state: State, steps: object) -> None:
    """The steps are legal to the end, and every seat ends with the most it could have."""
    assert isinstance(steps, list)
    best = [0] * len(state.scores)
    for seat, standing in enumerate(state.penguins):
        best[seat] = state.scores[seat]
        for penguin in bits(standing):
            part = state.board.connected(penguin, state.ice)
            best[seat] += state.fish[penguin.bit_length() - 1]
            if state.board.can_move(penguin, state.free) and part.bit_count() <= 11:
                best[seat] += best_by_trying_all(state.board, state.fish, penguin, part ^ penguin)[0]
            elif state.board.can_move(penguin, state.free):
                walk = best_walk(state.board, state.fish, penguin, part ^ penguin)
                assert walk is not None
                best[seat] += taken(state.fish, walk)[0]
    for step in steps:
        assert step in state.legal(state.to_act[0])
        state = state.play(step)
    assert state.phase is IcePhase.OVER
    assert list(state.scores) == best


@pytest.mark.rule("P22")
def test_the_table_finishes_when_all_who_are_still_in_agree(ice: Ice) -> None:
    moves = (ice("e1 e2 e3 e5 e6 e7 " + PEGS), "e1", "e5", "a1", "a3", "a5", "a7", "c1", "h1")
    record = Record("shoal/1", "penguins", {"edition": "en", "players": 2}, moves)
    table = Table.resume(record)
    assert table.finish_offered()
    assert list(GAME.remaining(table.state)) == [0, 1]
    assert not table.agree_to_finish(1)
    assert not table.over
    assert table.agree_to_finish(0)
    assert table.over
    assert table.state.scores == (6, 6)
    assert table.record().moves[len(moves) :] == ("e1-e2", "e5-e6", "e2-e3", "e6-e7")
