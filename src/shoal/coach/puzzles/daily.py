"""Whose turn a puzzle is: one a day for everybody, and ever harder ones in a run against the clock.

Days are those of UTC. Every server with the same puzzles has the same one on the same day, and no puzzle comes back
before all of its game have had their day.
"""

import hashlib
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Final

from shoal.coach.puzzles.puzzle import GRADES, Puzzle

__all__ = ["day_of", "puzzle_of_day", "run_order"]

#: How many puzzles of each grade a run has before it goes on to the next grade.
_OF_A_GRADE: Final = 4


def day_of(at: int) -> date:
    """The day, in UTC, of a time in milliseconds."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def puzzle_of_day(games: Sequence[Sequence[Puzzle]], day: date) -> Puzzle:
    """The puzzle of a day: the games that have any take turns, and so do the puzzles of each."""
    having = [puzzles for puzzles in games if puzzles]
    turn, game = divmod(day.toordinal(), len(having))
    cycle, number = divmod(turn, len(having[game]))
    return _shuffled(having[game], f"day {cycle}")[number]


def run_order(puzzles: Sequence[Puzzle], seed: str) -> list[Puzzle]:
    """The puzzles of a run: a few of each grade, from easy to hard, and then the rest of the hard ones."""
    by_grade = {grade: _shuffled([one for one in puzzles if one.grade == grade], f"run {seed}") for grade in GRADES}
    first = [puzzle for grade in GRADES for puzzle in by_grade[grade][:_OF_A_GRADE]]
    rest = [puzzle for grade in reversed(GRADES) for puzzle in by_grade[grade][_OF_A_GRADE:]]
    return first + rest


def _shuffled(puzzles: Sequence[Puzzle], salt: str) -> list[Puzzle]:
    return sorted(puzzles, key=lambda puzzle: hashlib.sha256(f"{salt} {puzzle.id}".encode()).digest())
