"""The search tree: which steps were tried at each node, how often, and with what success.

A node is a line of play as one observer sees it, not a state: the states imagined there differ from one
visit to the next, and so may the steps that are legal. An arm therefore counts how often it was available,
beside how often it was visited.
"""

import random
from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt
from typing import Final

from shoal.core import Seat, Step

__all__ = ["Arm", "Bandit", "Node", "Prior"]

#: The exploration constant of UCB; values lie between 0 and 1.
_EXPLORATION: Final = 0.6
#: Progressive widening: how many steps are compared at first, and how many more per square root of the visits.
_WIDTH: Final = 4.0
_WIDENING: Final = 1.5
#: How many untried steps the prior is computed for before one of them is tried.
_SAMPLED: Final = 12

#: Rates an untried step: the larger, the sooner it is tried.
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
        """Its mean value; 0 before the first visit."""
        return self.value / self.visits if self.visits else 0.0


class Bandit:
    """The steps of one seat at one node."""

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
            bound = arm.value / arm.visits + _EXPLORATION * sqrt(log(arm.available + 1) / arm.visits)
            if bound > most:
                best, most = (step, arm), bound
        if best is None or (untried and tried < room):
            step = _first(untried, prior, rng)
            arms[step] = best_arm = Arm()
            best_arm.available = 1
            return step, best_arm
        return best

    def most_visited(self) -> tuple[Step, Arm]:
        """The most visited step; of equals the one with the better mean."""
        return max(self.arms.items(), key=lambda item: (item[1].visits, item[1].mean))


class Node:
    """One node: what each seat that acts here has tried, and the child nodes."""

    __slots__ = ("bandits", "children")

    def __init__(self) -> None:
        self.bandits: dict[Seat, Bandit] = {}
        self.children: dict[Hashable, Node] = {}

    def bandit(self, seat: Seat) -> Bandit:
        """The steps of a seat, none of them tried at first."""
        found = self.bandits.get(seat)
        if found is None:
            found = self.bandits[seat] = Bandit()
        return found


def _first(untried: Sequence[Step], prior: Prior | None, rng: random.Random) -> Step:
    """The untried step to try next: the one of a random few with the largest prior."""
    if prior is None or len(untried) == 1:
        return untried[int(rng.random() * len(untried))]
    sampled = rng.sample(untried, min(_SAMPLED, len(untried)))
    return max(sampled, key=prior)
