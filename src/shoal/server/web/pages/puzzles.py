"""Puzzles: the overview, the puzzle of the day, and single ones to practise with.

A page shows the solution only to somebody whose answer is stored. So an answer is a POST, which stores it and leads
back to the page with the answer in its address (`?tried=`); without a stored answer, that is left out of account.
"""

from typing import Final
from urllib.parse import quote

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from shoal.coach.puzzles import GRADES, Puzzle, day_of, find_puzzle, puzzles_of, replay_puzzle
from shoal.core import Game, ShoalError, find_game, game_names, msg
from shoal.core.translations import has_rules
from shoal.server.errors import NotFound, game_named
from shoal.server.timestamps import now
from shoal.server.web.forms import form_fields, whole_number
from shoal.server.web.puzzle_presenter import present_puzzle, present_question
from shoal.server.web.puzzle_progress import (
    PuzzleAnswer,
    PuzzleProgress,
    change_progress,
    daily_puzzle,
    read_progress,
    run_puzzles,
)
from shoal.server.web.request_context import RequestContext

__all__ = ["HANDLERS", "PuzzleNotFound"]

_TODAY: Final = "/puzzles/today"
_RUN: Final = "/puzzles/run"


class PuzzleNotFound(NotFound):
    """There is no such puzzle."""

    def __init__(self) -> None:
        super().__init__(msg("there is no such puzzle"))


def _named(game_name: str, puzzle_id: str) -> Puzzle:
    game_named(game_name)
    try:
        return find_puzzle(game_name, puzzle_id)
    except ShoalError:
        raise PuzzleNotFound from None


def _daily() -> Puzzle:
    puzzle = daily_puzzle(day_of(now()))
    if puzzle is None:
        raise PuzzleNotFound
    return puzzle


def _busy_elsewhere(puzzle: Puzzle, progress: PuzzleProgress) -> str | None:
    """Where the puzzle counts for more than practice, so that it is not answered here first: today's, or in a run."""
    daily, run = daily_puzzle(day_of(now())), progress.run
    if daily is not None and puzzle.id == daily.id:
        return _TODAY
    if run is not None and run.left(now()):
        order = run_puzzles(run)
        if len(run.answers) < len(order) and order[len(run.answers)].id == puzzle.id:
            return _RUN
    return None


@get("/puzzles", name="puzzles")
async def puzzles(context: NamedDependency[RequestContext]) -> Response[str]:
    """The puzzle of the day, the streak, a run against the clock, and puzzles by game and difficulty."""
    progress = await read_progress(context.tables.store, context.person.id)
    today = day_of(now())
    daily = daily_puzzle(today)
    games = [_game_values(context, find_game(name), progress) for name in game_names() if puzzles_of(find_game(name))]
    values = {
        "daily": None if daily is None else context.say(find_game(daily.game))(find_game(daily.game).title),
        "daily_done": progress.daily == today,
        "daily_right": progress.daily_right,
        "streak": progress.streak_on(today),
        "best_streak": progress.best_streak,
        "solved": progress.solved,
        "games": games,
        "run_going": progress.run is not None and bool(progress.run.left(now())),
        "best_run": progress.best_runs.get("", 0),
    }
    return context.page("puzzles.html", values)


def _game_values(context: RequestContext, game: Game, progress: PuzzleProgress) -> dict[str, object]:
    say = context.say(game)
    having = puzzles_of(game)
    solved = {id_ for id_, answer in progress.answers.items() if answer.right or answer.solved}
    return {
        "name": game.name,
        "title": say(game.title),
        "best_run": progress.best_runs.get(game.name, 0),
        "grades": [
            (
                grade,
                say(words),
                sum(one.grade == grade for one in having),
                sum(one.grade == grade and one.id in solved for one in having),
            )
            for grade, words in GRADES.items()
            if any(one.grade == grade for one in having)
        ],
    }


@get("/puzzles/next", name="next_puzzle")
async def next_puzzle(context: NamedDependency[RequestContext]) -> Redirect:
    """On to a puzzle of `?game=` and `?grade=` that the person has not answered, after the one in `?after=`."""
    query = context.request.query_params
    game, grade = game_named(query.get("game", "")), whole_number({"grade": query.get("grade", "")}, "grade")
    progress = await read_progress(context.tables.store, context.person.id)
    having = [one for one in puzzles_of(game) if grade in (None, one.grade)]
    if not having:
        raise PuzzleNotFound
    at = next((number for number, one in enumerate(having, start=1) if one.id == query.get("after", "")), 0)
    ahead = having[at:] + having[:at]
    found = next((one for one in ahead if one.id not in progress.answers), ahead[0])
    return context.redirect(f"/puzzles/{game.name}/{found.id}" + (f"?grade={grade}" if grade is not None else ""))


