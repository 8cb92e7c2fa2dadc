"""Differential test of the rules and the kernels of a game: plays random games on both and compares each step.

    python -m bench.differ --game fishtank [--games 100000] [--seed 1] [--first 0] [--processes 1]

Games have any number of players and any options; each game's `tests/games/*/differential.py` says what is compared.
Game n depends only on the seed and n, so `--first n --games 1` repeats a difference. The first difference ends the run
with status 1.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import partial
from itertools import repeat
from multiprocessing import get_context
from typing import Final, NamedTuple

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from tests.games.difference import Difference
from tests.games.fishtank import differential as fishtank
from tests.games.penguins import differential as penguins
from tests.games.smallfry import differential as smallfry

#: The number of games in a batch, which one process plays.
BATCH: Final = 100


class Opening(NamedTuple):
    """A game to compare: its setup, the number of players, and the function that plays it on both implementations."""

    setup: object
    players: int
    compare: Callable[[random.Random], int]


class Batch(msgspec.Struct, frozen=True):
    """The number of games by number of players, the number of comparisons, and the first difference."""

    games: dict[int, int]
    compared: int
    difference: str | None = None


def _fishtank(rng: random.Random) -> Opening:
    start = fishtank.any_opening(rng)
    return Opening(start.options, start.options.players, partial(fishtank.compare_game, start))


def _penguins(rng: random.Random) -> Opening:
    start = penguins.any_opening(rng)
    return Opening(start.options, start.options.players, partial(penguins.compare_game, start))


def _smallfry(rng: random.Random) -> Opening:
    options = smallfry.any_options(rng)
    return Opening(options, options.players, partial(smallfry.compare_match, options))


GAMES: Final[Mapping[str, Callable[[random.Random], Opening]]] = {
    "fishtank": _fishtank,
    "penguins": _penguins,
    "smallfry": _smallfry,
}


def play(game: str, seed: str, numbers: range) -> Batch:
    """Play the games with these numbers, up to the first difference."""
    games: Counter[int] = Counter()
    compared = 0
    for number in numbers:
        rng = random.Random(f"{seed}:{number}")
        opening = GAMES[game](rng)
        try:
            compared += opening.compare(rng)
        except Difference as difference:
            return Batch(dict(games), compared, f"game {number} of seed {seed}, {opening.setup}: {difference}")
        games[opening.players] += 1
    return Batch(dict(games), compared)


def play_all(game: str, seed: str, numbers: range, processes: int) -> Generator[Batch, None, None]:
    """Play all games in batches, in order; closing the generator cancels batches that have not begun."""
    batches = [numbers[start : start + BATCH] for start in range(0, len(numbers), BATCH)]
    if processes == 1:
        yield from map(play, repeat(game), repeat(seed), batches)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, repeat(game), repeat(seed), batches)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True, choices=list(GAMES))
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.games < 1 or options.processes < 1 or options.first < 0:
        parser.error("--games and --processes must be at least 1, --first at least 0")
    numbers = range(options.first, options.first + options.games)
    games: Counter[int] = Counter()
    compared, started_at = 0, time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        closing(play_all(options.game, options.seed, numbers, options.processes)) as batches,
        Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress,
    ):
        task = progress.add_task(options.game, total=options.games)
        for batch in batches:
            games.update(batch.games)
            compared += batch.compared
            progress.update(task, completed=games.total())
            if batch.difference is not None:
                sys.exit(batch.difference)
    by_players = ", ".join(f"{count:,} with {players} players" for players, count in sorted(games.items()))
    seconds = time.monotonic() - started_at
    print(f"{games.total():,} games ({by_players}), {compared:,} comparisons in {seconds:.0f} s, no difference")


if __name__ == "__main__":
    main()
