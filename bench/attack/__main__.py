"""Attacks a server of this checkout in every way that we know of, and says what did not hold.

    python -m bench.attack [--short] [--minutes 10] [--database ADDRESS] [PART …]

Parts:
  leaks       two worlds that differ in one hidden thing, compared byte by byte at every address
  restarts    servers that are killed again and again: nothing lost, done twice, or told
  starvation  strangers with many tables of strong bots, and somebody else who waits for a weak one
  strangers   a week of visitors who never come back: what is kept of them

Without a PART, all of them. Each runs on SQLite and then on PostgreSQL (from the wheel), there with two server
processes; --database names another one, or one of these. The time is divided among all runs, and each does at least
its short form, however long that takes. The exit status is 1 if something did not hold. Needs the extra `dev`.
"""

import argparse
import asyncio
import importlib
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from bench.server_soak import database
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

PARTS: Final = ("leaks", "restarts", "starvation", "connections", "strangers")
_DATABASES: Final = ("sqlite", "postgresql")
#: Where nobody watches, progress is printed no more often than this.
_SECONDS_A_LINE: Final = 10.0


class Outcome(NamedTuple):
    """How one part ended."""

    part: str
    database: str
    seconds: float
    summary: str
    wrong: list[str]


def main() -> int:
    """Run the chosen parts and print a table of what they found."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.attack", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", metavar="PART", nargs="*", help=f"one of {', '.join(PARTS)}")
    parser.add_argument("--short", action="store_true", help="only the short form of each part")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to attack in all (default: 10)")
    parser.add_argument(
        "--database",
        metavar="ADDRESS",
        help="sqlite, postgresql, sqlite:///… or postgresql://… (default: the first two)",
    )
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}: expected {', '.join(PARTS)}")
    parts = arguments.parts or PARTS
    databases = (arguments.database,) if arguments.database else _DATABASES
    seconds = 0.0 if arguments.short else 60 * arguments.minutes / (len(parts) * len(databases))
    console = Console()
    outcomes = []
    for kind in databases:
        with database(kind) as address:
            outcomes += [_run(console, part, kind, address, seconds) for part in parts]
    _report(console, outcomes)
    return int(any(outcome.wrong for outcome in outcomes))


def _run(console: Console, part: str, kind: str, address: str, seconds: float) -> Outcome:
    """Run one part; one that fails by itself has not held either."""
    attack = importlib.import_module(f"bench.attack.{part}").attack
    name = kind.partition(":")[0]
    began = time.monotonic()
    with _progress(console, f"{part} on {name}") as (say, latest):
        try:
            wrong = asyncio.run(attack(address, seconds, say))
        except Exception as error:  # noqa: BLE001 - the other parts go on
            wrong = [f"{type(error).__name__}: {error}", *traceback.format_exc().splitlines()[-6:]]
    return Outcome(part, name, time.monotonic() - began, latest[-1], wrong)


@contextmanager
def _progress(console: Console, title: str) -> Iterator[tuple[Callable[[str], None], list[str]]]:
    """Show what a part says last, and give it back."""
    latest = [""]
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    printed_at = 0.0
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(title, total=None)

        def say(text: str) -> None:
            nonlocal printed_at
            latest[0] = text
            progress.update(task, description=f"{title}: {text}")
            if not console.is_terminal and time.monotonic() - printed_at > _SECONDS_A_LINE:
                printed_at = time.monotonic()
                console.print(f"{title}: {text}", markup=False, highlight=False, soft_wrap=True)

        yield say, latest


def _report(console: Console, outcomes: list[Outcome]) -> None:
    for outcome in outcomes:
        for complaint in outcome.wrong:
            console.print(
                f"{outcome.part} on {outcome.database}: {complaint}", style="red", markup=False, soft_wrap=True
            )
    table = Table("part", "database", "seconds", "found", "what it did")
    for outcome in outcomes:
        found = f"{len(outcome.wrong)} COMPLAINTS" if outcome.wrong else "clean"
        table.add_row(outcome.part, outcome.database, f"{outcome.seconds:.0f}", found, outcome.summary)
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
