"""What points mean for the match: at two players' tables a grid of both totals, with more a curve for each seat."""

import numpy as np
import pytest
from tests.games.smallfry.engine.seas import any_moment, sea_of

from shoal.core.numba_kernels import Reals
from shoal.games.smallfry.engine.lookahead import CURVE, HALF, Stakes, value_of_stopping
from shoal.games.smallfry.engine.match_equity import Match, share_of
from shoal.games.smallfry.engine.opponent_model import match_of
from shoal.games.smallfry.engine.utility import _blur, _draws, _grid, shares_of, stakes_of
from shoal.games.smallfry.engine.value_network import expect, new_tally, read_outlook
from shoal.games.smallfry.state import State

SPREAD = np.array([18.0, -7.0])


def _expected(state: State) -> Reals:
    players = len(state.catches)
    expected = np.zeros(players)
    expect(sea_of(state), read_outlook(players), new_tally(players), state.turn, state.turn, expected)
    return expected


def _stakes(state: State, scores: Reals) -> Stakes:
    players = len(state.catches)
    return stakes_of(sea_of(state), read_outlook(players), scores, match_of(players, 77, "youngest"))


@pytest.mark.parametrize(("down", "right"), [(1, 0), (0, 1), (1, -1), (1, 1)])
def test_luck_spreads_a_point_by_its_variance_along_one_direction(down: int, right: int) -> None:
    point, blurred = np.zeros((41, 41)), np.zeros((41, 41))
    point[20, 20] = 1.0
    _blur(point, blurred, 9.0, down, right)
    rows, columns = np.indices(point.shape) - 20
    assert blurred.sum() == pytest.approx(1)
    assert (blurred * rows).sum() == pytest.approx(0)
    assert (blurred * rows * rows).sum() == pytest.approx(9.0 * down, rel=0.1)
    assert (blurred * columns * columns).sum() == pytest.approx(9.0 * abs(right), rel=0.1)
    assert (blurred * rows * columns).sum() == pytest.approx(9.0 * down * right, rel=0.1)


def test_without_luck_the_grid_has_the_shares_themselves() -> None:
    match, corner = match_of(2, 77, "youngest"), np.array([50.0, 60.0])
    sharp, blurred = np.zeros((30, 30)), np.zeros((30, 30))
    _grid(corner, 1, np.zeros(2), match, sharp, blurred)
    for row in range(0, 30, 7):
        for column in range(0, 30, 4):
            assert blurred[row, column] == share_of(np.array([50.0 + column, 60.0 + row]), match, 1)


def _drawn_share(match: Match, mine: float, other: float) -> float:
    """The first seat's share over many draws of both totals."""
    covariance = np.array([[SPREAD[0], SPREAD[1]], [SPREAD[1], SPREAD[0]]])
    draws = np.random.default_rng(5).multivariate_normal([mine, other], covariance, 20_000)
    return float(np.mean([share_of(np.maximum(0.0, np.floor(draw + 0.5)), match, 0) for draw in draws]))


@pytest.mark.parametrize(("row", "column"), [(33, 33), (38, 30), (29, 36)])
def test_the_grid_is_the_average_over_luck_that_goes_against_each_other(row: int, column: int) -> None:
    match, corner = match_of(2, 77, "youngest"), np.array([36.0, 40.0])
    sharp, blurred = np.zeros((67, 67)), np.zeros((67, 67))
    _grid(corner, 0, SPREAD, match, sharp, blurred)
    assert blurred[row, column] == pytest.approx(_drawn_share(match, 36 + row, 40 + column), abs=0.015)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_draws_have_the_spread_and_the_correlation_that_were_asked_for(players: int) -> None:
    covariance = np.cov(_draws(players, np.array([18.0, -4.0])).T)
    assert np.diag(covariance) == pytest.approx(np.full(players, 18.0), rel=0.25)
    assert covariance[np.triu_indices(players, 1)].mean() == pytest.approx(-4.0, abs=1.5)


@pytest.mark.parametrize("seed", range(9))
def test_a_player_is_better_off_with_more_points_and_worse_off_with_more_of_the_others(seed: int) -> None:
    state = any_moment(seed, "choice", least_deck=8)
    players, mover = len(state.catches), state.turn
    stakes = _stakes(state, np.full(players, 40.0))
    if players == 2:
        assert (np.diff(stakes.curves, axis=0) >= -1e-9).all()
        assert (np.diff(stakes.curves, axis=1) <= 1e-9).all()
        return
    ends = stakes.curves[:, CURVE - 1] - stakes.curves[:, 0]
    assert ends[mover] > 0
    assert (np.delete(ends, mover) < 0).all()
    assert stakes.curves[:, HALF] == pytest.approx(np.zeros(players))


@pytest.mark.parametrize("seed", range(9))
def test_leaving_all_as_it_is_keeps_the_share(seed: int) -> None:
    """What a turn that brings nothing is worth lies near the share that everybody's expected points give."""
    state = any_moment(seed, "octopus", least_deck=20)
    players, scores = len(state.catches), np.full(len(state.catches), 30.0)
    sea, outlook = sea_of(state), read_outlook(players)
    shares = shares_of(scores + _expected(state), sea, outlook, match_of(players, 77, "youngest"))
    value = value_of_stopping(sea, outlook, _stakes(state, scores), 0)
    assert sum(shares) == pytest.approx(1)
    assert value == pytest.approx(shares[state.turn], abs=0.1)
