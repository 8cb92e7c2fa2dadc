"""Utilities: what a finished game is worth to each seat, in two ways. Both sum up to 0 over the seats.

Environments with rewards can pay the margin out step by step besides: that is `gain`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from shoal.core import Result, ShoalError, msg
from shoal.core.errors import shorten

__all__ = ["GAIN", "UTILITIES", "Utility", "find_utility", "least_utility", "margins", "most_utility"]

Utility: TypeAlias = Callable[[Result], list[float]]


def _win(result: Result) -> list[float]:
    """1 for the only winner; those who share the win share what the others lose. Losers get -1 / (seats - 1)."""
    seats = len(result.scores)
    share = 1 / len(result.winners)
    return [((seats * share if seat in result.winners else 0.0) - 1) / (seats - 1) for seat in range(seats)]


def margins(scores: Sequence[int]) -> list[float]:
    """By seat: the points by which it is ahead of the others' average."""
    total, others = sum(scores), len(scores) - 1
    return [score - (total - score) / others for score in scores]


def _margin(result: Result) -> list[float]:
    return margins(result.scores)


#: By the name that is given as `utility`.
UTILITIES: Final[Mapping[str, Utility]] = {"win": _win, "margin": _margin}


#: The utility of environments that pay the margin out as it changes, with each step.
GAIN: Final = "gain"


def find_utility(name: str, *besides: str) -> Utility:
    """The utility of this name; `besides` are other names that are known where this was asked."""
    if name not in UTILITIES:
        known = ", ".join((*UTILITIES, *besides))
        raise ShoalError(msg("there is no utility {name}: expected one of {known}", name=shorten(name), known=known))
    return UTILITIES[name]


def most_utility(name: str, most_points: int) -> float:
    """No seat gets more."""
    return 1.0 if name == "win" else float(most_points)


def least_utility(name: str, players: int, most_points: int) -> float:
    """No seat gets less."""
    return -1 / (players - 1) if name == "win" else -float(most_points)
