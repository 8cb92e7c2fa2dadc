"""Puzzles: positions of games between bots with one clearly best step, and how hard it is to find.

`puzzle.py` says what a puzzle is and reads those that a game brings (`puzzles.jsonl` in its folder); `position.py` is
the position to look at. They are mined by `mining.py`, which asks `clear_best.py` whether one step is clearly best and
`grading.py` which levels find it, by the game's own `puzzles.toml` (`mining_rules.py`). `checking.py` proves puzzles
again, `daily.py` says whose turn it is, and `telling.py` puts a puzzle into words.
"""

from shoal.coach.puzzles.checking import check_puzzle
from shoal.coach.puzzles.clear_best import ClearBestFinder
from shoal.coach.puzzles.daily import day_of, puzzle_of_day, run_order
from shoal.coach.puzzles.mining import mine_games
from shoal.coach.puzzles.mining_rules import read_mining_rules
from shoal.coach.puzzles.position import PuzzlePosition, replay_puzzle
from shoal.coach.puzzles.puzzle import (
    GRADES,
    PUZZLE_FILE,
    Puzzle,
    TriedStep,
    find_puzzle,
    parse_puzzles,
    puzzles_of,
    write_puzzle,
)
from shoal.coach.puzzles.telling import tell_finders, tell_right, tell_solution, tell_task, tell_wrong

__all__ = [
    "GRADES",
    "PUZZLE_FILE",
    "ClearBestFinder",
    "Puzzle",
    "PuzzlePosition",
    "TriedStep",
    "check_puzzle",
    "day_of",
    "find_puzzle",
    "mine_games",
    "parse_puzzles",
    "puzzle_of_day",
    "puzzles_of",
    "read_mining_rules",
    "replay_puzzle",
    "run_order",
    "tell_finders",
    "tell_right",
    "tell_solution",
    "tell_task",
    "tell_wrong",
    "write_puzzle",
]
