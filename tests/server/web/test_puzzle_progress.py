"""The rules of the streak, of answers and of runs."""

from datetime import date, timedelta

import msgspec
import pytest

from shoal.coach.puzzles import puzzles_of
from shoal.core import find_game, game_names
from shoal.server.web.puzzle_progress import MISSES, RUN_MS, PuzzleProgress, PuzzleRun, daily_puzzle, run_puzzles

DAY = date(2026, 11, 20)
PUZZLES = puzzles_of(find_game("penguins"))
PUZZLE = PUZZLES[0]
RIGHT, WRONG = PUZZLE.best.step, PUZZLE.others[0].step


def after(days: str) -> PuzzleProgress:
    """One daily puzzle a day: `r` is answered rightly, `w` wrongly, `-` not at all."""
    progress = PuzzleProgress()
    for number, letter in enumerate(days):
        puzzle = PUZZLES[number]
        if letter != "-":
            step = puzzle.best.step if letter == "r" else puzzle.others[0].step
            progress = progress.answered_daily(puzzle, step, DAY + timedelta(days=number))
    return progress


@pytest.mark.parametrize(
    ("days", "today", "streak", "best"),
    [
        ("", 0, 0, 0),
        ("r", 0, 1, 1),
        ("rrr", 2, 3, 3),
        ("rrr", 3, 3, 3),
        ("rrr", 4, 0, 3),
        ("rrw", 2, 0, 2),
        ("rrw", 3, 0, 2),
        ("rwr", 2, 1, 1),
        ("r-r", 2, 1, 1),
        ("rr-rrr", 5, 3, 3),
    ],
)
def test_the_streak_counts_days_in_a_row_up_to_today_or_yesterday(
    days: str, today: int, streak: int, best: int
) -> None:
    progress = after(days)
    assert progress.streak_on(DAY + timedelta(days=today)) == streak
    assert progress.best_streak == best


def test_of_a_day_only_the_first_answer_counts() -> None:
    wrong_first = PuzzleProgress().answered_daily(PUZZLE, WRONG, DAY).answered_daily(PUZZLE, RIGHT, DAY)
    assert (wrong_first.streak_on(DAY), wrong_first.daily_right, wrong_first.solved) == (0, False, 1)
    right_first = PuzzleProgress().answered_daily(PUZZLE, RIGHT, DAY).answered_daily(PUZZLE, WRONG, DAY)
    assert (right_first.streak_on(DAY), right_first.daily_right) == (1, True)


def test_the_solution_is_open_only_after_it_was_found_or_asked_for_after_an_answer() -> None:
    nobody = PuzzleProgress()
    assert nobody.given_up(PUZZLE) == nobody
    wrong = nobody.answered(PUZZLE, WRONG)
    assert not wrong.answers[PUZZLE.id].may_see_solution
    assert wrong.given_up(PUZZLE).answers[PUZZLE.id].may_see_solution
    assert wrong.given_up(PUZZLE).solved == 0
    assert wrong.answered(PUZZLE, RIGHT).answers[PUZZLE.id].may_see_solution
    assert wrong.given_up(PUZZLE).answered(PUZZLE, RIGHT).solved == 0, "it was shown before"


def test_a_run_ends_with_the_time_and_with_the_third_miss() -> None:
    run = PuzzleRun("seed", "penguins", 1_000)
    order = run_puzzles(run)
    progress = PuzzleProgress(run=run)
    for number in range(MISSES):
        assert progress.run is not None
        assert progress.run.left(2_000) == RUN_MS - 1_000
        progress = progress.ran(order[number], order[number].others[0].step, number, 2_000)
    assert progress.run is not None
    assert progress.run.left(2_000) == 0
    late = PuzzleProgress(run=run).ran(order[0], order[0].best.step, 0, 1_000 + RUN_MS)
    assert late == PuzzleProgress(run=run), "the time was over"


def test_an_answer_counts_once_and_only_for_the_puzzle_whose_turn_it_is() -> None:
    run = PuzzleRun("seed", "", 0)
    order = run_puzzles(run)
    once = PuzzleProgress(run=run).ran(order[0], order[0].best.step, 0, 1)
    assert once.ran(order[0], order[0].best.step, 0, 2) == once
    assert once.ran(order[4], order[4].best.step, 4, 2) == once
    assert once.best_runs == {"": 1}


def test_the_best_run_stays_when_a_new_one_begins() -> None:
    progress = PuzzleProgress(run=PuzzleRun("another", "penguins", 0), best_runs={"penguins": 9, "": 4})
    order = run_puzzles(PuzzleRun("another", "penguins", 0))
    assert progress.ran(order[0], order[0].best.step, 0, 1).best_runs == {"penguins": 9, "": 4}


@pytest.mark.parametrize("game", ["", *game_names()])
def test_no_run_has_the_puzzle_of_the_day(game: str) -> None:
    for day in range(3):
        at = 1_795_132_800_000 + day * 24 * 3600 * 1000
        daily = daily_puzzle(DAY + timedelta(days=day))
        assert daily is not None
        assert daily.id not in [puzzle.id for puzzle in run_puzzles(PuzzleRun("seed", game, at))]


def test_progress_is_kept_as_json() -> None:
    progress = after("rrw").answered(PUZZLES[5], PUZZLES[5].best.step).ran(PUZZLE, RIGHT, 0, 1)
    assert msgspec.json.decode(msgspec.json.encode(progress), type=PuzzleProgress) == progress
