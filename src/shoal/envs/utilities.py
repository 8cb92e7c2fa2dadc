"""Utilities: what a finished game is worth to each seat, in two ways. Both sum up to 0 over the seats."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from shoal.core import Result, ShoalError, msg
from shoal.core.errors import shorten

__all__ = ["UTILITIES", "Utility", "find_utility", "least_utility", "most_utility"]

Utility: TypeAlias = Callable[[Result], list[float]]


def _win(result: Result) -> list[float]:
    """1 for the only winner; those who share the win share what the others lose. Losers get -1 / (seats - 1)."""
    seats = len(result.scores)
    share = 1 / len(result.winners)
    return [((seats * share if seat in result.winners else 0.0) - 1) / (seats - 1) for seat in range(seats)]


def _margin(result: Result) -> list[float]:
    """The points by which a seat is ahead of the others' average."""
    total, others = sum(result.scores), len(result.scores) - 1
    return [score - (total - score) / others for score in result.scores]


#: By the name that is given as `utility`.
UTILITIES: Final[Mapping[str, Utility]] = {"win": _win, "margin": _margin}


def find_utility(name: str) -> Utility:
    """The utility of this name."""
    if name not in UTILITIES:
        known = ", ".join(UTILITIES)
        raise ShoalError(msg("there is no utility {name}: expected one of {known}", name=shorten(name), known=known))
    return UTILITIES[name]


def most_utility(name: str, most_points: int) -> float:
    """No seat gets more."""
    return 1.0 if name == "win" else float(most_points)


def least_utility(name: str, players: int, most_points: int) -> float:
    """No seat gets less."""
    return -1 / (players - 1) if name == "win" else -float(most_points)
