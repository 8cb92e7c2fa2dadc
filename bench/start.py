"""Measures how long people wait at the start: for `shoal --help`, and for the first answer of each level.

    python -m bench.start [--rounds 15]
    python -m bench.start answers [--games penguins …] [--levels salmon …] [--lobby SECONDS] [--source FOLDER] [--later]

`shoal --help` is measured beside a bare interpreter and the imports of its libraries. Aim: under 0.3 s warm. The
commands run in turn, so that a busy machine slows all of them.

`answers` starts a server on a copy of the sources that has never run, with an empty home, for each level anew. In a
real Chromium it sets up a table where the bot begins, and takes the time from that press until the page shows what the
bot did: a step, a choice, or in smallfry a whole turn. Then it waits until the level is ready, stops the server, and
measures the second start alike. Aims: under 3 s, and under 1 s besides the time that the level thinks. People choose a
game before they press: `--lobby` is how long the server has been up by then, besides the loading of a page. `--source`
measures another checkout, such as an earlier one, whose levels are compiled when they first play; `(simple)` stands
behind answers that a simple bot gave. `--later` measures three later starts of each level, on one copy of the sources
where all levels were compiled before: a few seconds for each, and no first start.
"""

import argparse
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
from playwright.sync_api import Browser
from tests.server.server_process import chromium

from shoal.core import find_game, game_names
from shoal.core.levels import LEVEL_TITLES, game_levels

PROGRAM = str(Path(sys.executable).parent / "shoal")
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "python -c 'import typer, rich.console'": [sys.executable, "-c", "import typer, rich.console"],
    "shoal --help": [PROGRAM, "--help"],
    "shoal --help, in Czech": [PROGRAM, "--lang", "cs", "--help"],
    "shoal games": [PROGRAM, "games"],
}


#: Longer than any engine is compiled, also on a busy machine.
_LONGEST: Final = 900.0
#: True once the bot on seat A has acted, and the page shows it.
_ANSWERED: Final = """() => {
  const seat = document.querySelector("#seat-A");
  return seat && !seat.classList.contains("acts") && !document.querySelector("main[aria-busy]");
}"""

#: True while the page says that a simple bot plays.
_STOOD_IN: Final = '() => Boolean(document.querySelector("#stood-in")?.innerText)'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("what", nargs="?", choices=["help", "answers"], default="help")
    parser.add_argument("--games", nargs="+", default=game_names())
    parser.add_argument("--levels", nargs="+", default=list(LEVEL_TITLES))
    parser.add_argument("--lobby", type=float, default=0.0)
    parser.add_argument("--source", type=Path, default=Path("src"))
    parser.add_argument("--later", action="store_true")
    arguments = parser.parse_args()
    if arguments.what == "help":
        measure_help(arguments.rounds)
    elif arguments.later:
        measure_later_answers(arguments.games, arguments.levels, arguments.lobby, arguments.source)
    else:
        measure_answers(arguments.games, arguments.levels, arguments.lobby, arguments.source)


def measure_answers(games: list[str], levels: list[str], lobby: float, source: Path) -> None:
    """Print the seconds to the first answer of each level, on the first start and on the second."""
    with chromium() as browser:
        for game in games:
            seconds = {level.name: level.seconds for level in game_levels(find_game(game))}
            for level in levels:
                with empty_home(source) as home:
                    answers = [first_answer(browser, home, game, level, lobby) for _ in range(2)]
                print(
                    f"{game:9} {level:7} first {answers[0]}, second {answers[1]}, thinks {seconds[level]:.2f} s, "
                    f"load {load():.0f}",
                    flush=True,
                )


def measure_later_answers(games: list[str], levels: list[str], lobby: float, source: Path) -> None:
    """Print the seconds to the first answer of each level, on starts of which none is the first."""
    with chromium() as browser, empty_home(source) as home:
        compile_all(home)
        for game in games:
            seconds = {level.name: level.seconds for level in game_levels(find_game(game))}
            for level in levels:
                answers = ", ".join(first_answer(browser, home, game, level, lobby) for _ in range(3))
                print(
                    f"{game:9} {level:7} later {answers}, thinks {seconds[level]:.2f} s, load {load():.0f}", flush=True
                )


@contextmanager
def empty_home(source: Path) -> Iterator[Path]:
    """An empty home, with a copy of the sources that has never run."""
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(source, Path(name) / "src", ignore=shutil.ignore_patterns("__pycache__"))
        yield Path(name)


def compile_all(home: Path) -> None:
    """Run a server until all levels are ready."""
    with running_server(home) as address:
        while (left := levels_not_ready(address)) > 0:
            print(f"\r{left:2} levels to compile", end="", file=sys.stderr, flush=True)
            time.sleep(1)
        print(file=sys.stderr)


def levels_not_ready(address: str) -> int:
    """How many levels a server has still to get ready."""
    found = re.search(r"^shoal_levels_not_ready (\d+)", httpx.get(f"{address}/metrics").text, re.MULTILINE)
    assert found is not None
    return int(found[1])


def load() -> float:
    """How busy the machine is, where the system tells."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")


def first_answer(browser: Browser, home: Path, game: str, level: str, lobby: float) -> str:
    """The seconds from the press that sets up a table to the bot's answer, at a server that has just been started."""
    page = browser.new_page()
    with running_server(home) as address:
        page.goto(f"{address}/games/{game}")
        page.select_option('select[name="seat.0"]', f"bot:{level}")
        page.select_option('select[name="seat.1"]', "me")
        time.sleep(lobby)
        pressed = time.perf_counter()
        page.locator("form.fields button.main").click(timeout=_LONGEST * 1000)
        page.wait_for_function(_ANSWERED, timeout=_LONGEST * 1000)
        answered = time.perf_counter()
        simple = bool(page.evaluate(_STOOD_IN))
        page.wait_for_function(f"() => !({_STOOD_IN})()", timeout=_LONGEST * 1000)
    page.close()
    return f"{answered - pressed:5.2f} s{' (simple)' if simple else ''}"


@contextmanager
def running_server(home: Path) -> Iterator[str]:
    """A server whose home and caches are in this folder."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "NUMBA_"))}
    environment = {**kept, "HOME": str(home), "PYTHONPATH": str(home / "src")}
    command = [sys.executable, "-c", "from shoal.cli import main; main()", "serve", "--port", str(port)]
    process = subprocess.Popen([*command, "--log-level", "error"], env=environment, stdout=subprocess.DEVNULL)  # noqa: S603 - our own program
    address = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                httpx.get(f"{address}/health").raise_for_status()
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=60)


def measure_help(rounds: int) -> None:
    """Print how long the program takes to start, beside what it cannot do without."""
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
