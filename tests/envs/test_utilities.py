"""Utilities: what a result is worth sums up to nothing, and a win is worth what is said."""

import pytest

from shoal.core import Result, ShoalError, msg
from shoal.envs.utilities import UTILITIES, find_utility, least_utility, most_utility


def result(scores: tuple[int, ...], *winners: int) -> Result:
    return Result(scores, winners, msg("so it went"))


@pytest.mark.parametrize(
    ("scores", "winners", "worth"),
    [
        ((5, 3), (0,), [1, -1]),
        ((5, 5), (0, 1), [0, 0]),
        ((5, 3, 4), (0,), [1, -0.5, -0.5]),
        ((5, 5, 4), (0, 1), [0.25, 0.25, -0.5]),
        ((1, 2, 3, 4), (3,), [-1 / 3, -1 / 3, -1 / 3, 1]),
    ],
)
def test_a_win_is_worth_one_and_shared_by_the_winners(
    scores: tuple[int, ...], winners: tuple[int, ...], worth: list[float]
) -> None:
    assert find_utility("win")(result(scores, *winners)) == pytest.approx(worth)


def test_the_margin_is_the_lead_over_the_others_average() -> None:
    assert find_utility("margin")(result((6, 3, 0), 0)) == [4.5, 0, -4.5]


@pytest.mark.parametrize("name", UTILITIES)
def test_utilities_sum_up_to_nothing_within_their_bounds(name: str) -> None:
    for scores, winners in (((7, 3, 3), (0,)), ((0, 20, 20), (1, 2)), ((0, 0, 20), (2,))):
        worth = UTILITIES[name](result(scores, *winners))
        assert sum(worth) == pytest.approx(0)
        assert least_utility(name, 3, 20) <= min(worth)
        assert max(worth) <= most_utility(name, 20)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ShoalError, match="there is no utility 'fame'"):
        find_utility("fame")
