"""Chances that are made surer or less sure still add up, and so do their error bars."""

import pytest

from shoal.core.judging import raised, stretch


@pytest.mark.parametrize("chances", [(0.5, 0.5), (0.7, 0.2, 0.1), (0.0, 0.25, 0.75), (1.0, 0.0)])
def test_a_power_makes_chances_surer_and_leaves_a_sum_of_one_and_their_order(chances: tuple[float, ...]) -> None:
    surer = raised(chances, 1.4)
    assert sum(surer) == pytest.approx(1)
    assert sorted(chances) == [chances[surer.index(chance)] for chance in sorted(surer)]
    assert max(surer) >= max(chances)
    assert raised(chances, 1.0) == pytest.approx(chances)


@pytest.mark.parametrize("chance", [0.02, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("power", [0.7, 1.0, 1.6])
def test_an_error_bar_is_stretched_like_the_chances_around_it(chance: float, power: float) -> None:
    near = 1e-4
    low, middle, high = (raised((one, 1 - one), power)[0] for one in (chance - near, chance, chance + near))
    assert stretch(chance, middle, power) == pytest.approx((high - low) / (2 * near), rel=1e-3)


def test_what_is_certain_stays_certain() -> None:
    assert stretch(1.0, raised((1.0, 0.0), 1.6)[0], 1.6) == 0
