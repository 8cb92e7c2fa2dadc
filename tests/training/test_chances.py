"""The fit of how sure the coach should be finds the power by which chances were spoilt."""

import random

import pytest
from bench.coach_calibration import JudgedPosition
from training.chances import fitted_power


def _positions(players: int, power: float) -> list[JudgedPosition]:
    """Positions whose given chances, raised to the power, are the true ones; and one that is proved, and wrong."""
    rng = random.Random(7)
    found = [JudgedPosition(0, "proved", (1.0,) + (0.0,) * (players - 1), (0.0,) * (players - 1) + (1.0,))]
    for _ in range(2000):
        given = [rng.random() ** 2 for _ in range(players)]
        (winner,) = rng.choices(range(players), [chance**power for chance in given])
        chances = tuple(chance / sum(given) for chance in given)
        found.append(JudgedPosition(0, "estimated", chances, tuple(float(seat == winner) for seat in range(players))))
    return found


@pytest.mark.parametrize(("players", "power"), [(2, 1.0), (2, 0.6), (3, 1.5), (4, 1.2)])
def test_the_power_is_found_that_makes_chances_come_true(players: int, power: float) -> None:
    found, doubt = fitted_power(_positions(players, power))
    assert found == pytest.approx(power, abs=1.5 * doubt)
    assert 0 < doubt < 0.15
