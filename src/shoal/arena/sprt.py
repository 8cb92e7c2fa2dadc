"""A sequential probability ratio test: stops once two bots' difference is clear, with known rates of error.

The unit is a deal, played from both seats: its outcome for the first bot is its mean share of the two
games. The log-likelihood ratio compares two distributions of outcomes, each the best fit to the outcomes
seen among those with the mean that one hypothesis predicts (the generalised test on the empirical
distribution; with five outcomes of a pair it is known as the pentanomial test).
"""

from collections.abc import Mapping
from math import log
from typing import Final

import msgspec

__all__ = ["Hypotheses", "Verdict", "expected_share", "judge_pairs", "log_likelihood_ratio"]

_OUTCOMES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
#: How often every outcome counts as seen at least, so that a few equal ones prove nothing yet.
_LEAST_COUNT: Final = 1e-3
_BISECTIONS: Final = 80


class Hypotheses(msgspec.Struct, frozen=True):
    """The first bot is better by `elo0` or by `elo1`; the test may err with probability `alpha` or `beta`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test accepts `elo0` and `elo1`."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class Verdict(msgspec.Struct, frozen=True):
    """The state of the test after `pairs` deals; `accepted` is the Elo it decided for, if it has decided."""

    pairs: int
    llr: float
    lower: float
    upper: float
    accepted: float | None

    @property
    def decided(self) -> bool:
        """Whether the test is over."""
        return self.accepted is not None


def judge_pairs(counts: Mapping[float, int], hypotheses: Hypotheses) -> Verdict:
    """The verdict on the outcomes of deals, given how often each was seen."""
    lower, upper = hypotheses.bounds
    pairs = sum(counts.values())
    llr = log_likelihood_ratio(counts, expected_share(hypotheses.elo0), expected_share(hypotheses.elo1))
    accepted = hypotheses.elo1 if llr >= upper else hypotheses.elo0 if llr <= lower else None
    return Verdict(pairs, llr, lower, upper, accepted)


def expected_share(elo: float) -> float:
    """The share of wins that is expected from a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(counts: Mapping[float, int], mean0: float, mean1: float) -> float:
    """The log-likelihood ratio of the outcomes: above 0 when `mean1` fits them better than `mean0`."""
    if not any(counts.values()):
        return 0.0
    seen: dict[float, float] = dict.fromkeys(_OUTCOMES, _LEAST_COUNT)
    seen.update({outcome: float(count) for outcome, count in counts.items() if count})
    total = sum(seen.values())
    tilt0, tilt1 = _tilt(seen, mean0), _tilt(seen, mean1)
    # With p the observed frequency, the best fit with mean m is p / (1 + tilt * (outcome - m)).
    ratio = sum(
        count * (log(1 + tilt0 * (outcome - mean0)) - log(1 + tilt1 * (outcome - mean1)))
        for outcome, count in seen.items()
    )
    return ratio * sum(counts.values()) / total


def _tilt(seen: Mapping[float, float], mean: float) -> float:
    """The tilt that gives the outcomes this mean: the root of a decreasing function, by bisection."""
    low, high = -1 / (max(seen) - mean), 1 / (mean - min(seen))
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        excess = sum(count * (outcome - mean) / (1 + middle * (outcome - mean)) for outcome, count in seen.items())
        if excess > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
