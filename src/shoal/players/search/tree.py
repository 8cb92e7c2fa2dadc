"""What a search has learnt: which steps were tried at each point, how often, and with what success.

A point of the tree is a line of play as one observer sees it, not a state: what was imagined below it
differs from one visit to the next, and so may the steps that are legal there. An arm therefore counts
how often it could have been tried, besides how often it was.
"""

import random
from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt
from typing import Final

from shoal.core import Seat, Step

__all__ = ["Arm", "Bandit", "Node", "Prior"]

#: How eagerly little-tried steps are tried again; values lie between 0 and 1.
_CURIOSITY: Final = 0.6
#: How many steps are compared at first, and how many more after so many visits (its square root).
_WIDTH: Final = 4.0
_WIDENING: Final = 1.5
#: How many untried steps are looked at before one of them is tried.
_GLANCES: Final = 12

#: What a step brings at once: the larger, the sooner it is tried.
Prior = Callable[[Step], float]


class Arm:
    """One step that was tried."""

    __slots__ = ("available", "value", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.value = 0.0

    @property
    def mean(self) -> float:
        return self.value / self.visits if self.visits else 0.0


class Bandit:
    """The steps of one seat at one point."""

    __slots__ = ("arms", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.arms: dict[Step, Arm] = {}

    def pick(self, legal: Sequence[Step], prior: Prior | None, rng: random.Random) -> tuple[Step, Arm]:
        """The step to try now: a new one while there is room for it, else the most promising (UCB)."""
        self.visits += 1
        arms = self.arms
        room = _WIDTH + _WIDENING * sqrt(self.visits)
        untried = []
        best: tuple[Step, Arm] | None = None
        most = -1.0
        tried = 0
        for step in legal:
            arm = arms.get(step)
            if arm is None:
                untried.append(step)
                continue
            tried += 1
            arm.available += 1
            promise = arm.value / arm.visits + _CURIOSITY * sqrt(log(arm.available + 1) / arm.visits)
            if promise > most:
                best, most = (step, arm), promise
        if best is None or (untried and tried < room):
            step = _first(untried, prior, rng)
            arms[step] = best_arm = Arm()
            best_arm.available = 1
            return step, best_arm
        return best

    def favourite(self) -> tuple[Step, Arm]:
        """The step tried most; the better one of equals."""
        return max(self.arms.items(), key=lambda item: (item[1].visits, item[1].mean))


class Node:
    """One point: what each seat that acts here tried, and the points that follow."""

    __slots__ = ("bandits", "children")

    def __init__(self) -> None:
        self.bandits: dict[Seat, Bandit] = {}
        self.children: dict[Hashable, Node] = {}

    def bandit(self, seat: Seat) -> Bandit:
        found = self.bandits.get(seat)
        if found is None:
            found = self.bandits[seat] = Bandit()
        return found


def _first(untried: Sequence[Step], prior: Prior | None, rng: random.Random) -> Step:
    """Which untried step comes next: of a few looked at, the one that brings most at once."""
    if prior is None or len(untried) == 1:
        return untried[int(rng.random() * len(untried))]
    glanced = rng.sample(untried, min(_GLANCES, len(untried)))
    return max(glanced, key=prior)
