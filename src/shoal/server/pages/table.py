"""A table: its page now and after any step, and everything that can be done there."""

import re
from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from shoal.core import Refusal, Seat, ShoalError, msg, parse_seat
from shoal.core.errors import shorten
from shoal.players import bot_names, usual_opponent
from shoal.server.course import Course
from shoal.server.drawing import draw_picture
from shoal.server.forms import number_in, words_in
from shoal.server.hall import Ask, NoSuchTable, new_id
from shoal.server.people import clean_name
from shoal.server.refusals import NotYours
from shoal.server.sight import in_front, look
from shoal.server.visit import Visit
from shoal.server.wishes import apart, bot_title
from shoal.store import Seating

__all__ = ["HANDLERS", "may_see", "table_page"]

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")


def may_see(visit: Visit, course: Course, secret: str = "") -> bool:
    """Whether a person may see a table: it is public, or they have a seat, or the link."""
    return (
        course.row.public
        or course.row.maker == visit.person.id
        or bool(course.seats_of(visit.person.id))
        or visit.hall.is_invited(course.row.id, secret)
    )


async def _course(visit: Visit, table_id: str, secret: str = "") -> Course:
    course = await visit.hall.course(table_id)
    if not may_see(visit, course, secret):
        raise NoSuchTable
    return course


def _front(visit: Visit, course: Course) -> Seat | None:
    front = visit.request.query_params.get("front")
    return parse_seat(front, len(course.seats)) if front else None


def _step(visit: Visit) -> int | None:
    return number_in({"step": visit.request.query_params.get("step", "")}, "step")


def _secret(visit: Visit) -> str:
    secret = visit.request.query_params.get("invited", "")
    return secret if secret.isascii() else ""


def table_page(visit: Visit, course: Course, *, refused: ShoalError | None = None, status: int = 200) -> Response[str]:
    """The page of a table as this visitor may see it."""
    game = course.game
    say = visit.say(game)
    secret = _secret(visit)
    front = _front(visit, course)
    sight = look(course, visit.person.id, say, front=front, step=_step(visit))
    mine = course.seats_of(visit.person.id)
    watching = visit.hall.watching(course.row.id)
    values = {
        "course": course,
        "id": course.row.id,
        "game": {"name": game.name, "title": say(game.title), "look": game.page() is not None},
        "sight": sight,
        "mine": mine,
        "front": front,
        "watching": watching,
        "mark": f"{course.version}.{watching}",
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
async def table(visit: NamedDependency[Visit], table_id: FromPath[str]) -> Response[str]:
    """A table now, or after an earlier step (`?step=`)."""
    return table_page(visit, await _course(visit, table_id, _secret(visit)))


@post("/tables/{table_id:str}", name="act")
async def act(visit: NamedDependency[Visit], table_id: FromPath[str]) -> Response[str] | Redirect:
    """Do something at a table: what, is in the form. A refusal shows the table as it is, and why not."""
    words = await words_in(visit.request)
    course = await _course(visit, table_id, words.get("secret", ""))
    person = await visit.remember()
    kind = words.get("kind", "")
    key = words.get("key")
    if key is not None and not _KEY.fullmatch(key):
        raise ShoalError(msg("key: expected 8 to 64 letters and digits"))
    seat = words.get("seat")
    ask = Ask(
        kind=kind,
        seat=parse_seat(seat, len(course.seats)) if seat else None,
        text=words.get("step", "") if kind == "step" else "",
        moment=number_in(words, "moment"),
        key=f"{person.id[:8]}:{key}" if key else None,
        secret=words.get("secret", ""),
    )
    if kind == "sit":
        ask = replace(ask, text=_sitter(visit, course, words))
        if words.get("name"):
            visit.person = replace(person, name=ask.text)
            await visit.hall.store.keep_person(visit.person)
    if kind == "bot":
        ask = replace(ask, text=_known_bot(course, words.get("bot", "")))
    if kind == "rematch":
        return visit.go(f"/tables/{await _rematch(visit, course, ask)}")
    try:
        course = await visit.hall.act(table_id, person.id, ask)
    except (Refusal, ShoalError) as error:
        if isinstance(error, NotYours | NoSuchTable):
            raise
        return table_page(visit, await visit.hall.course(table_id), refused=error, status=409)
    front = words.get("front", "")
    return visit.go(f"/tables/{table_id}" + (f"?front={front}" if front.isalpha() and len(front) == 1 else ""))


def _sitter(visit: Visit, course: Course, words: dict[str, str]) -> str:
    """The name of somebody who sits down, unlike all others at the table."""
    name = clean_name(words.get("name", "") or visit.person.name, visit.say()(msg("Guest")))
    taken = {seat.name for seat in course.seats if seat.kind != "open"}
    if name not in taken:
        return name
    return next(f"{name[:20]} {number}" for number in range(2, 100) if f"{name[:20]} {number}" not in taken)


def _known_bot(course: Course, name: str) -> str:
    if name not in bot_names(course.game):
        raise ShoalError(msg("there is no bot {name}", name=shorten(name)))
    return name


async def _rematch(visit: Visit, course: Course, ask: Ask) -> str:
    """The same people once more, the next seat beginning; whoever asks second comes to the same table."""
    if course.rematch is not None:
        return course.rematch
    if not course.over:
        raise Refusal(msg("the game is not over yet"))
    if not course.seats_of(visit.person.id):
        raise NotYours(msg("that seat is not yours"))
    count = len(course.seats)
    seats: list[Seating] = [replace(course.seats[(number + 1) % count], seat=number) for number in range(count)]
    new = new_id()
    try:
        await visit.hall.act(course.row.id, visit.person.id, replace(ask, text=new))
    except Refusal:
        agreed = (await visit.hall.course(course.row.id)).rematch
        if agreed is None:
            raise
        return agreed
    return await visit.hall.set_up(
        visit.person,
        course.game.name,
        course.row.options,
        seats,
        settings=course.row.settings,
        public=course.row.public,
        table_id=new,
    )


@get("/tables/{table_id:str}/record", name="record")
async def record(visit: NamedDependency[Visit], table_id: FromPath[str]) -> Response[str]:
    """The record of a game: when it is over, or when the visitor has seen all of it."""
    course = await _course(visit, table_id)
    viewer, curtain = in_front(course, visit.person.id, None)
    if curtain is not None or not course.table.is_open_to(viewer):
        raise NotYours(msg("the record is open when the game is over"))
    return Response(
        course.record().to_text(),
        media_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{course.game.name}-{table_id}.shoal.json"',
            "Cache-Control": "no-store",
        },
    )


@get("/tables/{table_id:str}/picture.svg", name="picture")
async def picture(visit: NamedDependency[Visit], table_id: FromPath[str]) -> Response[str]:
    """The position as a picture."""
    course = await _course(visit, table_id)
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
async def branch(visit: NamedDependency[Visit], table_id: FromPath[str]) -> Redirect:
    """Play on from a position as a new table, against bots on all other seats."""
    words = await words_in(visit.request)
    course = await _course(visit, table_id)
    viewer, curtain = in_front(course, visit.person.id, None)
    if curtain is not None or not course.table.is_open_to(viewer):
        raise NotYours(msg("that is possible when the game is over"))
    step = number_in(words, "step")
    moves = course.record().moves
    opening = moves[: len(moves) if step is None else step]
    seat = parse_seat(words.get("seat", "A"), len(course.seats))
    person = await visit.remember()
    bot = _known_bot(course, words.get("bot") or usual_opponent(course.game))
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
