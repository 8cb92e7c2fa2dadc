"""The chances to win a match from given totals."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from shoal.games.smallfry.engine.match_equity import (
    FEWEST,
    YOUNGEST,
    MatchEquity,
    equity_of,
    fill_win_shares,
    session_pool,
    solve,
    win_share,
)

#: Made-up sessions: points of who began, and of the other.
POOL = np.array([[9, 4], [5, 7], [6, 6], [3, 10]], dtype=np.int64)


def _shares(match: MatchEquity, *totals: float) -> list[float]:
    shares = np.zeros(len(totals))
    fill_win_shares(np.array(totals, dtype=np.float64), match, shares)
    return shares.tolist()


@pytest.mark.parametrize("begins", [YOUNGEST, FEWEST])
def test_two_players_shares_are_exact(begins: int) -> None:
    target = 20

    @cache
    def first_share(mine: int, other: int) -> Fraction:
        if max(mine, other) >= target:
            return Fraction(mine > other) + Fraction(mine == other, 2)
        swapped = begins == FEWEST and other < mine
        ends = [(line[1], line[0]) if swapped else (line[0], line[1]) for line in POOL.tolist()]
        return sum((first_share(mine + a, other + b) for a, b in ends), Fraction(0)) / len(ends)

    match = solve(2, target, begins, POOL)
    for mine in range(0, target, 3):
        for other in range(0, target, 2):
            assert _shares(match, mine, other)[0] == pytest.approx(float(first_share(mine, other)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shares_add_up_and_grow_with_points(players: int) -> None:
    match = equity_of(players, 77, "youngest")
    even = _shares(match, *[40.0] * players)
    ahead = _shares(match, 50.0, *[40.0] * (players - 1))
    assert sum(even) == pytest.approx(1)
    assert sum(ahead) == pytest.approx(1)
    assert ahead[0] > even[0] + 0.1


def test_who_reached_the_target_has_won_and_equals_share() -> None:
    match = equity_of(3, 77, "youngest")
    assert _shares(match, 80, 79, 10) == [1, 0, 0]
    assert _shares(match, 78, 78, 10) == [0.5, 0.5, 0]


def test_a_far_target_makes_a_lead_matter_less() -> None:
    near, far = equity_of(2, 77, "youngest"), equity_of(2, 1000, "youngest")
    assert 0.5 < _shares(far, 30, 20)[0] < _shares(near, 30, 20)[0]
    assert _shares(far, 990, 700)[0] > 0.99


def test_a_target_of_one_ends_with_the_first_session() -> None:
    assert sum(_shares(equity_of(4, 1, "youngest"), 0, 0, 0, 0)) == pytest.approx(1)


@pytest.mark.parametrize("target", [77, 400])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_seats_share_is_its_part_of_what_is_shared_out(players: int, target: int) -> None:
    match = equity_of(players, target, "youngest")
    for totals in np.random.default_rng(players).integers(0, 90, (20, players)).astype(np.float64):
        each = [win_share(totals.copy(), match, seat) for seat in range(players)]
        assert each == pytest.approx(_shares(match, *totals))
        assert sum(each) == pytest.approx(1)


def test_the_pool_is_always_the_same() -> None:
    again = session_pool.__wrapped__(2)
    assert (session_pool(2) == again).all()
    assert 20 < again.mean() < 32
