"""Plays the penguins engine against baselines: paired seats on the same deals, equal time, one core each.

    python -m bench.penguins_match --opponent territory --games 200 --time 200 [--players 2] [--processes 2] [--json]
    python -m bench.penguins_match --opponent uct --players 4 --games 80 --time 200 --engine-time 2000

Opponents: uct (UCT with random play; `--explore 1.4142` is the plain one of the textbook, less is stronger here),
territory (MCTS with territory evaluation, unlimited), territory12k (the same at 12,000 leaves a second).
The engine plays each deal once from every seat; the opponent plays all other seats. `--engine-time` gives the engine a
different time, to see what more thinking is worth. A shared win counts as its share. The interval is over deals, since
games on one deal are not independent.
"""

import argparse
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Mapping
from multiprocessing import get_context
from typing import NamedTuple, Protocol

from bench.penguins_baselines import TerritoryBot, UctBot

from shoal.core import Step, View
from shoal.games.penguins import GAME
from shoal.games.penguins.engine import Engine, Settings


class Player(Protocol):
    def choose(self, view: View) -> Step: ...


class Pairing(NamedTuple):
    """One deal, played once for every seat of the engine."""

    seed: int
    opponent: str
    explore: float
    options: Mapping[str, object]
    seconds: float
    engine_seconds: float
    threads: int


def opponent(name: str, seconds: float, explore: float, rng: random.Random) -> Player:
    match name:
        case "uct":
            return UctBot(seconds=seconds, rng=rng, exploration=explore)
        case "territory":
            return TerritoryBot(seconds=seconds, rng=rng)
        case "territory12k":
            return TerritoryBot(seconds=seconds, rng=rng, leaves_per_second=12_000)
    raise ValueError(name)


def play_deal(pairing: Pairing) -> list[tuple[float, int]]:
    """For every seat of the engine: its share of the win, and its fish minus those of the best opponent."""
    played: list[tuple[float, int]] = []
    options = GAME.options(pairing.options)
    start = GAME.start(options)
    start = start.play(start.chance().draw(random.Random(pairing.seed).randrange))
    for seat in range(start.options.players):
        rng = random.Random(f"{pairing.seed} {seat}")
        players: list[Player] = [
            opponent(pairing.opponent, pairing.seconds, pairing.explore, rng) for _ in range(start.options.players)
        ]
        players[seat] = Engine(rng, Settings(threads=pairing.threads), seconds=pairing.engine_seconds)
        state = start
        while state.to_act:
            turn = state.to_act[0]
            state = state.play(players[turn].choose(state.view(turn)))
        result = state.result
        assert result is not None
        share = 1 / len(result.winners) if seat in result.winners else 0.0
        others = [score for other, score in enumerate(result.scores) if other != seat]
        played.append((share, result.scores[seat] - max(others)))
    return played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--time", type=float, default=200.0, help="milliseconds a step")
    parser.add_argument("--engine-time", type=float, help="milliseconds a step of the engine, if not the same")
    parser.add_argument("--opponent", choices=("uct", "territory", "territory12k"), default="territory")
    parser.add_argument("--explore", type=float, default=0.35, help="how much uct explores (%(default)s)")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--edition", choices=("en", "fr", "cs"), default="en")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1, help="threads of the engine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    engine_time = arguments.time if arguments.engine_time is None else arguments.engine_time
    options = {"edition": arguments.edition, "players": arguments.players}
    deals = math.ceil(arguments.games / arguments.players)
    pairings = [
        Pairing(
            seed=arguments.seed * 1_000_003 + deal,
            opponent=arguments.opponent,
            explore=arguments.explore,
            options=options,
            seconds=arguments.time / 1000,
            engine_seconds=engine_time / 1000,
            threads=arguments.threads,
        )
        for deal in range(deals)
    ]
    began = time.perf_counter()
    shares: list[float] = []
    margins: list[int] = []
    # Fresh processes: a copy of one with running threads may hang.
    with get_context("spawn").Pool(arguments.processes) as pool:
        for number, played in enumerate(pool.imap_unordered(play_deal, pairings), start=1):
            shares.append(statistics.fmean(share for share, _ in played))
            margins += [margin for _, margin in played]
            print(f"\rdeal {number} of {deals}: {statistics.fmean(shares):.1%}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    mean = statistics.fmean(shares)
    error = 1.96 * statistics.stdev(shares) / math.sqrt(deals) if deals > 1 else math.nan
    found = {
        "opponent": arguments.opponent,
        "players": arguments.players,
        "edition": arguments.edition,
        "milliseconds": arguments.time,
        "engine_milliseconds": engine_time,
        "threads": arguments.threads,
        "games": len(margins),
        "wins": round(mean, 4),
        "interval": [round(max(0.0, mean - error), 4), round(min(1.0, mean + error), 4)],
        "times_fair_share": round(mean * arguments.players, 3),
        "mean_margin": round(statistics.fmean(margins), 2),
        "seconds": round(time.perf_counter() - began, 1),
    }
    if arguments.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:19} {value}")


if __name__ == "__main__":
    main()
