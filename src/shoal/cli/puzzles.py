"""The command `puzzles`: mines them, checks them, and has people solve them in the terminal."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from shoal.cli.language import say
from shoal.cli.solve_puzzles import solve_puzzles
from shoal.coach.puzzles import (
    GRADES,
    ClearBestFinder,
    Puzzle,
    check_puzzle,
    mine_games,
    parse_puzzles,
    puzzles_of,
    read_mining_rules,
    write_puzzle,
)
from shoal.coach.puzzles.mining_rules import MiningRules
from shoal.core import Game, ShoalError, Text, find_game, msg, msgs
from shoal.core.errors import SaveError

__all__ = ["PuzzleArguments", "run_puzzles_command"]

_INTERRUPTED: Final = 130


class PuzzleArguments(msgspec.Struct, frozen=True, kw_only=True):
    """The arguments of `shoal puzzles`."""

    game: str
    make: int | None = None
    seed: str = "1"
    out: Path | None = None
    check: Path | None = None
    proofs: bool = True
    grade: int | None = None


def run_puzzles_command(arguments: PuzzleArguments) -> int:
    """Do what was asked for; the exit status."""
    game = find_game(arguments.game)
    if arguments.make is not None and arguments.check is not None:
        raise ShoalError(msg("--make and --check: leave one of them out"))
    if arguments.make is not None:
        return _make(game, arguments.make, arguments.seed, arguments.out)
    if arguments.out is not None:
        raise ShoalError(msg("--out goes with --make: it is the file for the puzzles that are found"))
    if arguments.check is not None:
        return _check(game, _read(arguments.check), proofs=arguments.proofs)
    return solve_puzzles(game, [one for one in puzzles_of(game) if arguments.grade in (None, one.grade)])


def _make(game: Game, number: int, seed: str, out: Path | None) -> int:
    """Mine until the file has so many puzzles. After Ctrl-C, the same command goes on where it stopped."""
    # Searches on several threads at once do not find the same thing each time.
    os.environ["NUMBA_NUM_THREADS"] = "1"
    found = list(_read(out)) if out is not None and out.exists() else []
    rules = read_mining_rules(game)
    first = 1 + max((_game_number(one, seed) for one in found), default=-1)
    try:
        with _bar(msg("Mining"), number) as advance:
            advance(len(found), "")
            for played, puzzles in mine_games(game, rules, seed, first):
                fresh: list[Puzzle] = []
                for one in puzzles:
                    if len(found) + len(fresh) < number and _is_wanted(one, [*found, *fresh], number, rules):
                        fresh.append(one)
                _write(fresh, out)
                found += fresh
                advance(len(found), say(msgs("{count} game played", "{count} games played", played + 1)))
                if len(found) >= number:
                    break
    except KeyboardInterrupt:
        return _INTERRUPTED
    _print_grades(found, Console(stderr=True))
    return 0


def _game_number(puzzle: Puzzle, seed: str) -> int:
    """The number of the game in which a puzzle was found, if the seed is the same."""
    origin, _, number = puzzle.origin.rpartition(":")
    return int(number) if origin == seed else -1


def _is_wanted(puzzle: Puzzle, found: Sequence[Puzzle], number: int, rules: MiningRules) -> bool:
    """Whether it is a new one, and not too many are as hard or have the same answer."""
    as_hard = sum(one.grade == puzzle.grade for one in found)
    alike = sum(one.best.step == puzzle.best.step for one in found)
    return (
        all(one.id != puzzle.id for one in found)
        and as_hard < max(1, rules.most_of_a_grade * number)
        and alike < max(1, rules.most_of_an_answer * number)
    )


def _write(puzzles: Sequence[Puzzle], out: Path | None) -> None:
    """Add the puzzles of a game to the file, all at once, so that a file never ends within a game."""
    text = "".join(write_puzzle(puzzle) + "\n" for puzzle in puzzles)
    if out is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    try:
        with out.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise SaveError(msg("cannot write {path}: {reason}", path=out, reason=error.strerror or str(error))) from None


def _read(path: Path) -> tuple[Puzzle, ...]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SaveError(msg("cannot read {path}: {reason}", path=path, reason=error.strerror or str(error))) from None
    return parse_puzzles(text, str(path))


def _check(game: Game, puzzles: Sequence[Puzzle], *, proofs: bool) -> int:
    """Replay all puzzles, and prove or judge them again; the exit status says whether all are what they claim."""
    finder = ClearBestFinder(game, read_mining_rules(game)) if proofs else None
    console = Console(highlight=False)
    faults = 0
    with _bar(msg("Checking"), len(puzzles)) as advance:
        for number, puzzle in enumerate(puzzles, start=1):
            try:
                check_puzzle(puzzle, game, finder)
            except ShoalError as error:
                faults += 1
                console.print(say(error.text), markup=False, soft_wrap=True)
            advance(number, "")
    _print_grades(puzzles, console)
    good = len(puzzles) - faults
    console.print(
        say(
            msgs(
                "{good} of {count} puzzle is as it says",
                "{good} of {count} puzzles are as they say",
                len(puzzles),
                good=good,
            )
        )
    )
    return 1 if faults else 0


@contextmanager
def _bar(words: Text, total: int) -> Iterator[Callable[[int, str], None]]:
    """A progress bar; what it yields is called with how many are done, and a word about that."""
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[more]}"),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(say(words), total=total, more="")

        def advance(done: int, more: str) -> None:
            bar.update(task, completed=done, more=more)

        yield advance


def _print_grades(puzzles: Sequence[Puzzle], console: Console) -> None:
    """How many puzzles of each grade there are."""
    counts = Counter(puzzle.grade for puzzle in puzzles)
    grid = Grid(box=None, pad_edge=False)
    grid.add_column(say(msg("difficulty")))
    grid.add_column(say(msg("puzzles")), justify="right")
    for grade, words in GRADES.items():
        grid.add_row(say(words), str(counts[grade]))
    console.print(grid)
