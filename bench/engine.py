"""Measures the speed of the penguins kernels against a C program with the same algorithm, and their start-up time.

    python -m bench.engine [--rounds 5] [--games 400000] [--depth 6]

Both play the same random games from the same seed and count the same perft; the results must be equal, and the speeds
are printed with their ratio. Aim: 0.9 or better. The two run in turn, and CPU time is counted.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from bench.penguins_perft import perft_of_two

from shoal.core.numba_kernels import Numbers, kernel
from shoal.games.penguins import GAME, State
from shoal.games.penguins.engine import Settings
from shoal.games.penguins.engine.alphabeta.driver import AlphaBetaDriver, AlphaBetaResult
from shoal.games.penguins.engine.evaluation import evaluate
from shoal.games.penguins.engine.evaluation_weights import write_weights
from shoal.games.penguins.engine.lookup_tables import BERTHS, NEIGHBOURS, PLAYERS, RAYS, WORTH, build_tables
from shoal.games.penguins.engine.search_position import WORTHS, position_of, random_playout

DEAL = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121"
PLACED = "a4 b4 d1 b7 f1 c5 h3 f5"
SEED = 88172645463325252
LIMIT = Path(__file__).parent / "limit" / "penguins.c"
START = """
import time
began = time.perf_counter()
from shoal.games.penguins.engine import warm_up
loaded = time.perf_counter()
warm_up()
print(loaded - began, time.perf_counter() - loaded)
"""


@kernel
def random_games(tables: Numbers, start: Numbers, seed: int, games: int) -> int:
    """Play games; returns the sum of the first seat's margins."""
    position = start.copy()
    ends = np.zeros(4, dtype=np.int64)
    total = 0
    for _ in range(games):
        position[:] = start
        seed = random_playout(tables, position, seed, ends)
        total += position[WORTHS] - position[WORTHS + 1]
    return total


@kernel
def evaluations(tables: Numbers, free: int, me: int, opponent: int, workspace: Numbers, times: int) -> int:
    total = 0
    for turn in range(times):
        total += evaluate(tables, free & ~(1 << turn % 60), me, opponent, workspace, 0)
    return total


def opening() -> tuple[State, State]:
    """The ice just dealt, and with all penguins placed."""
    state = GAME.start(GAME.options({"edition": "en", "players": 2}))
    dealt = state = state.play(state.parse(DEAL))
    for text in PLACED.split():
        state = state.play(state.parse(text))
    return dealt, state


def limit_programs(folder: str) -> list[str]:
    """The paths of the C program compiled with several flags: the fastest flags differ between measurements."""
    compiler = shutil.which("clang") or shutil.which("gcc")
    if compiler is None:
        sys.exit("neither clang nor gcc is installed to compile the C program")
    programs: list[str] = []
    for flags in (["-O3"], ["-O2"], ["-O3", "-DWITH_LZCNT"], ["-O2", "-DWITH_LZCNT"]):
        programs.append(f"{folder}/penguins{''.join(flags)}")
        command = [compiler, *flags, "-march=native", "-std=c11", str(LIMIT), "-o", programs[-1]]
        subprocess.run(command, check=True)  # noqa: S603
    return programs


def compare(arguments: argparse.Namespace) -> None:
    dealt, placed = opening()
    tables = build_tables(dealt.options, dealt.fish)
    position = position_of(dealt)
    numbers = [
        *tables[RAYS : RAYS + 360],
        *tables[NEIGHBOURS : NEIGHBOURS + 60],
        *tables[WORTH : WORTH + 60],
        tables[BERTHS],
        tables[PLAYERS],
        placed.free,
        *placed.penguins,
        arguments.depth,
        arguments.games,
        SEED,
    ]
    random_games(tables, position, SEED, 10)
    speeds: dict[str, list[float]] = {"kernel games": [], "C games": [], "kernel perft": [], "C perft": []}
    with tempfile.TemporaryDirectory() as folder:
        programs = limit_programs(folder)
        for number in range(arguments.rounds):
            print(f"\rround {number + 1} of {arguments.rounds}", end="", file=sys.stderr, flush=True)
            began = time.process_time()
            total = random_games(tables, position, SEED, arguments.games)
            speeds["kernel games"].append(arguments.games / (time.process_time() - began))
            began = time.process_time()
            counted = perft_of_two(tables, placed.free, placed.penguins[0], placed.penguins[1], arguments.depth)
            speeds["kernel perft"].append(counted / (time.process_time() - began))
            text = " ".join(map(str, numbers))
            games_by_c = perft_by_c = 0.0
            for program in programs:
                done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)  # noqa: S603
                game_seconds, c_total, perft_seconds, c_counted = done.stdout.split()
                assert (int(c_total), int(c_counted)) == (total, counted), "the C program plays another game"
                games_by_c = max(games_by_c, arguments.games / float(game_seconds))
                perft_by_c = max(perft_by_c, counted / float(perft_seconds))
            speeds["C games"].append(games_by_c)
            speeds["C perft"].append(perft_by_c)
    print(file=sys.stderr)
    for what, unit in (("games", "random games/s"), ("perft", "bulk perft positions/s")):
        ours, theirs = max(speeds[f"kernel {what}"]), max(speeds[f"C {what}"])
        ratios = [one / other for one, other in zip(speeds[f"kernel {what}"], speeds[f"C {what}"], strict=True)]
        median = statistics.median(ratios)
        print(f"{unit:24} kernel {ours:16,.0f}   C {theirs:16,.0f}")
        print(f"{'':24} ratio of the best {ours / theirs:.2f}, median of the rounds' {median:.2f}")


def searching() -> None:
    dealt, placed = opening()
    tables = build_tables(dealt.options, dealt.fish)
    write_weights(tables)
    workspace = np.zeros(64, dtype=np.int64)
    evaluations(tables, placed.free, placed.penguins[0], placed.penguins[1], workspace, 10)
    began = time.process_time()
    evaluations(tables, placed.free, placed.penguins[0], placed.penguins[1], workspace, 1_000_000)
    print(f"{'evaluations/s':24} {1_000_000 / (time.process_time() - began):16,.0f}")
    for threads in (1, 2):
        driver, result = AlphaBetaDriver(Settings(depth=9, threads=threads), 21), AlphaBetaResult()
        position = position_of(placed)
        driver.begin()
        began = time.process_time()
        driver.run(tables, position, result)
        seconds = time.process_time() - began
        print(f"search positions/s, {threads} thread(s): {driver.nodes / seconds:,.0f} (depth 9 in {seconds:.2f} s)")


def starts() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in ("cold (compiles all)", "warm (from disk)", "warm (from disk)"):
            environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
            command = [sys.executable, "-c", START]
            done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)  # noqa: S603
            imported, warmed = map(float, done.stdout.split())
            print(f"start, {name:20} {imported:.2f} s to import, {warmed:.2f} s until the kernels are ready")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=400_000)
    parser.add_argument("--depth", type=int, default=6)
    arguments = parser.parse_args()
    compare(arguments)
    searching()
    starts()


if __name__ == "__main__":
    main()
