"""Measures how long a review of a whole game takes, at tables of every size.

    python -m bench.coach_time [--tables penguins:2,3,4 smallfry:2,3,4 fishtank:2,3,4,6] [--effort usual] [--bot greedy]
                               [--seed 1] [--out FILE]

One game of each table is played by bots of one kind and then reviewed, on one core. The table has the steps of the
players, the seconds of CPU time that the review took, how long its first step took (engines are loaded before), and the
whole time beside that of a hundred random games of penguins, which are played before and after it: that ratio makes up
for the speed of the machine, and for what else it does. Aim: less than 60 s for each game.

With `--out`, each game is written to the file at once, and not reviewed again.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

from bench.coach_calibration import played_game
from rich.console import Console
from rich.table import Table as Grid

import shoal
from shoal.coach import review_game, review_steps
from shoal.core import CHANCE, Replay
from shoal.core.judging import EFFORTS, Effort

#: What a review may take, in seconds.
AIM: Final = 60
TABLES: Final = ("penguins:2,3,4", "smallfry:2,3,4", "fishtank:2,3,4,6")
#: So many random games are enough to measure how long a hundred take.
_YARDSTICK: Final = 20


class Timing(NamedTuple):
    """The steps of players in a game, and the seconds of its review, of the first step, and of the yardstick."""

    steps: int
    review: float
    first: float
    yardstick: float


def timing_of(game: str, players: int, bot: str, effort: Effort, seed: str) -> Timing:
    """Play a game, and review it between two measurements of the yardstick."""
    replay = Replay(played_game(game, players, bot, seed))
    next(review_steps(replay, effort))  # loads the engine
    began = time.process_time()
    next(review_steps(replay, effort))
    first = time.process_time() - began
    before = yardstick()
    began = time.process_time()
    review_game(replay, effort)
    review = time.process_time() - began
    steps = sum(taker != CHANCE for taker in replay.history.takers)
    return Timing(steps, review, first, (before + yardstick()) / 2)


def yardstick() -> float:
    """The seconds that a hundred random games of penguins take, by the rules alone."""
    began = time.process_time()
    for seed in range(_YARDSTICK):
        shoal.play("penguins", ["random", "random"], seed=seed)
    return (time.process_time() - began) * 100 / _YARDSTICK


def read_timings(path: Path | None) -> dict[str, Timing]:
    """The games in a file by their seeds."""
    if path is None or not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {line["seed"]: Timing(line["steps"], line["review"], line["first"], line["yardstick"]) for line in lines}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", default=TABLES)
    parser.add_argument("--effort", choices=EFFORTS, default="usual")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    os.environ["NUMBA_NUM_THREADS"] = "1"
    known = read_timings(arguments.out)
    grid = Grid(title=f"Reviews at the effort {arguments.effort!r}, seconds of CPU time")
    for heading in ("game", "players", "steps", "review", "first step", "× 100 games"):
        grid.add_column(heading, justify="left" if heading == "game" else "right")
    late = 0
    for table in arguments.tables:
        game, _, sizes = table.partition(":")
        for players in map(int, sizes.split(",")):
            print(f"{game}, {players} players", file=sys.stderr, flush=True)
            seed = f"{game} {players} {arguments.bot} {arguments.effort} {arguments.seed}"
            if seed not in known:
                known[seed] = timing_of(game, players, arguments.bot, arguments.effort, seed)
                if arguments.out is not None:
                    with arguments.out.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({"seed": seed, **known[seed]._asdict()}) + "\n")
            timing = known[seed]
            late += timing.review >= AIM
            grid.add_row(
                game,
                str(players),
                str(timing.steps),
                f"{timing.review:.1f}",
                f"{timing.first:.2f}",
                f"{timing.review / timing.yardstick:.1f}",
            )
    Console().print(grid)
    print("all under 60 s" if not late else f"{late} reviews took {AIM} s or more")
    return bool(late)


if __name__ == "__main__":
    sys.exit(main())
