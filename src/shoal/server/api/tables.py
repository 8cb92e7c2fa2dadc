"""The table addresses: set up a table, get it, and send it commands."""

from collections.abc import Callable
from typing import Annotated

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.types import ExceptionHandlersMap

from shoal.core import Refusal, ShoalError, msg, seat_name
from shoal.server.api.openapi import problem_responses
from shoal.server.api.schemas import ActBody, HintBody, SitBody, StepBody, TableEntry, TableNow, TableWishBody
from shoal.server.api.serializers import serialize_listing, serialize_table
from shoal.server.error_responses import PROBLEM_MEDIA_TYPE, Problem, problem_for
from shoal.server.errors import NotPermitted, SignInRequired, game_named
from shoal.server.tables.access import TableNotFound, may_read_record
from shoal.server.tables.commands import TableCommand, parse_command, parse_hint
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.web.designs import design_option
from shoal.server.web.new_table_form import new_table_with
from shoal.server.web.request_context import RequestContext
from shoal.store import StoreUnavailable

__all__ = ["EXCEPTION_HANDLERS", "HANDLERS"]

TableId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,64}$", description="The id of a table.")]
Seat = Annotated[str, QueryParameter(pattern="^[A-Z]?$", description="One of your seats, if you have several.")]
Invited = Annotated[str, QueryParameter(max_length=200, description="The secret in the invitation link.")]


def _require_sign_in(context: RequestContext) -> None:
    """Raise unless a cookie or token identifies the person. Browsers get their cookie from a page, not from the API."""
    if not context.is_identified:
        raise SignInRequired


@get("/tables", name="api.tables", responses=problem_responses())
async def list_tables(context: NamedDependency[RequestContext], *, public: FromQuery[bool] = False) -> list[TableEntry]:
    """Your tables, those that wait for you first; or the running tables that anyone may watch."""
    tables = context.tables
    listings = await tables.store.public_tables() if public else await tables.tables_of(context.person.id)
    return [serialize_listing(listing, context.person.id) for listing in listings]


@post("/tables", name="api.set_up", responses=problem_responses("missing", "option", "refused", "cross-site"))
async def set_up(context: NamedDependency[RequestContext], data: JSONBody[TableWishBody]) -> TableNow:
    """Set up a table."""
    game = game_named(data.game)
    options = game.options({**data.options, **await design_option(context, game, data.design, data.options)})
    count = len(game.start(options).scores)
    if len(data.seats) > count:
        raise Refusal(msg("found {found} seats, expected {count}", found=len(data.seats), count=count))
    _require_sign_in(context)
    person = context.person
    new_table = new_table_with(game, options, _form_fields(data), person, context.say(game))
    table_id = await context.tables.create_table(
        person.id,
        new_table.game,
        new_table.options,
        new_table.seats,
        seed=new_table.seed,
        settings=new_table.settings,
        public=new_table.public,
    )
    return serialize_table(context, await context.tables.snapshot(table_id))


def _form_fields(data: TableWishBody) -> dict[str, str]:
    """The seats, who begins, and the clock as fields of the new-table form."""
    hints = "" if data.hints is None else "on" if data.hints else "off"
    fields = {"public": "yes" if data.public else "", "begins": str(data.begins), "hints": hints}
    for number, seat in enumerate(data.seats):
        fields[f"seat.{number}"] = f"bot:{seat.bot}" if seat.kind == "bot" else seat.kind
        fields[f"name.{number}"] = seat.name
        fields[f"colour.{number}"] = seat.colour
    if data.clock is not None:
        clock = {"clock": data.clock.kind, "clock.unit": "s", "clock.late": data.clock.late}
        fields |= {**clock, "clock.time": str(data.clock.seconds), "clock.increment": str(data.clock.increment)}
    return fields


@get("/tables/{table_id:str}", name="api.table", responses=problem_responses("missing", "not-yours", "notation"))
async def see(
    context: NamedDependency[RequestContext], table_id: TableId, seat: Seat = "", invited: Invited = ""
) -> TableNow:
    """A table, as you may see it now."""
    return serialize_table(context, await context.table(table_id, invited), seat)


@get("/tables/{table_id:str}/record", name="api.record", responses=problem_responses("missing", "not-yours"))
async def see_record(context: NamedDependency[RequestContext], table_id: TableId) -> dict[str, object]:
    """The record, if the game is over or you have seen all of it."""
    snapshot = await context.table(table_id)
    if not may_read_record(snapshot, context.person.id):
        raise NotPermitted(msg("the record is open when the game is over"))
    record: dict[str, object] = msgspec.json.decode(snapshot.record().to_text())
    return record


