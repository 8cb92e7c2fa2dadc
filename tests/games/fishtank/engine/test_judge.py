"""The judge of Fish Tank: the last placing is brute force, and what a seat does not know has no part in a hint."""

import random

import pytest

from shoal.coach import find_hint
from shoal.core import CHANCE, Result, State, Table, find_game
from shoal.games.fishtank.engine.judge import TankJudge
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.result import result_of
from shoal.games.fishtank.state import State as TankState
from shoal.games.fishtank.tank import Placings, Tank

GAME = find_game("fishtank")


def _played(players: int, seed: int, until: tuple[int, int, RoundPhase]) -> Table:
    """A game of random steps until the seats are to choose or place in a round of a half."""
    table = Table(GAME, {"players": players}, seed=f"{seed:064x}")
    rng = random.Random(seed)
    while True:
        state = table.state
        assert isinstance(state, TankState)
        if (state.half, state.round, state.phase) == until:
            return table
        seat = state.to_act[0]
        table.submit(seat, rng.choice(list(state.legal(seat))))


def _best_result(state: TankState, seat: int) -> tuple[Result, dict[str, Result]]:
    """The result when all place their last card best, and by each step of one seat, by trying every placing."""
    scorer, plant = state.options.scorer, state.options.deck.back.name

    def placed(other: int) -> dict[str, Tank]:
        tank, kind = state.tanks[other], state.revealed[other]
        return {str(step): tank.placed(kind, step, plant) for step in Placings(other, tank)}

    def rank(tank: Tank) -> tuple[int, int]:
        score = scorer.best(tank)[0]
        return score.total, score.sets

    best = [max(placed(other).values(), key=rank) for other in range(state.options.players)]
    by_step = {
        step: result_of(scorer, [tank if other == seat else best[other] for other in range(len(best))])
        for step, tank in placed(seat).items()
    }
    return result_of(scorer, best), by_step


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (2, 3), (3, 4), (4, 5), (6, 6)])
def test_the_last_placing_is_what_brute_force_finds(players: int, seed: int) -> None:
    state = _played(players, seed, (2, 8, RoundPhase.PLACE)).state
    assert isinstance(state, TankState)
    seat = players - 1
    legal = list(state.legal(seat))
    compared = random.Random(seed).sample(legal, min(8, len(legal)))
    verdict = TankJudge("quick").judge(state.view(seat), compared)
    best, by_step = _best_result(state, seat)
    assert verdict.best.value.certainty == "proved"
    assert verdict.best.value.points[seat] == best.scores[seat]
    for judged in verdict.steps:
        result = by_step[str(judged.step)]
        assert judged.value.points == tuple(map(float, result.scores))
        share = 1 / len(result.winners) if seat in result.winners else 0.0
        assert judged.value.chances[seat] == pytest.approx(share, abs=2e-6)


@pytest.mark.parametrize(("players", "rounds"), [(2, 4), (3, 2), (5, 3)])
def test_two_states_that_a_seat_cannot_tell_apart_get_the_same_hint(players: int, rounds: int) -> None:
    for seed in range(2):
        state = _played(players, seed, (1, rounds, RoundPhase.CHOOSE)).state
        view = state.view(1)
        other = next(twin for twin in _twins(state, 1) if twin != state)
        assert other.view(1) == view
        assert find_hint(GAME, other.view(1), "quick") == find_hint(GAME, view, "quick")


def _twins(state: State, seat: int) -> list[State]:
    return [state.view(seat).imagine(random.Random(number)) for number in range(20)]


def test_open_cards_may_change_what_is_best_and_are_asked_for_apart() -> None:
    differ = 0
    for seed in range(6):
        state = _played(2, seed, (2, 7, RoundPhase.CHOOSE)).state
        seat = state.to_act[0]
        judge = TankJudge("quick")
        known, opened = judge.judge(state.view(seat)), judge.judge(state.view(seat), opened=state)
        assert known == judge.judge(state.view(seat))
        differ += known.best.value != opened.best.value
    assert differ


def test_estimates_have_an_error_bar_and_a_doubt_about_each_cost() -> None:
    state = _played(2, 9, (1, 2, RoundPhase.CHOOSE)).state
    assert state.to_act != (CHANCE,)
    view = state.view(0)
    verdict = TankJudge("quick").judge(view, view.legal)
    assert len(verdict.steps) == len(set(view.legal))
    assert 0 < verdict.best.value.error < 0.2
    assert all(judged.doubt > 0 for judged in verdict.steps[1:])
