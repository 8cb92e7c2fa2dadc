"""The fit of the judges' calibration finds what chances were spoilt by."""

import math
import random

import pytest
from bench.coach_calibration import JudgedPosition
from training.chances import fit_calibration

from shoal.core.judging import Calibration


def _positions(players: int, calibration: Calibration) -> list[JudgedPosition]:
    """Positions whose given chances come true once they are calibrated; and one that is proved, and wrong."""
    rng = random.Random(7)
    found = [JudgedPosition(0, "proved", (1.0,) + (0.0,) * (players - 1), (0.0,) * (players - 1) + (1.0,))]
    for _ in range(2000):
        given = [rng.random() ** 2 for _ in range(players)]
        weights = [chance**calibration.power for chance in given]
        seat = rng.randrange(players)
        weights[seat] *= math.exp(calibration.bias)
        (winner,) = rng.choices(range(players), weights)
        chances = tuple(chance / sum(given) for chance in given)
        found.append(JudgedPosition(seat, "estimated", chances, tuple(float(one == winner) for one in range(players))))
    return found


@pytest.mark.parametrize(("players", "power", "bias"), [(2, 1.0, 0.0), (2, 0.6, -0.3), (3, 1.5, 0.2), (4, 1.2, -0.1)])
def test_the_calibration_is_found_that_makes_chances_come_true(players: int, power: float, bias: float) -> None:
    found, doubt = fit_calibration(_positions(players, Calibration(power, bias)))
    assert found.power == pytest.approx(power, abs=1.5 * doubt.power)
    assert found.bias == pytest.approx(bias, abs=1.5 * doubt.bias)
    assert 0 < doubt.power < 0.15
    assert 0 < doubt.bias < 0.15
