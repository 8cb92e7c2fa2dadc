"""The miner, on a small game that is solved at once: what it finds is right, and the same again."""

from itertools import islice

import pytest
from tests.pile import GAME as PILE

from shoal.coach.puzzles import ClearBestFinder, check_puzzle, mine_games, read_mining_rules, replay_puzzle
from shoal.coach.puzzles.grading import grade_of
from shoal.coach.puzzles.puzzle import Puzzle

RULES = read_mining_rules(PILE)


def mined(games: int, first: int = 0) -> list[Puzzle]:
    found = islice(mine_games(PILE, RULES, "7", first), games)
    return [puzzle for _, puzzles in found for puzzle in puzzles]


PUZZLES = mined(8)


def test_the_same_seed_finds_the_same_puzzles() -> None:
    assert PUZZLES
    assert mined(8) == PUZZLES


def test_mining_goes_on_where_it_stopped() -> None:
    assert mined(3) + mined(5, first=3) == PUZZLES


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_each_puzzle_has_one_step_that_wins(puzzle: Puzzle) -> None:
    position = replay_puzzle(puzzle, PILE)
    left = position.state.coins  # type: ignore[attr-defined]
    assert puzzle.best.step == f"take{left % 3}"
    assert (puzzle.best.chance, [other.chance for other in puzzle.others]) == (1.0, [0.0])
    assert puzzle.certainty == "proved"
    check_puzzle(puzzle, PILE, ClearBestFinder(PILE, RULES))


@pytest.mark.parametrize(
    ("hits", "grade"), [((3, 3, 3, 3), 1), ((1, 3, 2, 3), 2), ((0, 0, 0, 2), 4), ((1, 0, 1, 0), 5)]
)
def test_the_grade_counts_the_levels_of_which_most_tries_fail(hits: tuple[int, ...], grade: int) -> None:
    assert grade_of({str(level): (found, 3) for level, found in enumerate(hits)}) == grade
