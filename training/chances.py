"""Fits how sure the coach should be: the power of its chances that fits best to how games ended.

    python -m training.chances FILE …

The files are those that `bench/coach_calibration.py` writes with `--out`; take other seeds than those of the tables in
docs/coach.md. For each game and number of players, the most likely power is printed with its 95 % interval, by the
chances of all seats in positions that were estimated. Above 1, the coach is too cautious. Chances in a file already
have the power that the judge had then (`_POWER` in a game's `engine/judge.py`): the new one is the product of both.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.coach_calibration import JudgedPosition, read_positions

__all__ = ["fitted_power"]

_STEPS = 60
#: Chances below this count as this: a judge may be as sure as it likes, but a logarithm of 0 is no number.
_LEAST = 1e-4
#: Standard errors in half of a 95 % interval.
_HALF = 1.96


def fitted_power(positions: Iterable[JudgedPosition]) -> tuple[float, float]:
    """The most likely power, and half of its 95 % interval, by Newton's method: the likelihood has one peak."""
    found = [
        ([math.log(max(chance, _LEAST)) for chance in one.chances], one.shares)
        for one in positions
        if one.certainty == "estimated"
    ]
    power, curvature = 1.0, 1.0
    for _ in range(_STEPS):
        slope = curvature = 0.0
        for logarithms, shares in found:
            rise, bend = _rise_and_bend(logarithms, shares, power)
            slope += rise
            curvature += bend
        power = max(power / 2, power + slope / curvature)
    return power, _HALF / math.sqrt(curvature)


def _rise_and_bend(logarithms: Sequence[float], shares: Sequence[float], power: float) -> tuple[float, float]:
    """How the log-likelihood of one position changes with the power, and how fast that becomes less."""
    weights = [math.exp(power * logarithm) for logarithm in logarithms]
    parts = [weight / sum(weights) for weight in weights]
    mean = sum(part * logarithm for part, logarithm in zip(parts, logarithms, strict=True))
    spread = sum(part * (logarithm - mean) ** 2 for part, logarithm in zip(parts, logarithms, strict=True))
    return sum(share * logarithm for share, logarithm in zip(shares, logarithms, strict=True)) - mean, spread


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    groups: dict[tuple[str, int, str], list[JudgedPosition]] = defaultdict(list)
    for path in parser.parse_args().files:
        for seed, position in read_positions(path).items():
            game, players, bot = seed.split()[:3]
            groups[game, int(players), bot].append(position)
            groups[game, int(players), "all bots"].append(position)
    for (game, players, bot), positions in sorted(groups.items()):
        power, half = fitted_power(positions)
        print(f"{game:9} {players} players, {bot:8} {len(positions):5} positions: power {power:.2f} ± {half:.2f}")


if __name__ == "__main__":
    main()
