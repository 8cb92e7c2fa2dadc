"""What points mean for the match: at two players' tables a grid of both totals, with more a curve for each seat."""

import numpy as np
import pytest
from tests.games.smallfry.engine.positions import any_moment

from shoal.core.numba_kernels import Reals
from shoal.games.smallfry.engine.belief import session_of
from shoal.games.smallfry.engine.lookahead import value_of_stopping
from shoal.games.smallfry.engine.match_equity import MatchEquity, equity_of, win_share
from shoal.games.smallfry.engine.utility import (
    CURVE_HALF,
    CURVE_POINTS,
    Utility,
    _blur,
    _deviations,
    _fill_grid,
    expected_win_shares,
    match_utility,
)
from shoal.games.smallfry.engine.value_network import fill_expected_points, new_accumulator, read_network
from shoal.games.smallfry.state import State

COVARIANCE = np.array([18.0, -7.0])


def _expected(state: State) -> Reals:
    players = len(state.catches)
    expected = np.zeros(players)
    fill_expected_points(
        session_of(state), read_network(players), new_accumulator(players), state.turn, state.turn, expected
    )
    return expected


def _utility(state: State, scores: Reals) -> Utility:
    players = len(state.catches)
    return match_utility(session_of(state), read_network(players), scores, equity_of(players, 77, "youngest"))


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
    equity, corner = equity_of(2, 77, "youngest"), np.array([50.0, 60.0])
    sharp, blurred = np.zeros((30, 30)), np.zeros((30, 30))
    _fill_grid(corner, 1, np.zeros(2), equity, sharp, blurred)
    for row in range(0, 30, 7):
        for column in range(0, 30, 4):
            assert blurred[row, column] == win_share(np.array([50.0 + column, 60.0 + row]), equity, 1)


def _drawn_share(equity: MatchEquity, mine: float, other: float) -> float:
    """The first seat's share over many draws of both totals."""
    covariance = np.array([[COVARIANCE[0], COVARIANCE[1]], [COVARIANCE[1], COVARIANCE[0]]])
    draws = np.random.default_rng(5).multivariate_normal([mine, other], covariance, 20_000)
    return float(np.mean([win_share(np.maximum(0.0, np.floor(draw + 0.5)), equity, 0) for draw in draws]))


@pytest.mark.parametrize(("row", "column"), [(33, 33), (38, 30), (29, 36)])
def test_the_grid_is_the_average_over_luck_that_goes_against_each_other(row: int, column: int) -> None:
    equity, corner = equity_of(2, 77, "youngest"), np.array([36.0, 40.0])
    sharp, blurred = np.zeros((67, 67)), np.zeros((67, 67))
    _fill_grid(corner, 0, COVARIANCE, equity, sharp, blurred)
    assert blurred[row, column] == pytest.approx(_drawn_share(equity, 36 + row, 40 + column), abs=0.015)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deviations_have_the_variance_and_the_correlation_that_were_asked_for(players: int) -> None:
    covariance = np.cov(_deviations(players, np.array([18.0, -4.0])).T)
    assert np.diag(covariance) == pytest.approx(np.full(players, 18.0), rel=0.25)
    assert covariance[np.triu_indices(players, 1)].mean() == pytest.approx(-4.0, abs=1.5)


@pytest.mark.parametrize("seed", range(9))
def test_a_player_is_better_off_with_more_points_and_worse_off_with_more_of_the_others(seed: int) -> None:
    state = any_moment(seed, "choice", least_deck=8)
    players, mover = len(state.catches), state.turn
    utility = _utility(state, np.full(players, 40.0))
    if players == 2:
        assert (np.diff(utility.curves, axis=0) >= -1e-9).all()
        assert (np.diff(utility.curves, axis=1) <= 1e-9).all()
        return
    ends = utility.curves[:, CURVE_POINTS - 1] - utility.curves[:, 0]
    assert ends[mover] > 0
    assert (np.delete(ends, mover) < 0).all()
    assert utility.curves[:, CURVE_HALF] == pytest.approx(np.zeros(players))


@pytest.mark.parametrize("seed", range(9))
def test_leaving_all_as_it_is_keeps_the_share(seed: int) -> None:
    """What a turn that brings nothing is worth lies near the share that all players' expected points give."""
    state = any_moment(seed, "octopus", least_deck=20)
    players, scores = len(state.catches), np.full(len(state.catches), 30.0)
    session, network = session_of(state), read_network(players)
    shares = expected_win_shares(scores + _expected(state), session, network, equity_of(players, 77, "youngest"))
    value = value_of_stopping(session, network, _utility(state, scores), 0)
    assert sum(shares) == pytest.approx(1)
    assert value == pytest.approx(shares[state.turn], abs=0.1)
