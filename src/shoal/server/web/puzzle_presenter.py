"""The values of a page with a puzzle. The position is what its seat is shown, and the solution stays out until the
person may see it: whoever calls this says so.
"""

from collections.abc import Sequence

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from shoal.coach.puzzles import (
    GRADES,
    Puzzle,
    PuzzlePosition,
    replay_puzzle,
    tell_finders,
    tell_right,
    tell_solution,
    tell_task,
    tell_wrong,
)
from shoal.core import Say, State, seat_name
from shoal.server.web.table_presenter import LegalStep
from shoal.server.web.templating import render_table

__all__ = ["PuzzlePresentation", "PuzzleVerdict", "present_puzzle", "present_question"]


class PuzzleVerdict(msgspec.Struct, frozen=True):
    """What became of an answer, in words: a heading and what follows from the step."""

    right: bool
    heading: str
    words: tuple[str, ...]


class PuzzlePresentation(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about the position on the page."""

    id: str
    game: str
    title: str
    grade: str
    grade_number: int
    task: str
    board: Markup
    #: What the seat knows beside what the board shows.
    known: tuple[str, ...]
    legal_steps: Sequence[LegalStep] = ()
    verdict: PuzzleVerdict | None = None
    #: The step whose line is shown, after how many steps of the line, and how many there are.
    tried: str = ""
    shown: int = 0
    length: int = 0
    finders: str = ""


def present_question(puzzle: Puzzle, say: Say) -> PuzzlePresentation:
    """The puzzle to somebody who is to find the step."""
    position = replay_puzzle(puzzle)
    return replace(_presented(position, say, position.state), legal_steps=_legal_steps(position, say))


def present_puzzle(puzzle: Puzzle, say: Say, *, answer: str, solution_open: bool, shown: int = 0) -> PuzzlePresentation:
    """The puzzle after an answer. An answer that is no step of it raises `ShoalError`.

    With the solution open, nothing is left to find; otherwise the person may try again.
    """
    position = replay_puzzle(puzzle)
    step = str(position.step(answer))
    if step == puzzle.best.step:
        told, solution_open, right = tell_right(position), True, True
    elif solution_open:
        told, step, right = tell_solution(position), puzzle.best.step, False
    else:
        told, right = tell_wrong(position, step), False
    heading, *words = (say(text) for text in told)
    tried = puzzle.tried(step)
    walked = position.walk((step, *(tried.line if tried is not None else ())))
    shown = max(0, min(shown, len(walked)))
    return replace(
        _presented(position, say, walked[shown - 1] if shown else position.state),
        legal_steps=() if solution_open or shown else _legal_steps(position, say),
        verdict=PuzzleVerdict(right, heading, tuple(words)),
        tried=step,
        shown=shown,
        length=len(walked),
        finders=say(tell_finders(puzzle)) if solution_open else "",
    )


def _presented(position: PuzzlePosition, say: Say, state: State) -> PuzzlePresentation:
    puzzle, game = position.puzzle, position.game
    view = game.displayed(state.view(position.seat))
    return PuzzlePresentation(
        id=puzzle.id,
        game=game.name,
        title=say(game.title),
        grade=say(GRADES[puzzle.grade]),
        grade_number=puzzle.grade,
        task=say(tell_task(puzzle)),
        board=render_table(game, view, [seat_name(seat) for seat in range(len(state.scores))], say),
        known=tuple(say(text) for text in game.known_beside(view)),
    )


def _legal_steps(position: PuzzlePosition, say: Say) -> list[LegalStep]:
    return [
        LegalStep(str(step), " ".join(step.tokens), say(position.state.describe(step)))
        for step in position.displayed.legal
    ]
