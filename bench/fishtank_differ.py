"""Whether the rules and the kernels of Fish Tank ever differ: random games on both, step by step.

    python bench/fishtank_differ.py [--games 100000] [--seed 1] [--processes 1]

Any number of players, any of the house's decks, and decks made up at random; `engine/side_by_side.py` says what
is compared. Game n follows from the seed and n alone, so a difference can be looked at again with
`--first n --games 1`. Ends with status 1 at the first difference.
"""

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from shoal.games.fishtank.engine.side_by_side import Difference, any_opening, compare_game

#: Games that a process is given at a time.
BATCH = 100


class Batch(msgspec.Struct, frozen=True):
    """Games by number of players, how many things were compared, and the first difference."""

    games: dict[int, int]
    compared: int
    difference: str | None = None


def play(seed: str, numbers: range) -> Batch:
    games: Counter[int] = Counter()
    compared = 0
    for number in numbers:
        rng = random.Random(f"{seed}:{number}")
        start = any_opening(rng)
        try:
            compared += compare_game(start, rng)
        except Difference as difference:
            return Batch(dict(games), compared, f"game {number} of seed {seed}, {start.box}: {difference}")
        games[start.box.players] += 1
    return Batch(dict(games), compared)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--processes", type=int, default=1)
    wishes = parser.parse_args()
    if wishes.games < 1 or wishes.processes < 1 or wishes.first < 0:
        parser.error("--games and --processes must be at least 1, --first at least 0")
    last = wishes.first + wishes.games
    batches = [range(number, min(number + BATCH, last)) for number in range(wishes.first, last, BATCH)]
    games: Counter[int] = Counter()
    compared, begun = 0, time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        ProcessPoolExecutor(wishes.processes) as pool,
        Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress,
    ):
        task = progress.add_task("fishtank", total=wishes.games)
        for batch in pool.map(play, repeat(wishes.seed), batches):
            games.update(batch.games)
            compared += batch.compared
            progress.update(task, completed=games.total())
            if batch.difference is not None:
                pool.shutdown(cancel_futures=True)
                sys.exit(batch.difference)
    by_players = ", ".join(f"{count:,} with {players} players" for players, count in sorted(games.items()))
    seconds = time.monotonic() - begun
    print(f"{games.total():,} games ({by_players}), {compared:,} comparisons in {seconds:.0f} s, no difference")


if __name__ == "__main__":
    main()
