"""Measures environments: steps a second of random legal play, observations and masks included, on one core.

    python -m bench.envs.speed [--seconds 1] [--rounds 5]

It plays every game of ours with every number of players through PettingZoo's AEC interface, PettingZoo's own classic
games through the same loop, our games as trees of OpenSpiel, and three games that OpenSpiel has in C++. Each round
plays all of them for so many seconds, so that a busy machine slows all of them; the median of the rounds counts, in
steps by second of this process's own time. In OpenSpiel a step is to ask for the legal actions, to take one, and to ask
for the observation of who is to act then. Steps of chance and the drawing of actions are part of the time.
"""

import argparse
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import pettingzoo
import pyspiel
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import shoal.envs.openspiel
import shoal.envs.pettingzoo  # noqa: F401
from shoal.core import find_game, game_names

#: The steps a second that we want of PettingZoo's interface, besides being faster than all of its classic games.
AIM: Final = 20_000
CLASSIC: Final = (
    "tictactoe-v3",
    "connect_four-v3",
    "chess-v6",
    "go-v5",
    "hanabi-v5",
    "leduc_holdem-v4",
    "texas_holdem-v4",
    "texas_holdem_no_limit-v6",
)
COMPILED: Final = ("amazons", "pig", "goofspiel")

#: Plays one random game and returns its number of steps.
Play = Callable[[random.Random], int]


class Measured(msgspec.Struct):
    """What is measured, and its steps a second in each round."""

    group: str
    name: str
    play: Play
    rates: list[float] = msgspec.field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.rates)


def agents_of(name: str, **given: Any) -> Play:
    """Random games of a PettingZoo environment."""
    environment = pettingzoo.make("aec", name, **given)
    environment.reset(seed=1)

    def play(rng: random.Random) -> int:
        environment.reset()
        steps, draw = 0, rng.random
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            environment.step(int(legal[int(draw() * len(legal))]))
            steps += 1
        return steps

    return play


def tree_of(name: str) -> Play:
    """Random games of OpenSpiel."""
    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
                continue
            if state.is_simultaneous_node():
                seats = range(state.num_players())
                state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in seats])
                steps += state.num_players()
            else:
                seats = range(state.current_player(), state.current_player() + 1)
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
            if not state.is_terminal() and not state.is_chance_node():
                for seat in seats:
                    state.observation_tensor(seat)
        return steps

    return play


def all_measured() -> Iterator[Measured]:
    """Everything that one run compares."""
    for name in game_names():
        for players in find_game(name).seat_counts:
            yield Measured("ours", f"{name}, {players} players", agents_of(f"shoal/{name}-v0", players=players))
    for name in CLASSIC:
        yield Measured("PettingZoo classic", name, agents_of(f"classic/{name}"))
    for name in game_names():
        yield Measured("ours in OpenSpiel", name, tree_of(f"python_shoal_{name}"))
    for name in COMPILED:
        yield Measured("OpenSpiel, C++", name, tree_of(name))


def rate(play: Play, rng: random.Random, seconds: float) -> float:
    """Steps by second of our own time; whole games only."""
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds or not steps:
        steps += play(rng)
    return steps / spent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="own time for each environment in a round")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    measured, console, rng = list(all_measured()), Console(), random.Random(1)
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("measuring", total=(given.rounds + 1) * len(measured))
        for number in range(given.rounds + 1):
            for each in measured:
                found = rate(each.play, rng, given.seconds if number else 0.1)
                if number:  # The first round only warms up.
                    each.rates.append(found)
                progress.advance(task)
    table = Table("", "", "steps/s")
    for each in measured:
        table.add_row(each.group, each.name, f"{each.median:,.0f}")
    console.print(table)
    best = max(each.median for each in measured if each.group == "PettingZoo classic")
    slow = [each.name for each in measured if each.group == "ours" and each.median < max(AIM, best)]
    if slow:
        console.print(f"Slower than {AIM:,} steps/s or than the fastest classic game ({best:,.0f}): {', '.join(slow)}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
