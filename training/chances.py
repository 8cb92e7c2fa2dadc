"""Fits the calibration of the coach's judges: what makes their chances fit best to how games ended.

    python -m training.chances FILE …

The files are those that `bench/coach_calibration.py` writes with `--out`; take other seeds than those of the tables in
docs/coach.md. For each game and number of players, the most likely power and bias (`Calibration` in
`core/judging.py`) are printed with their 95 % intervals, by the chances of all seats in positions that were estimated.
Chances in a file already have the calibration that the judge had then: play with none, or add up.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from bench.coach_calibration import JudgedPosition, read_positions

from shoal.core.judging import Calibration
from shoal.core.numba_kernels import Reals

__all__ = ["Fit", "fit_calibration"]

_STEPS = 40
#: Chances below this count as this: a judge may be as sure as it likes, but a logarithm of 0 is no number.
_LEAST = 1e-4
#: Standard errors in half of a 95 % interval.
_HALF = 1.96


class Fit(NamedTuple):
    """The most likely calibration, and half of the 95 % intervals of its two numbers."""

    calibration: Calibration
    doubt: Calibration


def fit_calibration(positions: Iterable[JudgedPosition]) -> Fit:
    """Newton's method on the log-likelihood, which has one peak."""
    sizes: dict[int, list[JudgedPosition]] = defaultdict(list)
    for one in positions:
        if one.certainty == "estimated":
            sizes[one.players].append(one)
    found = [(_features(some), np.array([one.shares for one in some])) for some in sizes.values()]
    numbers = np.array([1.0, 0.0])
    for _ in range(_STEPS):
        slope, bend = np.zeros(2), 1e-9 * np.eye(2)
        for features, shares in found:
            weights = np.exp(features @ numbers)
            parts = weights / weights.sum(axis=1, keepdims=True)
            mean = np.einsum("ps,psn->pn", parts, features)
            apart = features - mean[:, None]
            slope += np.einsum("ps,psn->n", shares - parts, features)
            bend += np.einsum("ps,psn,psm->nm", parts, apart, apart)
        numbers = numbers + np.clip(np.linalg.solve(bend, slope), -0.5, 0.5)
    doubts = _HALF * np.sqrt(np.diag(np.linalg.inv(bend)))
    return Fit(Calibration(float(numbers[0]), float(numbers[1])), Calibration(float(doubts[0]), float(doubts[1])))


def _features(positions: Sequence[JudgedPosition]) -> Reals:
    """`[positions, players, 2]`: the logarithm of each seat's chance, for the power, and who acts, for the bias."""
    return np.array(
        [
            [(math.log(max(chance, _LEAST)), float(seat == one.seat)) for seat, chance in enumerate(one.chances)]
            for one in positions
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    groups: dict[tuple[str, str, str], list[JudgedPosition]] = defaultdict(list)
    for path in parser.parse_args().files:
        for seed, position in read_positions(path).items():
            game, players, bot = seed.split()[:3]
            for size in (players, "any"):
                groups[game, size, bot].append(position)
                groups[game, size, "all bots"].append(position)
    for (game, size, bot), positions in sorted(groups.items()):
        (power, bias), (power_doubt, bias_doubt) = fit_calibration(positions)
        print(
            f"{game:9} {size:3} players, {bot:8} {len(positions):5} positions:"
            f" power {power:.2f} ± {power_doubt:.2f}, bias {bias:+.2f} ± {bias_doubt:.2f}"
        )


if __name__ == "__main__":
    main()
