"""Estimates and their intervals: known values, and as many hits as promised."""

import random
from statistics import fmean, stdev

import pytest

from shoal.arena.intervals import Estimate, mean_of, share_of, slope_of


def test_a_mean_of_single_values_has_student_s_interval() -> None:
    values = [4.0, 7.0, 1.0, 3.0, 5.0, 6.0]
    estimate = mean_of([value] for value in values)
    # 2.5706 is the 97.5 % quantile with five degrees of freedom.
    reach = 2.5706 * stdev(values) / 6**0.5
    assert estimate is not None
    assert estimate.low == pytest.approx(fmean(values) - reach, abs=0.03)
    assert estimate.high == pytest.approx(fmean(values) + reach, abs=0.03)


def test_equal_values_of_one_deal_count_as_one() -> None:
    single = mean_of([value] for value in (1.0, 2.0, 4.0, 8.0, 9.0))
    assert single == mean_of([value] * 10 for value in (1.0, 2.0, 4.0, 8.0, 9.0))


def test_without_values_there_is_no_estimate_and_with_few_no_interval() -> None:
    assert mean_of([[], []]) is None
    assert share_of([]) is None
    assert slope_of([[(0.0, 3.0)]]) is None
    assert mean_of([[1.0], [2.0]]) == Estimate(1.5)


def test_a_share_never_leaves_0_to_1() -> None:
    all_won = share_of([[1.0]] * 20)
    assert all_won is not None
    assert all_won.low is not None
    assert (all_won.value, all_won.high) == (1.0, 1.0)
    assert 0.8 < all_won.low < 0.9


def test_a_slope_is_found_and_what_does_not_vary_has_none() -> None:
    exact = slope_of([[(x, 3 * x)] for x in (-2.0, -1.0, 1.0, 2.0, 4.0)])
    assert exact == Estimate(3.0, pytest.approx(3.0), pytest.approx(3.0))  # type: ignore[arg-type]
    assert slope_of([[(1e-16, 5.0), (-1e-16, -5.0)]] * 9) is None


def test_intervals_hold_what_they_promise() -> None:
    rng = random.Random(3)
    hits = {"mean": 0, "slope": 0}
    for _ in range(400):
        pulls = [rng.gauss(0, 1) for _ in range(25)]
        mean = mean_of([pull + rng.gauss(0, 1) for _ in range(4)] for pull in pulls)
        slope = slope_of([(x, 2 * x + pull) for x in (rng.gauss(0, 1), rng.gauss(0, 1))] for pull in pulls)
        for name, estimate, truth in (("mean", mean, 0), ("slope", slope, 2)):
            assert estimate is not None
            assert estimate.low is not None
            assert estimate.high is not None
            hits[name] += estimate.low <= truth <= estimate.high
    # 380 of 400 are promised; four standard deviations are 17.
    assert 363 <= hits["mean"] <= 397
    assert 350 <= hits["slope"] <= 397
