"""Judgements: chances add up whatever is done to them, and a sharpened judge is surer of what it estimates alone."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.core.judging import Judgement, sharpened

CHANCES = st.lists(st.floats(0.01, 1), min_size=2, max_size=6)
POWERS = st.floats(0.5, 2)


def judged(parts: list[float], error: float = 0.02) -> Judgement:
    return Judgement.of([part / sum(parts) for part in parts], [0.0] * len(parts), "estimated", error)


@given(CHANCES, POWERS)
def test_sharpened_chances_add_up_and_keep_their_order(parts: list[float], power: float) -> None:
    value = judged(parts)
    found, _ = sharpened(value, 0, power)
    assert sum(found.chances) == 1
    order = sorted(range(len(parts)), key=lambda seat: value.chances[seat])
    assert all(found.chances[one] <= found.chances[other] + 6e-6 for one, other in pairwise(order))


@given(CHANCES)
def test_the_power_of_one_changes_nothing(parts: list[float]) -> None:
    value = judged(parts)
    found, stretch = sharpened(value, 1, 1.0)
    assert found.chances == pytest.approx(value.chances, abs=6e-6)
    assert stretch == pytest.approx(1)


@given(st.floats(0.05, 0.95), POWERS)
def test_an_error_bar_is_stretched_like_the_chances_around_it(chance: float, power: float) -> None:
    near = 0.001
    low, high = (sharpened(judged([one, 1 - one]), 0, power)[0].chances[0] for one in (chance - near, chance + near))
    found, stretch = sharpened(judged([chance, 1 - chance]), 0, power)
    assert stretch == pytest.approx((high - low) / (2 * near), rel=0.02)
    assert found.error == pytest.approx(0.02 * stretch, abs=1e-5)


def test_a_judge_that_is_too_cautious_gets_surer_and_one_that_is_too_bold_less_sure() -> None:
    assert sharpened(judged([3, 1]), 0, 1.5)[0].chances[0] > 0.75 > sharpened(judged([3, 1]), 0, 0.5)[0].chances[0]


@pytest.mark.parametrize("certainty", ["proved", "exact"])
def test_what_is_known_stays(certainty: str) -> None:
    value = Judgement.of((0.7, 0.3), (1.0, 0.0), "proved" if certainty == "proved" else "exact")
    assert sharpened(value, 0, 2.0) == (value, 1.0)


def test_a_seat_without_any_chance_stays_without_one() -> None:
    found, stretch = sharpened(judged([1, 0]), 1, 0.7)
    assert found.chances == (1.0, 0.0)
    assert stretch == 0