_COMMAND_PROBLEMS = problem_responses(
    "missing", "not-yours", "late", "refused", "illegal-step", "notation", "cross-site"
)


@post("/tables/{table_id:str}/seats", name="api.sit", status_code=200, responses=_COMMAND_PROBLEMS)
async def sit(context: NamedDependency[RequestContext], table_id: TableId, data: JSONBody[SitBody]) -> TableNow:
    """Take an open seat, with the invitation."""
    return await _execute(
        context, table_id, "sit", seat=data.seat, key=data.key, name=data.name, invitation=data.invitation
    )


@post("/tables/{table_id:str}/steps", name="api.step", status_code=200, responses=_COMMAND_PROBLEMS)
async def step(context: NamedDependency[RequestContext], table_id: TableId, data: JSONBody[StepBody]) -> TableNow:
    """Take a step. A late one is refused, and the refusal holds the current table."""
    return await _execute(
        context, table_id, "step", seat=data.seat, key=data.key, step=data.step, position_id=data.moment
    )


@post("/tables/{table_id:str}/acts", name="api.act", status_code=200, responses=_COMMAND_PROBLEMS)
async def act(context: NamedDependency[RequestContext], table_id: TableId, data: JSONBody[ActBody]) -> TableNow:
    """Ask to take a step back, agree or refuse, have the rest played, show the odds, leave to a bot, play again."""
    return await _execute(context, table_id, data.kind, seat=data.seat, key=data.key, bot=data.bot)


@post("/tables/{table_id:str}/hint", name="api.hint", status_code=200, responses=_COMMAND_PROBLEMS)
async def hint(context: NamedDependency[RequestContext], table_id: TableId, data: JSONBody[HintBody]) -> TableNow:
    """Take a hint about the position, for a seat that is to act. The table's `hint` holds it as soon as it is found."""

    def parse() -> TableCommand:
        return parse_hint(seat=data.seat, key=data.key, stage=data.stage, position_id=data.moment)

    return await _run(context, table_id, parse, data.seat)


class TableRefusal(Exception):
    """A refused command, with the current table for a person who may see it."""

    def __init__(self, error: ShoalError, table: TableNow) -> None:
        super().__init__(str(error))
        self.error = error
        self.table = table


async def _execute(
    context: RequestContext,
    table_id: str,
    kind: str,
    *,
    seat: str,
    key: str,
    invitation: str = "",
    **fields: str | int,
) -> TableNow:
    """Run a command of this kind, and return the table after it as the seat sees it."""
    return await _run(
        context, table_id, lambda: parse_command(kind, seat=seat, key=key, **fields), seat, invitation=invitation
    )


async def _run(
    context: RequestContext, table_id: str, parse: Callable[[], TableCommand], seat: str, *, invitation: str = ""
) -> TableNow:
    _require_sign_in(context)
    try:
        snapshot = await context.execute(table_id, parse(), invitation)
    except (NotPermitted, TableNotFound, StoreUnavailable):
        raise
    except ShoalError as error:
        snapshot = await context.table(table_id, invitation)
        raise TableRefusal(error, serialize_table(context, snapshot, _own_seat(context, snapshot, seat))) from error
    return serialize_table(context, snapshot, _own_seat(context, snapshot, seat))


def _own_seat(context: RequestContext, snapshot: TableSnapshot, seat: str) -> str:
    """The seat, or an empty string if it is no longer theirs: they left it to a bot, or went on to another table."""
    return seat if seat in {seat_name(own) for own in snapshot.seats_of(context.person.id)} else ""


def _respond_to_refusal(request: "Request[object, object, State]", refusal: Exception) -> Response[Problem]:
    assert isinstance(refusal, TableRefusal)  # noqa: S101 - registered for it
    table: dict[str, object] = msgspec.to_builtins(refusal.table)
    problem, headers = problem_for(refusal.error, request.headers.get("accept-language", ""), table=table)
    return Response(problem, status_code=problem.status, media_type=PROBLEM_MEDIA_TYPE, headers=headers)


HANDLERS = [list_tables, set_up, see, see_record, sit, step, act, hint]
EXCEPTION_HANDLERS: ExceptionHandlersMap = {TableRefusal: _respond_to_refusal}