@get(_TODAY, name="daily_puzzle")
async def today(context: NamedDependency[RequestContext]) -> Response[str]:
    """The puzzle of the day, which is the same for everybody."""
    puzzle = _daily()
    progress = await read_progress(context.tables.store, context.person.id)
    answer = progress.answers.get(puzzle.id) if progress.daily == day_of(now()) else None
    return _page(context, puzzle, progress, answer, daily=True)


@post(_TODAY, name="answer_daily")
async def answer_today(context: NamedDependency[RequestContext]) -> Redirect:
    """Answer the puzzle of the day, or ask for its solution after that."""
    puzzle, day = _daily(), day_of(now())
    fields = await form_fields(context.request)
    if fields.get("act") == "give_up":
        await _change_given_up(context, puzzle, daily=True)
        return context.redirect(_TODAY)
    step = str(replay_puzzle(puzzle).step(fields.get("step", "")))
    person = await context.store_person()
    await change_progress(context.tables.store, person.id, lambda progress: progress.answered_daily(puzzle, step, day))
    return context.redirect(f"{_TODAY}?tried={quote(step)}")


@get("/puzzles/{game_name:str}/{puzzle_id:str}", name="puzzle")
async def practise(
    context: NamedDependency[RequestContext], game_name: FromPath[str], puzzle_id: FromPath[str]
) -> Response[str] | Redirect:
    """A puzzle to practise with."""
    puzzle = _named(game_name, puzzle_id)
    progress = await read_progress(context.tables.store, context.person.id)
    if (elsewhere := _busy_elsewhere(puzzle, progress)) is not None:
        return context.redirect(elsewhere)
    return _page(context, puzzle, progress, progress.answers.get(puzzle.id), daily=False)


@post("/puzzles/{game_name:str}/{puzzle_id:str}", name="answer_puzzle")
async def answer(
    context: NamedDependency[RequestContext], game_name: FromPath[str], puzzle_id: FromPath[str]
) -> Redirect:
    """Answer a puzzle, or ask for its solution after that."""
    puzzle = _named(game_name, puzzle_id)
    fields = await form_fields(context.request)
    progress = await read_progress(context.tables.store, context.person.id)
    if (elsewhere := _busy_elsewhere(puzzle, progress)) is not None:
        return context.redirect(elsewhere)
    path = f"/puzzles/{puzzle.game}/{puzzle.id}"
    grade = whole_number(fields, "grade")
    again = f"grade={grade}" if grade is not None else ""
    if fields.get("act") == "give_up":
        await _change_given_up(context, puzzle, daily=False)
        return context.redirect(f"{path}?{again}".rstrip("?"))
    step = str(replay_puzzle(puzzle).step(fields.get("step", "")))
    person = await context.store_person()
    await change_progress(context.tables.store, person.id, lambda progress: progress.answered(puzzle, step))
    return context.redirect(f"{path}?tried={quote(step)}&{again}".rstrip("&"))


async def _change_given_up(context: RequestContext, puzzle: Puzzle, *, daily: bool) -> None:
    """Open the solution for somebody who has answered; for anybody else nothing changes, and nobody is stored."""
    day = day_of(now())
    await change_progress(
        context.tables.store,
        context.person.id,
        lambda progress: progress if daily and progress.daily != day else progress.given_up(puzzle),
    )


def _page(
    context: RequestContext,
    puzzle: Puzzle,
    progress: PuzzleProgress,
    answered: PuzzleAnswer | None,
    *,
    daily: bool,
) -> Response[str]:
    """The page of a puzzle; `answered` is the stored answer that lets the person see what comes of a step."""
    game = find_game(puzzle.game)
    say = context.say(game)
    query = context.request.query_params
    if answered is None:
        shown = present_question(puzzle, say)
    else:
        shown = present_puzzle(
            puzzle,
            say,
            answer=query.get("tried") or answered.step,
            solution_open=answered.may_see_solution,
            shown=whole_number({"line": query.get("line", "")}, "line") or 0,
        )
    grade = whole_number({"grade": query.get("grade", "")}, "grade")
    day = day_of(now())
    values = {
        "puzzle": shown,
        "has_page": game.page() is not None,
        "rules": has_rules(game),
        "daily": daily,
        "action": _TODAY if daily else f"/puzzles/{puzzle.game}/{puzzle.id}",
        "grade": grade,
        "first_right": answered is not None and answered.right,
        "solution_open": answered is not None and not shown.legal_steps and shown.finders != "",
        "streak": progress.streak_on(day),
        "best_streak": progress.best_streak,
        "solved": progress.solved,
    }
    return context.page("puzzle.html", values, say=say)


HANDLERS = [puzzles, next_puzzle, today, answer_today, practise, answer]
