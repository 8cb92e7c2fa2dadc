"""A small learner on PettingZoo's interface alone: does it come to beat random play?

    python -m bench.envs.learner GAME [--players 2] [--games 4000] [--matches 400] [-o NAME=VALUE] [--seed 1]

It plays all seats with one linear policy (a weight for each action and each number of an observation, softmax over
what the mask allows) and learns by REINFORCE, from `gain` or another `--utility`. It knows nothing of the game: any
environment with a mask would do. Then it plays its likeliest actions against random play, from every seat in turn.
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
from shoal.core import find_game
from shoal.core.options import parse_options

#: How far one game moves the weights, and how fast the averages of rewards follow.
_RATE: Final = 0.1
_FOLLOW: Final = 0.001
#: How much a reward counts for the action before the last, beside the last.
_LATER: Final = 0.7

Vector = NDArray[np.float32]
#: What was seen, what was legal, which of that was taken, and the odds of all.
Taken = tuple[Vector, NDArray[np.int64], int, Vector]


class LinearPolicy:
    """Scores of actions as weighted sums of the observation."""

    def __init__(self, size: int, actions: int, rate: float, later: float, rng: np.random.Generator) -> None:
        self._weights = np.zeros((actions, size + 1), np.float32)
        #: For each action, how far it was pushed so far: what was pushed often moves less (Adagrad).
        self._moved = np.full(actions, 1e-6, np.float32)
        self._rate = rate
        self._later = later
        self._rng = rng
        self._seen = 0
        self._mean, self._variance = np.zeros((2, size), np.float32)
        #: What usually follows an action, and how far from that it usually is.
        self._usual = 0.0
        self._spread = 1.0

    def features(self, observation: Vector) -> Vector:
        """The observation with each number brought to mean 0 and spread 1, as they have been so far; and a 1."""
        self._seen = min(self._seen + 1, 10_000)
        self._mean += (observation - self._mean) / self._seen
        self._variance += ((observation - self._mean) ** 2 - self._variance) / self._seen
        scaled = (observation - self._mean) / np.sqrt(self._variance + 0.01)
        return np.append(scaled, np.float32(1)).clip(-3, 3)

    def best(self, features: Vector, legal: NDArray[np.int64]) -> int:
        """The place of the likeliest action among the legal ones."""
        return int((self._weights[legal] @ features).argmax())

    def choose(self, features: Vector, legal: NDArray[np.int64]) -> tuple[int, Vector]:
        """The place of an action drawn among the legal ones, and the odds of all of them."""
        scores = self._weights[legal] @ features
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        return min(int(np.searchsorted(odds.cumsum(), self._rng.random())), len(legal) - 1), odds

    def learn(self, taken: list[Taken], rewards: list[float]) -> None:
        """Make each action of one seat likelier if good followed, else less likely; what follows late counts less."""
        worth = 0.0
        for (features, legal, place, odds), reward in zip(reversed(taken), reversed(rewards), strict=True):
            worth = reward + self._later * worth
            self._usual += _FOLLOW * (worth - self._usual)
            self._spread += _FOLLOW * (abs(worth - self._usual) - self._spread)
            push = -odds
            push[place] += 1
            push *= np.float32((worth - self._usual) / max(self._spread, 1e-3))
            self._moved[legal] += push * push * (features @ features)
            self._weights[legal] += np.outer(self._rate * push / np.sqrt(self._moved[legal]), features)


def play(
    environment: Any, policies: list[LinearPolicy | None], rng: np.random.Generator, *, learn: bool
) -> list[float]:
    """One game; `None` plays at random. Returns the rewards by seat."""
    environment.reset()
    agents = environment.possible_agents
    taken: dict[str, list[Taken]] = {agent: [] for agent in agents}
    paid: dict[str, list[float]] = {agent: [] for agent in agents}
    for agent in environment.agent_iter():
        observation, reward, over, _, _ = environment.last()
        if paid[agent]:
            paid[agent][-1] += reward
        if over:
            environment.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        policy = policies[agents.index(agent)]
        if not learn or len(legal) > 1:
            paid[agent].append(0.0)
        if policy is None:
            environment.step(int(rng.choice(legal)))
            continue
        features = policy.features(observation["observation"])
        if not learn:
            environment.step(int(legal[policy.best(features, legal)]))
            continue
        place, odds = policy.choose(features, legal)
        if len(legal) > 1:
            taken[agent].append((features, legal, place, odds))
        environment.step(int(legal[place]))
    for policy, agent in zip(policies, agents, strict=True):
        if policy is not None and learn:
            policy.learn(taken[agent], paid[agent])
    return [sum(paid[agent]) for agent in agents]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=4000, help="games to learn from")
    parser.add_argument("--matches", type=int, default=400, help="games against random play")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--rate", type=float, default=_RATE, help="how far one game moves the weights")
    parser.add_argument("--later", type=float, default=_LATER, help="how much a reward counts for the action before")
    parser.add_argument("--utility", default="gain", help="what it learns from")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, console = np.random.default_rng(given.seed), Console(stderr=True)
    name, seats = f"shoal/{given.game}-v0", range(given.players)
    options = {"players": given.players, **parse_options(find_game(given.game).fields, given.option)}
    training = pettingzoo.make("aec", name, utility=given.utility, **options)
    training.reset(seed=given.seed)
    agent = training.possible_agents[0]
    size = training.observation_space(agent)["observation"].shape[0]
    policy = LinearPolicy(size, training.action_space(agent).n, given.rate, given.later, rng)
    for _ in track(range(given.games), "learning", console=console):
        play(training, [policy for _ in seats], rng, learn=True)
    judged = pettingzoo.make("aec", name, **options)
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
