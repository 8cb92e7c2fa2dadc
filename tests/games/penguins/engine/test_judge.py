"""The judge of penguins: proved endgames are what an exhaustive search finds, and planted blunders are found."""

import random

import pytest
from bench.endgames import TooLong, final_margin, position

from shoal.coach import find_hint
from shoal.core import Table, find_game
from shoal.core.judging import Judgement
from shoal.games.penguins.engine.judge import IceJudge
from shoal.games.penguins.state import State

GAME = find_game("penguins")


def _margin(state: State, seat: int) -> int | None:
    """How many fish a seat gets more than the other from here, by exhaustive search."""
    if not state.to_act:
        return state.scores[seat] - state.scores[1 - seat]
    try:
        margin = final_margin(state, 20_000)
    except TooLong:
        return None
    return margin if state.to_act[0] == seat else -margin


def test_the_value_of_an_endgame_is_the_solver_s_and_so_is_the_cost_of_each_step() -> None:
    rng, judge = random.Random(5), IceJudge("quick")
    compared = 0
    for _ in range(25):
        state = position(rng, 16)
        seat = state.to_act[0]
        steps = state.legal(seat)
        verdict = judge.judge(state.view(seat), steps)
        assert verdict.best.value.certainty == "proved"
        margin = _margin(state, seat)
        if margin is None:
            continue
        assert verdict.best.value.lead(seat) == margin
        for step in steps:
            after = _margin(state.play(step), seat)
            if after is not None:
                assert verdict.of(step).value.lead(seat) == pytest.approx(after)
                compared += 1
    assert compared > 50


def test_what_looks_like_a_mistake_is_looked_at_again_before_that_is_said() -> None:
    """A taken step is judged closer to what patience finds than the same step in a list of several."""
    rng, quick, patient = random.Random(8), IceJudge("quick"), IceJudge("usual")
    listed_off = taken_off = looked_again = 0.0
    for seed in range(3):
        table = Table(GAME, {"players": 2}, seed=f"{seed:064x}")
        for _ in range(rng.randrange(8, 20)):
            table.submit(table.state.to_act[0], rng.choice(table.state.legal(table.state.to_act[0])))
        seat = table.state.to_act[0]
        view, steps = table.view(seat), rng.sample(table.state.legal(seat), 4)
        step = steps[0]
        listed, taken, true = quick.judge(view, steps), quick.judge(view, [step]), patient.judge(view, [step])
        looked_again += listed.of(step).value != taken.of(step).value
        listed_off += abs(listed.of(step).value.chances[seat] - true.of(step).value.chances[seat])
        taken_off += abs(taken.of(step).value.chances[seat] - true.of(step).value.chances[seat])
    assert looked_again
    assert taken_off < listed_off


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_views_get_equal_hints_whatever_was_judged_before(players: int) -> None:
    table = Table(GAME, {"players": players}, seed="ab" * 32)
    rng = random.Random(2)
    for _ in range(14):
        seat = table.state.to_act[0]
        table.submit(seat, rng.choice(table.state.legal(seat)))
    seat = table.state.to_act[0]
    judge = IceJudge("quick")
    judge.judge(table.displayed_after(9, table.state.to_act[0]).imagine(rng).view(_first_to_act(table, 9)))
    assert judge.judge(table.view(seat)) == IceJudge("quick").judge(table.view(seat))
    assert find_hint(GAME, table.view(seat), "quick") == find_hint(GAME, table.view(seat), "quick")


def _first_to_act(table: Table, number: int) -> int:
    return table.displayed_after(number, None).to_act[0]


def test_the_last_moves_of_three_are_proved() -> None:
    table = Table(GAME, {"players": 3}, seed="cd" * 32)
    rng = random.Random(4)
    while not table.over:
        state, seat = table.state, table.state.to_act[0]
        table.submit(seat, rng.choice(state.legal(seat)))
    judged = IceJudge("quick").judge(state.view(seat), state.legal(seat))
    assert judged.best.value.certainty == "proved"
    result = table.state.result
    assert result is not None
    assert judged.best.value.chances[seat] >= Judgement.of_result(result).chances[seat]
