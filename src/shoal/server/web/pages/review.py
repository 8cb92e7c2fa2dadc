"""The review of a finished game: its page, at any step, and the request to have it computed."""

from typing import Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from shoal.coach.answers import TriedAnswer
from shoal.coach.hint import percent, signed
from shoal.core import CHANCE, NotationError, Say, Seat, ShoalError, Text, View, msg
from shoal.core.judging import EFFORTS, Effort
from shoal.server.coaching.coach_process import SeatPosition
from shoal.server.coaching.table_review import TableReview, deeper
from shoal.server.errors import CoachBusy, NotPermitted
from shoal.server.tables.access import may_read_record, viewer_for
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.web.forms import form_fields, whole_number
from shoal.server.web.request_context import RequestContext
from shoal.server.web.review_board import ReviewBoard, board_at, exercise_board
from shoal.server.web.review_presenter import describe_step, present_review
from shoal.server.web.table_presenter import LegalStep, paints, present
from shoal.server.web.templating import render_table

__all__ = ["HANDLERS", "reviewable_table"]

#: How soon a page looks again how far the review has come: before its first steps, and from then on.
_FIRST_LOOK_MS: Final = 300
_LOOK_MS: Final = 1000


class _Wish(msgspec.Struct, frozen=True):
    """What of a review the address asks for."""

    step: int | None
    walked: int
    exercise: bool
    tried: str
    effort: Effort | None


class _TriedStep(msgspec.Struct, frozen=True):
    """What became of a step that was tried in an exercise."""

    solved: bool
    words: str


def _wish(context: RequestContext) -> _Wish:
    query = context.request.query_params
    effort = next((one for one in EFFORTS if one == query.get("effort")), None)
    return _Wish(
        whole_number({"step": query.get("step", "")}, "step"),
        whole_number({"line": query.get("line", "")}, "line") or 0,
        "exercise" in query,
        query.get("try", ""),
        effort,
    )


async def reviewable_table(context: RequestContext, table_id: str) -> TableSnapshot:
    """A table whose review this person may see: the game is over, and they may have its record."""
    snapshot = await context.table(table_id)
    if not snapshot.over or not may_read_record(snapshot, context.person.id):
        raise NotPermitted(msg("the review is open when the game is over"))
    return snapshot


async def _page(
    context: RequestContext, snapshot: TableSnapshot, *, refused: ShoalError | None = None, status: int = 200
) -> Response[str]:
    """The page of a review, as far as it is computed."""
    game, wish = snapshot.game, _wish(context)
    say = context.say(game)
    found = await context.reviews.find(context.owner, snapshot, wish.effort)
    review = found.review if found is not None else None
    values: dict[str, object] = {
        "id": snapshot.row.id,
        "game": {"name": game.name, "title": say(game.title), "has_page": game.page() is not None},
        "snapshot": snapshot,
        "paints": paints(snapshot),
        "refused": say(refused.text) if refused is not None else None,
        "found": found,
        "effort": wish.effort,
        "review": None,
        "poll": _look_again_ms(found),
    }
    if found is not None and review is not None:
        reader = viewer_for(snapshot, context.person.id).viewer
        number = _step_number(wish, found)
        judged = review.steps[number - 1] if number <= len(review.steps) else None
        details = describe_step(found, review, number, snapshot.names, say, reader)
        trial, exercise = None, wish.exercise and details is not None and details.exercise
        if exercise and judged is not None:
            board = exercise_board(found.replay, number, judged.seat)
            trial = await _try(context, snapshot, found, board.view, number, wish.tried, say)
        else:
            board = board_at(found.replay, number, judged, wish.walked, reader)
        values |= {
            "review": present_review(found, review, snapshot.names, say, reader),
            "presentation": present(snapshot, context.person.id, say, step=board.shown),
            "number": number,
            "last": found.total + 1,
            "details": details,
            "exercise": exercise,
            "trial": trial,
            "legal_steps": _legal_steps(found, number, board, say) if exercise else [],
            "board": render_table(game, board.view, snapshot.names, say, board.marked),
            "walked": board.walked,
            "way": board.way,
            "signed": signed,
            "deeper": deeper(found.effort) if found.whole else None,
            "steps_with_exercise": [step.number + 1 for step in review.steps if _is_missed(step.mark)],
        }
    return context.page("review.html", values, say=say, status=status)


