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
from shoal.server.tables.access import TableNotFound, may_read_record, viewer_for
from shoal.server.tables.commands import known_bot, parse_command
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.web.forms import form_fields, whole_number
from shoal.server.web.new_table_form import bot_title, with_distinct_names
from shoal.server.web.request_context import RequestContext
from shoal.server.web.table_presenter import present
from shoal.server.web.templating import draw_help, draw_picture, draw_table
from shoal.store import Seating, StoreAway

__all__ = ["HANDLERS", "table_page"]

_LETTERS: Final = string.ascii_uppercase


def _front(visit: RequestContext, snapshot: TableSnapshot) -> Seat | None:
    front = visit.request.query_params.get("front")
    return parse_seat(front, len(snapshot.seats)) if front else None


def _step(visit: RequestContext) -> int | None:
    return whole_number({"step": visit.request.query_params.get("step", "")}, "step")


def _secret(visit: RequestContext) -> str:
    secret = visit.request.query_params.get("invited", "")
    return secret if secret.isascii() else ""


def _invitation(visit: RequestContext, snapshot: TableSnapshot) -> str:
    return f"/tables/{snapshot.row.id}?invited={visit.tables.invitations.secret_of(snapshot.row.id)}"


def table_page(
    visit: RequestContext, snapshot: TableSnapshot, *, refused: ShoalError | None = None, status: int = 200
) -> Response[str]:
    """The page of a table as this visitor may see it."""
    game = snapshot.game
    say = visit.say(game)
    secret = _secret(visit)
    front = _front(visit, snapshot)
    sight = present(snapshot, visit.person.id, say, front=front, step=_step(visit))
    mine = snapshot.seats_of(visit.person.id)
    values = {
        "snapshot": snapshot,
        "id": snapshot.row.id,
        "game": {"name": game.name, "title": say(game.title), "look": game.page() is not None},
        "sight": sight,
        "board": draw_table(game, sight.view, snapshot.names, say) if sight.curtain is None else None,
        "help": draw_help(game, sight.view, snapshot.names, say) if sight.odds_shown else None,
        "mine": mine,
        "front": front,
        "watching": visit.tables.spectators(snapshot.row.id),
        "mark": visit.tables.page_version(snapshot),
        "refused": say(refused.text) if refused is not None else None,
        "invitation": _invitation(visit, snapshot) if mine else None,
        "secret": secret,
        "open_seats": [seat for seat in snapshot.seats if seat.kind == "open"],
        "may_sit": bool(secret) and visit.tables.invitations.is_valid(snapshot.row.id, secret) and not mine,
        "may_undo": [seat for seat in mine if snapshot.table.can_undo(seat)] if not snapshot.over else [],
        "asked": snapshot.undo_requested_by is not None and bool(mine) and snapshot.undo_requested_by not in mine,
        "odds_possible": game.page() is not None and not snapshot.odds_shown and bool(mine) and not snapshot.over,
        "odds_wanted": bool(snapshot.odds_agreed_by.intersection(mine)),
        "may_settle": bool(mine) and not snapshot.over and snapshot.table.finish_offered(),
        "settled": bool(snapshot.finish_offered_by.intersection(mine)),
        "bots": [(bot, bot_title(game, bot, say)) for bot in bot_names(game)],
        "usual": usual_opponent(game),
        "waiting_for": ", ".join(snapshot.names[seat] for seat in snapshot.to_act),
        "my_turn": any(seat in snapshot.to_act for seat in mine),
    }
    return visit.page("table.html", values, say=say, status=status)


@get("/tables/{table_id:str}", name="table")
async def table(visit: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str]:
    """A table now, or after an earlier step (`?step=`)."""
    return table_page(visit, await visit.table(table_id, _secret(visit)))


@post("/tables/{table_id:str}", name="act")
async def act(visit: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str] | Redirect:
    """Do something at a table: what, is in the form. A refusal shows the table as it is, and why not."""
    words = await form_fields(visit.request)
    secret = words.get("secret", "")
    position_id = whole_number(words, "moment")
    try:
        command = parse_command(
            words.get("kind", ""),
            seat=words.get("seat", ""),
            key=words.get("key"),
            name=words.get("name", ""),
            step=words.get("step", ""),
            position_id=position_id,
            bot=words.get("bot", ""),
        )
        snapshot = await visit.execute(table_id, command, secret)
    except ShoalError as error:
        if isinstance(error, NotYours | TableNotFound):
            raise
        status = 503 if isinstance(error, StoreAway) else 409
        return table_page(visit, await visit.table(table_id, secret), refused=error, status=status)
    front = words.get("front", "")
    return visit.go(f"/tables/{snapshot.row.id}" + (f"?front={front}" if front in _LETTERS and len(front) == 1 else ""))


@get("/tables/{table_id:str}/record", name="record")
async def record(visit: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str]:
    """The record of a game: when it is over, or when the visitor has seen all of it."""
    snapshot = await visit.table(table_id)
    if not may_read_record(snapshot, visit.person.id):
        raise NotYours(msg("the record is open when the game is over"))
    return Response(
        snapshot.record().to_text(),
        media_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{snapshot.game.name}-{table_id}.shoal.json"',
            "Cache-Control": "no-store",
        },
    )


@get("/tables/{table_id:str}/picture.svg", name="picture")
async def picture(visit: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str]:
    """The position as a picture."""
    snapshot = await visit.table(table_id)
    viewer, curtain = viewer_for(snapshot, visit.person.id, _front(visit, snapshot))
    step = _step(visit)
    if curtain is not None:
        viewer = None
    if step is None or not snapshot.table.may_look_back(viewer):
        step = snapshot.table.length
    view = snapshot.table.view_after(max(0, min(step, snapshot.table.length)), viewer)
    return Response(
        draw_picture(snapshot.game, view, snapshot.names, visit.say(snapshot.game)),
        media_type="image/svg+xml",
        headers={"Cache-Control": "no-store"},
    )


@post("/tables/{table_id:str}/branch", name="branch")
async def branch(visit: NamedDependency[RequestContext], table_id: FromPath[str]) -> Redirect:
    """Play on from a position as a new table, against bots on all other seats."""
    words = await form_fields(visit.request)
    snapshot = await visit.table(table_id)
    if not may_read_record(snapshot, visit.person.id):
        raise NotYours(msg("that is possible when the game is over"))
    step = whole_number(words, "step")
    moves = snapshot.record().moves
    opening = moves[: len(moves) if step is None else step]
    seat = parse_seat(words.get("seat", "A"), len(snapshot.seats))
    person = await visit.remember()
    bot = known_bot(snapshot.game, words.get("bot") or usual_opponent(snapshot.game))
    me = clean_name(person.name, visit.say()(msg("You")))
    seats = with_distinct_names(
        [
            Seating(number, "person", me, person.id)
            if number == seat
            else Seating(number, "bot", bot.capitalize(), None, bot)
            for number in range(len(snapshot.seats))
        ]
    )
    new = await visit.tables.create_table(
        person.id, snapshot.game.name, snapshot.row.options, seats, settings={}, opening=opening
    )
    return visit.go(f"/tables/{new}")


HANDLERS = [table, act, record, picture, branch]
