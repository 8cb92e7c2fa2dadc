"""Measures how long `shoal --help` takes, beside a bare interpreter and the imports of its libraries.

    python -m bench.start [--rounds 15]

Aim: under 0.3 s warm. The commands run in turn, so that a busy machine slows all of them.
"""

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = str(Path(sys.executable).parent / "shoal")
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "python -c 'import typer, rich.console'": [sys.executable, "-c", "import typer, rich.console"],
    "shoal --help": [PROGRAM, "--help"],
    "shoal --help, in Czech": [PROGRAM, "--lang", "cs", "--help"],
    "shoal games": [PROGRAM, "games"],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    seconds: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for number in range(rounds + 1):
        print(f"\rround {number} of {rounds}", end="", file=sys.stderr, flush=True)
        for name, command in COMMANDS.items():
            started = time.perf_counter()
            subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - our own program
            if number:  # the first round warms the caches
                seconds[name].append(time.perf_counter() - started)
    print(file=sys.stderr)
    bare = statistics.median(seconds["python -c pass"])
    for name, times in seconds.items():
        median = statistics.median(times)
        print(f"{name:42} median {median:.3f} s   best {min(times):.3f} s   {median / bare:5.1f} × bare Python")


if __name__ == "__main__":
    main()
