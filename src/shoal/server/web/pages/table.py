"""The page of a table, now and after any step, and all commands that its forms send."""

import string
from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from shoal.core import Say, Seat, ShoalError, msg, parse_seat
from shoal.core.pictures import draw_picture
from shoal.core.translations import has_rules
from shoal.players import bot_names, usual_opponent
from shoal.server.errors import NotPermitted
from shoal.server.names import clean_name
from shoal.server.tables.access import TableNotFound, may_read_record, viewer_for
from shoal.server.tables.commands import known_bot, parse_command
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.web.forms import form_fields, whole_number
from shoal.server.web.hint_presenter import HintPanel, present_hint
from shoal.server.web.new_table_form import bot_title, with_distinct_names
from shoal.server.web.request_context import RequestContext
from shoal.server.web.table_presenter import TablePresentation, paints, present
from shoal.server.web.templating import has_help, render_help, render_table
from shoal.store import Seating, StoreUnavailable

__all__ = ["HANDLERS", "redirect_to_table", "table_page"]

_LETTERS: Final = string.ascii_uppercase


def _seat_at_screen(context: RequestContext, snapshot: TableSnapshot) -> Seat | None:
    """The seat that holds a shared screen now."""
    letter = context.request.query_params.get("front")
    return parse_seat(letter, len(snapshot.seats)) if letter else None


def _step(context: RequestContext) -> int | None:
    """The number of steps to look back at; None for the current position."""
    return whole_number({"step": context.request.query_params.get("step", "")}, "step")


def _secret(context: RequestContext) -> str:
    """The secret of the invitation link that led here, or an empty string."""
    secret = context.request.query_params.get("invited", "")
    return secret if secret.isascii() else ""


def _invitation(context: RequestContext, snapshot: TableSnapshot) -> str:
    """The invitation link of the table."""
    return f"/tables/{snapshot.row.id}?invited={context.tables.invitations.secret_of(snapshot.row.id)}"


def table_page(
    context: RequestContext, snapshot: TableSnapshot, *, refused: ShoalError | None = None, status: int = 200
) -> Response[str]:
    """The page of a table, as this visitor may see it."""
    game = snapshot.game
    say = context.say(game)
    secret = _secret(context)
    seat_at_screen = _seat_at_screen(context, snapshot)
    presentation = present(snapshot, context.person.id, say, seat_at_screen=seat_at_screen, step=_step(context))
    odds_view = presentation.odds_view
    mine = snapshot.seats_of(context.person.id)
    values = {
        "snapshot": snapshot,
        "id": snapshot.row.id,
        "game": {
            "name": game.name,
            "title": say(game.title),
            "has_page": game.page() is not None,
            "rules": has_rules(game),
            "has_chance": game.has_chance,
        },
        "presentation": presentation,
        "paints": paints(snapshot),
        "board": render_table(game, presentation.view, snapshot.names, say) if presentation.curtain is None else None,
        "help": None if odds_view is None else render_help(game, odds_view, snapshot.names, say),
        "hint_seat": presentation.hint_seat,
        "hint": _hint(context, snapshot, presentation, say),
        "mine": mine,
        "reviewed": context.reviews.knows(snapshot.row.id),
        "seat_at_screen": seat_at_screen,
        "spectators": context.tables.spectators(snapshot.row.id),
        "hurried": context.tables.is_hurried(snapshot),
        "stood_in": context.tables.has_stand_in(snapshot),
        "page_version": context.tables.page_version(snapshot, context.person.id),
        "refused": say(refused.text) if refused is not None else None,
        "invitation": _invitation(context, snapshot) if mine else None,
        "secret": secret,
        "open_seats": [seat for seat in snapshot.seats if seat.kind == "open"],
        "may_sit": bool(secret) and context.tables.invitations.is_valid(snapshot.row.id, secret) and not mine,
        "may_undo": [seat for seat in mine if snapshot.table.can_undo(seat)] if not snapshot.over else [],
        "undo_requested": snapshot.undo_requested_by is not None
        and bool(mine)
        and snapshot.undo_requested_by not in mine,
        "odds_possible": has_help(game) and not snapshot.odds_shown and bool(mine) and not snapshot.over,
        "odds_agreed": bool(snapshot.odds_agreed_by.intersection(mine)),
        "may_offer_finish": bool(mine) and not snapshot.over and snapshot.table.finish_offered(),
        "finish_offered": bool(snapshot.finish_offered_by.intersection(mine)),
        "bots": [(bot, bot_title(game, bot, say)) for bot in bot_names(game)],
        "usual": usual_opponent(game),
        "waiting_for": ", ".join(snapshot.names[seat] for seat in snapshot.to_act),
        "my_turn": any(seat in snapshot.to_act for seat in mine),
    }
    return context.page("table.html", values, say=say, status=status)


