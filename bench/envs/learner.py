"""A small learner on PettingZoo's interface alone: does it come to beat random play?

    python -m bench.envs.learner GAME [--players 2] [--games 4000] [--matches 400] [--seed 1]

It plays all seats with one linear policy (a weight for each action and each number of an observation, softmax over
what the mask allows) and learns by REINFORCE, from the margin of points that each seat ends with, less the average of
late. It knows nothing of the game: any environment with a mask would do. Then it plays matches against random play,
from every seat in turn.
"""

import argparse
import math
import sys
from typing import Any, Final

import numpy as np
import pettingzoo
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

import shoal.envs.pettingzoo  # noqa: F401

#: How far one game moves the weights, and how fast the running averages follow.
_RATE: Final = 0.01
_FOLLOW: Final = 0.02

Vector = NDArray[np.float32]


class LinearPolicy:
    """Scores of actions as weighted sums of the observation."""

    def __init__(self, size: int, actions: int, rng: np.random.Generator) -> None:
        self._weights = np.zeros((actions, size + 1), np.float32)
        self._rng = rng
        #: How large each number of an observation gets: all are brought to 0 to 1.
        self._largest = np.ones(size, np.float32)
        self._spread = 1.0

    def features(self, observation: Vector) -> Vector:
        np.maximum(self._largest, observation, out=self._largest)
        return np.append(observation / self._largest, np.float32(1))

    def choose(self, features: Vector, legal: NDArray[np.int64]) -> tuple[int, Vector]:
        """The place of the chosen action among the legal ones, and the odds of all of them."""
        scores = self._weights[legal] @ features
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        return min(int(np.searchsorted(odds.cumsum(), self._rng.random())), len(legal) - 1), odds

    def learn(self, taken: list[tuple[Vector, NDArray[np.int64], int, Vector]], reward: float) -> None:
        """Make what was done by one seat likelier if it was worth something, else less likely."""
        self._spread += _FOLLOW * (abs(reward) - self._spread)
        step = _RATE * reward / max(self._spread, 1e-3)
        for features, legal, place, odds in taken:
            push = -odds
            push[place] += 1
            norm = float(features @ features)
            self._weights[legal] += np.outer(step * push / math.sqrt(norm), features)


def play(
    environment: Any, policies: list[LinearPolicy | None], rng: np.random.Generator, *, learn: bool
) -> list[float]:
    """One game; `None` plays at random. Returns the rewards by seat."""
    environment.reset()
    taken: dict[str, list[Any]] = {agent: [] for agent in environment.possible_agents}
    rewards: dict[str, float] = {}
    for agent in environment.agent_iter():
        observation, reward, over, _, _ = environment.last()
        if over:
            rewards[agent] = reward
            environment.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        policy = policies[environment.possible_agents.index(agent)]
        if policy is None:
            environment.step(int(rng.choice(legal)))
            continue
        features = policy.features(observation["observation"])
        place, odds = policy.choose(features, legal)
        if learn and len(legal) > 1:
            taken[agent].append((features, legal, place, odds))
        environment.step(int(legal[place]))
    for policy, agent in zip(policies, environment.possible_agents, strict=True):
        if policy is not None and learn:
            policy.learn(taken[agent], rewards[agent])
    return [rewards[agent] for agent in environment.possible_agents]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=4000, help="games to learn from")
    parser.add_argument("--matches", type=int, default=400, help="games against random play")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, console = np.random.default_rng(given.seed), Console(stderr=True)
    name, seats = f"shoal/{given.game}-v0", range(given.players)
    training = pettingzoo.make("aec", name, players=given.players, utility="margin")
    training.reset(seed=given.seed)
    agent = training.possible_agents[0]
    size = training.observation_space(agent)["observation"].shape[0]
    policy = LinearPolicy(size, training.action_space(agent).n, rng)
    for _ in track(range(given.games), "learning", console=console):
        play(training, [policy for _ in seats], rng, learn=True)
    judged = pettingzoo.make("aec", name, players=given.players)
    judged.reset(seed=given.seed + 1)
    shares = []
    for number in track(range(given.matches), "playing", console=console):
        seat = number % given.players
        worth = play(judged, [policy if other == seat else None for other in seats], rng, learn=False)[seat]
        shares.append((worth * (given.players - 1) + 1) / given.players)
    mean, wide = float(np.mean(shares)), 1.96 * float(np.std(shares)) / math.sqrt(len(shares))
    print(
        f"{given.game}, {given.players} players: {100 * mean:.1f} % of {given.matches} games against random play "
        f"({100 * (mean - wide):.1f}–{100 * (mean + wide):.1f}), learned from {given.games} games"
    )
    return 0 if mean - wide > 1 / given.players else 1


if __name__ == "__main__":
    sys.exit(main())