def _is_missed(mark: str | None) -> bool:
    return mark in ("inaccuracy", "mistake", "blunder")


def _look_again_ms(found: TableReview | None) -> int:
    """When the page should look again; 0 if nothing more comes."""
    if found is None or found.whole or found.failed:
        return 0
    return _LOOK_MS if found.steps else _FIRST_LOOK_MS


def _step_number(wish: _Wish, found: TableReview) -> int:
    """The step to look at, from 1; without a wish, the first one that a player took."""
    if wish.step is None:
        takers = found.replay.history.takers
        return next((number for number, taker in enumerate(takers, start=1) if taker != CHANCE), 1)
    return max(1, min(wish.step, found.total + 1))


def _legal_steps(found: TableReview, number: int, board: ReviewBoard, say: Say) -> list[LegalStep]:
    state = found.replay.states[number - 1]
    return [LegalStep(str(step), " ".join(step.tokens), say(state.describe(step))) for step in board.view.legal]


async def _try(
    context: RequestContext,
    snapshot: TableSnapshot,
    found: TableReview,
    view: View,
    number: int,
    tried: str,
    say: Say,
) -> _TriedStep | None:
    """What becomes of a step that is tried in the position of an exercise, which its seat sees as `view`."""
    if not tried:
        return None
    try:
        step = found.replay.states[number - 1].parse(tried)
    except NotationError as error:
        return _TriedStep(solved=False, words=say(error.text))
    if step not in view.legal:
        return _TriedStep(solved=False, words=say(msg("{step} is not possible here.", step=tried[:40])))
    judged = found.steps[number - 1]
    position = SeatPosition(snapshot.game, snapshot.row.options, view)
    if str(step) == judged.best:
        return _TriedStep(solved=True, words=say(msg("{step}: that is the best step.", step=judged.best)))
    try:
        answer = await context.coach.try_step(context.owner, position, str(step), found.effort)
    except CoachBusy as error:
        return _TriedStep(solved=False, words=say(error.text))
    return _judge_trial(answer, judged.seat, judged.step, say)


def _judge_trial(answer: TriedAnswer, seat: Seat, played: str, say: Say) -> _TriedStep:
    step = answer.tried.step
    if answer.mark in ("best", "good", "forced"):
        return _TriedStep(solved=True, words=say(msg("{step}: that is as good as the best step.", step=step)))
    cost: Text = percent(max(0.0, answer.cost.chance))
    again = msg("{step} was played; look for a better one.", step=step)
    if answer.cost.chance > 0:
        words = msg("{step}: {cost} less likely to win than with the best step.", step=step, cost=cost)
    else:
        words = msg(
            "{step}: {points} points less than with the best step.",
            step=step,
            points=signed(answer.cost.points).lstrip("+"),
        )
    following = again if step == played else msg("Try again.")
    return _TriedStep(solved=False, words=f"{say(words)} {say(following)}")


@get("/tables/{table_id:str}/review", name="review")
async def review(context: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str]:
    """The review of a game at a step (`?step=`), on its better line (`&line=`), or as an exercise (`&exercise`)."""
    return await _page(context, await reviewable_table(context, table_id))


@post("/tables/{table_id:str}/review", name="begin_review")
async def begin_review(context: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str] | Redirect:
    """Have the review computed, and show it."""
    fields = await form_fields(context.request)
    snapshot = await reviewable_table(context, table_id)
    effort = next((one for one in EFFORTS if one == fields.get("effort")), None)
    try:
        await context.reviews.begin(context.owner, snapshot, effort)
    except CoachBusy as error:
        return await _page(context, snapshot, refused=error, status=503)
    return context.redirect(f"/tables/{table_id}/review" + (f"?effort={effort}" if effort is not None else ""))


HANDLERS = [review, begin_review]
