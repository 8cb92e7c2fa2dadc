"""Fits how sure the coach should be: the power of its chances that fits best to how games ended.

    python -m training.chances FILE …

The files are those that `bench/coach_calibration.py` writes with `--out`; take other seeds than those of the tables in
docs/coach.md. For each game and number of players, the most likely power is printed with its 95 % interval, by the
chances of all seats in positions that were estimated: above 1, the coach is too cautious. Chances in a file already
have the power that the judge had then (`_POWER` in Small Fry's `engine/judge.py`): the new one is the product of both.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path

import numpy as np
from bench.coach_calibration import JudgedPosition, read_positions

from shoal.core.numba_kernels import Reals

__all__ = ["fitted_power"]

_STEPS = 40
#: Chances below this count as this: a judge may be as sure as it likes, but a logarithm of 0 is no number.
_LEAST = 1e-4
#: Standard errors in half of a 95 % interval.
_HALF = 1.96


def fitted_power(positions: Iterable[JudgedPosition]) -> tuple[float, float]:
    """The most likely power, and half of its 95 % interval, by Newton's method: the likelihood has one peak."""
    sizes: dict[int, list[JudgedPosition]] = defaultdict(list)
    for one in positions:
        if one.certainty == "estimated":
            sizes[one.players].append(one)
    found = [
        (np.log(np.maximum(_LEAST, [one.chances for one in some])), np.array([one.shares for one in some]))
        for some in sizes.values()
    ]
    power = 1.0
    for _ in range(_STEPS):
        slope, bend = _slope_and_bend(found, power)
        power += min(0.5, max(-0.5, slope / bend))
    return power, _HALF / sqrt(bend)


def _slope_and_bend(found: Sequence[tuple[Reals, Reals]], power: float) -> tuple[float, float]:
    """How the log-likelihood changes with the power, and how fast that becomes less.

    `found` has the logarithms of chances and the shares, both [positions, players], for each number of players.
    """
    slope = bend = 0.0
    for logarithms, shares in found:
        weights = np.exp(power * logarithms)
        parts = weights / weights.sum(axis=1, keepdims=True)
        mean = (parts * logarithms).sum(axis=1, keepdims=True)
        slope += float(((shares - parts) * logarithms).sum())
        bend += float((parts * (logarithms - mean) ** 2).sum())
    return slope, bend


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
        power, doubt = fitted_power(positions)
        print(f"{game:9} {size:3} players, {bot:8} {len(positions):5} positions: power {power:.2f} ± {doubt:.2f}")


if __name__ == "__main__":
    main()
