"""What a person has done with puzzles, as one value that is stored for them: answers, the streak, runs.

The rules: of each puzzle the first answer counts. A day counts for the streak if the first answer to its daily puzzle
was right; the streak is the number of such days in a row, up to today or yesterday. The solution of a puzzle may be
shown once it was solved, or given up after an answer. A run lasts three minutes by the server's clock, or until the
third miss; its puzzles follow from its seed, so that looking at it again brings no others.
"""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from shoal.coach.puzzles import Puzzle, day_of, puzzle_of_day, puzzles_of, run_order
from shoal.core import find_game, game_names
from shoal.server.timestamps import now
from shoal.store import PuzzleProgressRow, Store, StoreUnavailable

__all__ = [
    "MISSES",
    "RUN_MS",
    "PuzzleAnswer",
    "PuzzleProgress",
    "PuzzleRun",
    "change_progress",
    "daily_puzzle",
    "read_progress",
    "run_puzzles",
]

#: How long a run lasts, and how many misses end it.
RUN_MS: Final = 3 * 60 * 1000
MISSES: Final = 3
_TRIES: Final = 5


class PuzzleAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first answer to a puzzle."""

    step: str
    right: bool
    #: Whether it was solved since, or the solution was asked for.
    solved: bool = False
    given_up: bool = False

    @property
    def may_see_solution(self) -> bool:
        return self.right or self.solved or self.given_up


class PuzzleRun(msgspec.Struct, frozen=True, omit_defaults=True):
    """A run against the clock: the answers so far, in the order of its puzzles."""

    seed: str
    #: The name of the game; empty for all games together.
    game: str
    began_at: int
    #: The id of each puzzle, and whether the answer was right.
    answers: tuple[tuple[str, bool], ...] = ()

    @property
    def solved(self) -> int:
        return sum(right for _, right in self.answers)

    @property
    def misses(self) -> int:
        return len(self.answers) - self.solved

    def left(self, at: int) -> int:
        """The milliseconds that are left; 0 when the run is over."""
        return 0 if self.misses >= MISSES else max(0, self.began_at + RUN_MS - at)


class PuzzleProgress(msgspec.Struct, frozen=True, omit_defaults=True):
    """All of it."""

    #: By the id of the puzzle.
    answers: dict[str, PuzzleAnswer] = {}
    #: The latest day whose daily puzzle was answered, and whether that was right.
    daily: date | None = None
    daily_right: bool = False
    #: How long the streak was on the latest day that counts for it, and the longest ever.
    streak: int = 0
    streak_day: date | None = None
    best_streak: int = 0
    run: PuzzleRun | None = None
    #: The most puzzles solved in a run, by game.
    best_runs: dict[str, int] = {}

    @property
    def solved(self) -> int:
        """How many puzzles were solved, with the first answer or a later one."""
        return sum(answer.right or answer.solved for answer in self.answers.values())

    def streak_on(self, today: date) -> int:
        """The streak as it stands: a day that was missed, or answered wrongly, has ended it."""
        if self.streak_day is None or self.streak_day < today - timedelta(days=1):
            return 0
        return 0 if self.daily == today and not self.daily_right else self.streak

    def answered(self, puzzle: Puzzle, step: str) -> "PuzzleProgress":
        """After an answer: the first one counts, a later one may still solve the puzzle."""
        right, known = step == puzzle.best.step, self.answers.get(puzzle.id)
        if known is None:
            answer = PuzzleAnswer(step, right)
        elif right and not known.may_see_solution:
            answer = replace(known, solved=True)
        else:
            return self
        return replace(self, answers={**self.answers, puzzle.id: answer})

    def given_up(self, puzzle: Puzzle) -> "PuzzleProgress":
        """After the solution was asked for; nothing changes before the first answer."""
        known = self.answers.get(puzzle.id)
        if known is None or known.may_see_solution:
            return self
        return replace(self, answers={**self.answers, puzzle.id: replace(known, given_up=True)})

    def answered_daily(self, puzzle: Puzzle, step: str, today: date) -> "PuzzleProgress":
        """After an answer to the puzzle of today."""
        if self.daily == today:
            return self.answered(puzzle, step)
        # Who had answered this puzzle at another time answers it anew: the first answer of the day counts.
        right = step == puzzle.best.step
        streak = self.streak_on(today) + 1 if right else 0
        answers = {**self.answers, puzzle.id: PuzzleAnswer(step, right)}
        day = replace(self, answers=answers, daily=today, daily_right=right)
        if not right:
            return day
        return replace(day, streak=streak, streak_day=today, best_streak=max(self.best_streak, streak))

    def ran(self, puzzle: Puzzle, step: str, number: int, at: int) -> "PuzzleProgress":
        """After an answer to puzzle `number` of the run, if it is that puzzle's turn and there is time left."""
        run = self.run
        if run is None or number != len(run.answers) or not run.left(at):
            return self
        run = replace(run, answers=(*run.answers, (puzzle.id, step == puzzle.best.step)))
        best = max(self.best_runs.get(run.game, 0), run.solved)
        return replace(self, run=run, best_runs={**self.best_runs, run.game: best})


def run_puzzles(run: PuzzleRun) -> list[Puzzle]:
    """The puzzles of a run in their order, without the daily one of the day on which it began."""
    daily = daily_puzzle(day_of(run.began_at))
    names = [run.game] if run.game in game_names() else game_names()
    having = [puzzle for name in names for puzzle in puzzles_of(find_game(name))]
    return run_order([puzzle for puzzle in having if daily is None or puzzle.id != daily.id], run.seed)


def daily_puzzle(day: date) -> Puzzle | None:
    """The puzzle of a day; None if no installed game has puzzles."""
    games = [puzzles_of(find_game(name)) for name in game_names()]
    return puzzle_of_day(games, day) if any(games) else None


async def read_progress(store: Store, person_id: str) -> PuzzleProgress:
    """What a person has done so far."""
    row = await store.puzzle_progress(person_id)
    return PuzzleProgress() if row is None else _decode(row)


async def change_progress(
    store: Store, person_id: str, change: Callable[[PuzzleProgress], PuzzleProgress]
) -> PuzzleProgress:
    """Change what is stored of a person; if two requests do at the same moment, one after the other."""
    for _ in range(_TRIES):
        row = await store.puzzle_progress(person_id)
        before = PuzzleProgress() if row is None else _decode(row)
        after = change(before)
        version = 1 if row is None else row.version + 1
        if after == before or await store.save_puzzle_progress(
            PuzzleProgressRow(person_id, msgspec.json.encode(after), version, now())
        ):
            return after
    raise StoreUnavailable("too many answers at the same moment")


def _decode(row: PuzzleProgressRow) -> PuzzleProgress:
    return msgspec.json.decode(row.progress, type=PuzzleProgress)