def _hint(
    context: RequestContext, snapshot: TableSnapshot, presentation: TablePresentation, say: Say
) -> HintPanel | None:
    """The hint that the seat of this page has taken about this position."""
    seat = presentation.hint_seat
    taken = context.tables.hint(snapshot, seat) if seat is not None else None
    return present_hint(snapshot, seat, taken, say) if seat is not None and taken is not None else None


@get("/tables/{table_id:str}", name="table")
async def table(context: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str]:
    """A table now, or after an earlier step (`?step=`)."""
    return table_page(context, await context.table(table_id, _secret(context)))


@post("/tables/{table_id:str}", name="act")
async def act(context: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str] | Redirect:
    """Run the command in the form. If it is refused, show the current table and the reason."""
    fields = await form_fields(context.request)
    secret = fields.get("secret", "")
    position_id = whole_number(fields, "moment")
    try:
        command = parse_command(
            fields.get("kind", ""),
            seat=fields.get("seat", ""),
            key=fields.get("key"),
            name=fields.get("name", ""),
            step=fields.get("step", ""),
            position_id=position_id,
            bot=fields.get("bot", ""),
        )
        snapshot = await context.execute(table_id, command, secret)
    except ShoalError as error:
        if isinstance(error, NotPermitted | TableNotFound):
            raise
        status = 503 if isinstance(error, StoreUnavailable) else 409
        return table_page(context, await context.table(table_id, secret), refused=error, status=status)
    return redirect_to_table(context, snapshot, fields.get("front", ""))


def redirect_to_table(context: RequestContext, snapshot: TableSnapshot, letter: str) -> Redirect:
    """A redirect to the page of a table, for the seat with this letter if several share the screen."""
    return context.redirect(
        f"/tables/{snapshot.row.id}" + (f"?front={letter}" if letter in _LETTERS and len(letter) == 1 else "")
    )


@get("/tables/{table_id:str}/record", name="record")
async def record(context: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str]:
    """The record of a game, if it is over or the visitor has seen all of it."""
    snapshot = await context.table(table_id)
    if not may_read_record(snapshot, context.person.id):
        raise NotPermitted(msg("the record is open when the game is over"))
    return Response(
        snapshot.record().to_text(),
        media_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{snapshot.game.name}-{table_id}.shoal.json"',
            "Cache-Control": "no-store",
        },
    )


@get("/tables/{table_id:str}/picture.svg", name="picture")
async def picture(context: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str]:
    """The position as a picture."""
    snapshot = await context.table(table_id)
    viewer, curtain = viewer_for(snapshot, context.person.id, _seat_at_screen(context, snapshot))
    step = _step(context)
    if curtain is not None:
        viewer = None
    if step is None or not snapshot.table.may_look_back(viewer):
        step = snapshot.table.length
    view = snapshot.table.displayed_after(max(0, min(step, snapshot.table.length)), viewer)
    return Response(
        draw_picture(snapshot.game, view, snapshot.names, context.say(snapshot.game), snapshot.colours),
        media_type="image/svg+xml",
        headers={"Cache-Control": "no-store"},
    )


@post("/tables/{table_id:str}/branch", name="branch")
async def branch(context: NamedDependency[RequestContext], table_id: FromPath[str]) -> Redirect:
    """Set up a new table that goes on from a position, with bots on all other seats."""
    fields = await form_fields(context.request)
    snapshot = await context.table(table_id)
    if not may_read_record(snapshot, context.person.id):
        raise NotPermitted(msg("that is possible when the game is over"))
    step = whole_number(fields, "step")
    moves = snapshot.record().moves
    opening = moves[: len(moves) if step is None else step]
    seat = parse_seat(fields.get("seat", "A"), len(snapshot.seats))
    person = await context.store_person()
    bot = known_bot(snapshot.game, fields.get("bot") or usual_opponent(snapshot.game))
    own_name = clean_name(person.name, context.say()(msg("You")))
    seats = with_distinct_names(
        [
            Seating(number, "person", own_name, person.id)
            if number == seat
            else Seating(number, "bot", bot.capitalize(), None, bot)
            for number in range(len(snapshot.seats))
        ]
    )
    new_table_id = await context.tables.create_table(
        person.id, snapshot.game.name, snapshot.row.options, seats, settings={}, opening=opening
    )
    return context.redirect(f"/tables/{new_table_id}")


HANDLERS = [table, act, record, picture, branch]
