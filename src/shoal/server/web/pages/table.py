"""A table: its page now and after any step, and everything that can be done there."""

import string
from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from shoal.core import Seat, ShoalError, msg, parse_seat
from shoal.players import bot_names, usual_opponent
from shoal.server.errors import NotYours
from shoal.server.security.identity import clean_name
from shoal.server.tables.commands import Asking, course_for, do, known_bot, open_record
from shoal.server.tables.service import TableNotFound
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.web.forms import number_in, words_in
from shoal.server.web.new_table_form import apart, bot_title
from shoal.server.web.request_context import RequestContext
from shoal.server.web.table_presenter import in_front, present
from shoal.server.web.templating import draw_picture
from shoal.store import Seating, StoreAway

__all__ = ["HANDLERS", "table_page"]

_LETTERS: Final = string.ascii_uppercase


def _front(visit: RequestContext, course: TableSnapshot) -> Seat | None:
    front = visit.request.query_params.get("front")
    return parse_seat(front, len(course.seats)) if front else None


def _step(visit: RequestContext) -> int | None:
    return number_in({"step": visit.request.query_params.get("step", "")}, "step")


def _secret(visit: RequestContext) -> str:
    secret = visit.request.query_params.get("invited", "")
    return secret if secret.isascii() else ""


def table_page(
    visit: RequestContext, course: TableSnapshot, *, refused: ShoalError | None = None, status: int = 200
) -> Response[str]:
    """The page of a table as this visitor may see it."""
    game = course.game
    say = visit.say(game)
    secret = _secret(visit)
    front = _front(visit, course)
    sight = present(course, visit.person.id, say, front=front, step=_step(visit))
    mine = course.seats_of(visit.person.id)
    values = {
        "course": course,
        "id": course.row.id,
        "game": {"name": game.name, "title": say(game.title), "look": game.page() is not None},
        "sight": sight,
        "mine": mine,
        "front": front,
        "watching": visit.hall.watching(course.row.id),
        "mark": visit.hall.mark(course),
        "refused": say(refused.text) if refused is not None else None,
        "invitation": f"/tables/{course.row.id}?invited={visit.hall.invitation(course.row.id)}" if mine else None,
        "secret": secret,
        "open_seats": [seat for seat in course.seats if seat.kind == "open"],
        "may_sit": bool(secret) and visit.hall.is_invited(course.row.id, secret) and not mine,
        "may_undo": [seat for seat in mine if course.table.can_undo(seat)] if not course.over else [],
        "asked": course.asking is not None and bool(mine) and course.asking not in mine,
        "odds_possible": game.page() is not None and not course.odds_shown and bool(mine) and not course.over,
        "odds_wanted": bool(course.with_odds.intersection(mine)),
        "may_settle": bool(mine) and not course.over and course.table.finish_offered(),
        "settled": bool(course.settling.intersection(mine)),
        "bots": [(bot, bot_title(game, bot, say)) for bot in bot_names(game)],
        "usual": usual_opponent(game),
        "waiting_for": ", ".join(course.names[seat] for seat in course.to_act),
        "my_turn": any(seat in course.to_act for seat in mine),
    }
    return visit.page("table.html", values, say=say, status=status)


@get("/tables/{table_id:str}", name="table")
async def table(visit: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str]:
    """A table now, or after an earlier step (`?step=`)."""
    return table_page(visit, await course_for(visit, table_id, _secret(visit)))


@post("/tables/{table_id:str}", name="act")
async def act(visit: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str] | Redirect:
    """Do something at a table: what, is in the form. A refusal shows the table as it is, and why not."""
    words = await words_in(visit.request)
    course = await course_for(visit, table_id, words.get("secret", ""))
    asking = Asking(
        kind=words.get("kind", ""),
        seat=words.get("seat", ""),
        step=words.get("step", ""),
        moment=number_in(words, "moment"),
        key=words.get("key"),
        secret=words.get("secret", ""),
        name=words.get("name", ""),
        bot=words.get("bot", ""),
    )
    try:
        course = await do(visit, course, asking)
    except ShoalError as error:
        if isinstance(error, NotYours | TableNotFound):
            raise
        status = 503 if isinstance(error, StoreAway) else 409
        return table_page(visit, await visit.hall.course(table_id), refused=error, status=status)
    front = words.get("front", "")
    return visit.go(f"/tables/{course.row.id}" + (f"?front={front}" if front in _LETTERS and len(front) == 1 else ""))


@get("/tables/{table_id:str}/record", name="record")
async def record(visit: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str]:
    """The record of a game: when it is over, or when the visitor has seen all of it."""
    course = await course_for(visit, table_id)
    return Response(
        open_record(visit, course),
        media_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{course.game.name}-{table_id}.shoal.json"',
            "Cache-Control": "no-store",
        },
    )


@get("/tables/{table_id:str}/picture.svg", name="picture")
async def picture(visit: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str]:
    """The position as a picture."""
    course = await course_for(visit, table_id)
    viewer, curtain = in_front(course, visit.person.id, _front(visit, course))
    step = _step(visit)
    if curtain is not None:
        viewer = None
    if step is None or not course.table.may_look_back(viewer):
        step = course.table.length
    view = course.table.view_after(max(0, min(step, course.table.length)), viewer)
    return Response(
        draw_picture(course.game, view, course.names, visit.say(course.game)),
        media_type="image/svg+xml",
        headers={"Cache-Control": "no-store"},
    )


@post("/tables/{table_id:str}/branch", name="branch")
async def branch(visit: NamedDependency[RequestContext], table_id: FromPath[str]) -> Redirect:
    """Play on from a position as a new table, against bots on all other seats."""
    words = await words_in(visit.request)
    course = await course_for(visit, table_id)
    viewer, curtain = in_front(course, visit.person.id, None)
    if curtain is not None or not course.table.is_open_to(viewer):
        raise NotYours(msg("that is possible when the game is over"))
    step = number_in(words, "step")
    moves = course.record().moves
    opening = moves[: len(moves) if step is None else step]
    seat = parse_seat(words.get("seat", "A"), len(course.seats))
    person = await visit.remember()
    bot = known_bot(course, words.get("bot") or usual_opponent(course.game))
    me = clean_name(person.name, visit.say()(msg("You")))
    seats = apart(
        [
            Seating(number, "person", me, person.id)
            if number == seat
            else Seating(number, "bot", bot.capitalize(), None, bot)
            for number in range(len(course.seats))
        ]
    )
    new = await visit.hall.set_up(person, course.game.name, course.row.options, seats, settings={}, opening=opening)
    return visit.go(f"/tables/{new}")


HANDLERS = [table, act, record, picture, branch]
