"""Judgements: chances add up whatever is done to them, and calibration changes what is estimated alone."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.core.judging import Calibration, Judgement, calibrated

CHANCES = st.lists(st.floats(0.01, 1), min_size=2, max_size=6)
POWERS = st.floats(0.5, 2)


def judged(parts: list[float], error: float = 0.02) -> Judgement:
    return Judgement.of([part / sum(parts) for part in parts], [0.0] * len(parts), "estimated", error)


def mended(odds: float, calibration: Calibration) -> float:
    """The calibrated chance of a seat that acts, by its odds."""
    return calibrated(judged([odds, 1]), 0, calibration)[0].chances[0]


@given(CHANCES, POWERS)
def test_calibrated_chances_add_up_and_a_power_keeps_their_order(parts: list[float], power: float) -> None:
    value = judged(parts)
    found, _ = calibrated(value, 0, Calibration(power))
    assert sum(found.chances) == 1
    order = sorted(range(len(parts)), key=lambda seat: value.chances[seat])
    assert all(found.chances[one] <= found.chances[other] + 6e-6 for one, other in pairwise(order))


@given(CHANCES)
def test_a_judge_that_is_right_is_left_alone(parts: list[float]) -> None:
    value = judged(parts)
    found, stretch = calibrated(value, 1, Calibration())
    assert found.chances == pytest.approx(value.chances, abs=6e-6)
    assert stretch == pytest.approx(1)


@given(st.floats(0.05, 0.95), POWERS, st.floats(-0.3, 0.3))
def test_an_error_bar_is_stretched_like_the_chances_around_it(chance: float, power: float, bias: float) -> None:
    near = 0.001
    low, high = (mended(one / (1 - one), Calibration(power, bias)) for one in (chance - near, chance + near))
    found, stretch = calibrated(judged([chance, 1 - chance]), 0, Calibration(power, bias))
    assert stretch == pytest.approx((high - low) / (2 * near), rel=0.02)
    assert found.error == pytest.approx(0.02 * stretch, abs=1e-5)


def test_a_judge_that_is_too_cautious_gets_surer_and_one_that_is_too_bold_less_sure() -> None:
    assert mended(3, Calibration(1.5)) > 0.75 > mended(3, Calibration(0.5))


def test_a_judge_that_takes_the_best_step_for_granted_expects_less_of_the_seat_that_acts() -> None:
    assert mended(1, Calibration(bias=-0.1)) == pytest.approx(0.475, abs=1e-3)
    assert mended(1, Calibration(bias=0.1)) == pytest.approx(0.525, abs=1e-3)


@pytest.mark.parametrize("certainty", ["proved", "exact"])
def test_what_is_known_stays(certainty: str) -> None:
    value = Judgement.of((0.7, 0.3), (1.0, 0.0), "proved" if certainty == "proved" else "exact")
    assert calibrated(value, 0, Calibration(2.0, -0.1)) == (value, 1.0)


def test_a_seat_without_any_chance_stays_without_one() -> None:
    found, stretch = calibrated(judged([1, 0]), 1, Calibration(0.7, 0.1))
    assert found.chances == (1.0, 0.0)
    assert stretch == 0
