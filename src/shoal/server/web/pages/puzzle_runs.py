"""Runs against the clock: as many puzzles as possible in three minutes, ever harder ones; the third miss ends it.

The time is the server's, and each answer says which puzzle of the run it is for: stopping the clock on the page, going
back or sending an answer twice gains nothing.
"""

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.response import Redirect
from msgspec.structs import replace

from shoal.coach.puzzles import puzzles_of, replay_puzzle
from shoal.core import find_game, game_names, msg, msgs
from shoal.core.text import Text
from shoal.server.errors import NotFound, game_named
from shoal.server.ids import new_id
from shoal.server.timestamps import now
from shoal.server.web.forms import form_fields, whole_number
from shoal.server.web.puzzle_presenter import present_question
from shoal.server.web.puzzle_progress import (
    MISSES,
    PuzzleRun,
    change_progress,
    read_progress,
    run_puzzles,
)
from shoal.server.web.request_context import RequestContext

__all__ = ["HANDLERS"]

_RUN: Final = "/puzzles/run"


class RunNotFound(NotFound):
    """The person has not begun a run."""

    def __init__(self) -> None:
        super().__init__(msg("no run has begun: begin one on the page of the puzzles"))


@get(_RUN, name="puzzle_run")
async def puzzle_run(context: NamedDependency[RequestContext]) -> Response[str]:
    """The run: its next puzzle, or its result."""
    progress = await read_progress(context.tables.store, context.person.id)
    run = progress.run
    if run is None:
        raise RunNotFound
    order = run_puzzles(run)
    number, left = len(run.answers), run.left(now())
    puzzle = order[number] if left and number < len(order) else None
    games = [find_game(name) for name in game_names()]
    say = context.say(*games)
    last_right = run.answers[-1][1] if run.answers else None
    values = {
        "run": run,
        "left": left,
        "number": number,
        "misses_left": MISSES - run.misses,
        "told": say(_told(last_right)) if last_right is not None else "",
        "last_right": last_right,
        "puzzle": None if puzzle is None else present_question(puzzle, say),
        "styles": [game.name for game in games if game.page() is not None],
        "best": progress.best_runs.get(run.game, 0),
        "answers": [] if puzzle is not None else _answers(context, run),
        "score": say(msgs("{count} puzzle solved", "{count} puzzles solved", run.solved)),
    }
    return context.page("puzzle_run.html", values, say=say)


def _told(right: bool) -> Text:  # noqa: FBT001 - it is what is told
    return msg("Right!") if right else msg("Wrong.")


def _answers(context: RequestContext, run: PuzzleRun) -> list[tuple[str, str, bool]]:
    """The puzzles of a run that is over, to look at them again: address, title, whether it was solved."""
    homes = {puzzle.id: game for game in map(find_game, game_names()) for puzzle in puzzles_of(game)}
    return [
        (f"/puzzles/{homes[id_].name}/{id_}", context.say(homes[id_])(homes[id_].title), right)
        for id_, right in run.answers
        if id_ in homes
    ]


@post(_RUN, name="answer_run")
async def answer_run(context: NamedDependency[RequestContext]) -> Redirect:
    """Begin a run, or answer its present puzzle."""
    fields = await form_fields(context.request)
    store = context.tables.store
    if "step" not in fields:
        game = fields.get("game", "")
        if game and not puzzles_of(game_named(game)):
            raise NotFound
        begun = PuzzleRun(new_id(), game, now())
        person = await context.store_person()
        await change_progress(store, person.id, lambda progress: replace(progress, run=begun))
        return context.redirect(_RUN)
    run = (await read_progress(store, context.person.id)).run
    if run is None:
        raise RunNotFound
    number, at = whole_number(fields, "number"), now()
    order = run_puzzles(run)
    if number is not None and number == len(run.answers) and number < len(order):
        puzzle = order[number]
        step = str(replay_puzzle(puzzle).step(fields["step"]))
        await change_progress(store, context.person.id, lambda progress: progress.ran(puzzle, step, number, at))
    return context.redirect(_RUN)


HANDLERS = [puzzle_run, answer_run]
