"""Tables: setting them up, seeing them, and doing something there."""

from typing import Annotated

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.types import ExceptionHandlersMap

from shoal.core import Refusal, ShoalError, msg, seat_name
from shoal.server.api.openapi import refusals
from shoal.server.api.schemas import ActBody, SitBody, StepBody, TableEntry, TableNow, TableWishBody
from shoal.server.api.serializers import show, table_entry
from shoal.server.error_responses import PROBLEM_MEDIA_TYPE, Problem, problem_of
from shoal.server.errors import NoPerson, NotYours, game_named
from shoal.server.tables.access import TableNotFound, may_read_record
from shoal.server.tables.commands import parse_command
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.web.new_table_form import new_table_with
from shoal.server.web.request_context import RequestContext
from shoal.store import StoreAway

__all__ = ["HANDLERS", "REFUSALS"]

TableId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,64}$", description="The name of a table.")]
Seat = Annotated[str, QueryParameter(pattern="^[A-Z]?$", description="One of your seats, if you have several.")]
Invited = Annotated[str, QueryParameter(max_length=200, description="What the invitation link holds.")]


def _known(visit: RequestContext) -> RequestContext:
    """Whoever changes something is somebody: a browser gets its cookie from a page, a program brings a token."""
    if not visit.somebody:
        raise NoPerson
    return visit


@get("/tables", name="api.tables", responses=refusals())
async def list_tables(visit: NamedDependency[RequestContext], *, public: FromQuery[bool] = False) -> list[TableEntry]:
    """Your tables, those that wait for you first; or the running ones that anybody may watch."""
    tables = visit.tables
    listings = await tables.store.public_tables() if public else await tables.tables_of(visit.person.id)
    return [table_entry(listing, visit.person.id) for listing in listings]


@post("/tables", name="api.set_up", responses=refusals("missing", "option", "refused", "cross-site"))
async def set_up(visit: NamedDependency[RequestContext], data: JSONBody[TableWishBody]) -> TableNow:
    """Set a table up."""
    game = game_named(data.game)
    options = game.options(data.options)
    count = len(game.start(options).scores)
    if len(data.seats) > count:
        raise Refusal(msg("found {found} seats, expected {count}", found=len(data.seats), count=count))
    person = _known(visit).person
    wish = new_table_with(game, options, _words(data), person, visit.say(game))
    table_id = await visit.tables.create_table(
        person.id, wish.game, wish.options, wish.seats, settings=wish.settings, public=wish.public
    )
    return show(visit, await visit.tables.snapshot(table_id))


def _words(data: TableWishBody) -> dict[str, str]:
    """Seats and clock as the form of a new table has them."""
    words = {"public": "yes" if data.public else ""}
    for number, seat in enumerate(data.seats):
        words[f"seat.{number}"] = f"bot:{seat.bot}" if seat.kind == "bot" else seat.kind
        words[f"name.{number}"] = seat.name
    if data.clock is not None:
        clock = {"clock": data.clock.kind, "clock.unit": "s", "clock.late": data.clock.late}
        words |= {**clock, "clock.time": str(data.clock.seconds), "clock.increment": str(data.clock.increment)}
    return words


@get("/tables/{table_id:str}", name="api.table", responses=refusals("missing", "not-yours", "notation"))
async def see(
    visit: NamedDependency[RequestContext], table_id: TableId, seat: Seat = "", invited: Invited = ""
) -> TableNow:
    """A table as you may see it now."""
    return show(visit, await visit.table(table_id, invited), seat)


@get("/tables/{table_id:str}/record", name="api.record", responses=refusals("missing", "not-yours"))
async def see_record(visit: NamedDependency[RequestContext], table_id: TableId) -> dict[str, object]:
    """The record, when the game is over or you have seen all of it."""
    snapshot = await visit.table(table_id)
    if not may_read_record(snapshot, visit.person.id):
        raise NotYours(msg("the record is open when the game is over"))
    record: dict[str, object] = msgspec.json.decode(snapshot.record().to_text())
    return record


_ACTING = refusals("missing", "not-yours", "late", "refused", "illegal-step", "notation", "cross-site")


@post("/tables/{table_id:str}/seats", name="api.sit", status_code=200, responses=_ACTING)
async def sit(visit: NamedDependency[RequestContext], table_id: TableId, data: JSONBody[SitBody]) -> TableNow:
    """Sit down on an open seat, with the invitation."""
    return await _execute(
        visit, table_id, "sit", seat=data.seat, key=data.key, name=data.name, invitation=data.invitation
    )


@post("/tables/{table_id:str}/steps", name="api.step", status_code=200, responses=_ACTING)
async def step(visit: NamedDependency[RequestContext], table_id: TableId, data: JSONBody[StepBody]) -> TableNow:
    """Take a step. One that comes too late is refused, and the table as it is now comes with the refusal."""
    return await _execute(
        visit, table_id, "step", seat=data.seat, key=data.key, step=data.step, position_id=data.moment
    )


@post("/tables/{table_id:str}/acts", name="api.act", status_code=200, responses=_ACTING)
async def act(visit: NamedDependency[RequestContext], table_id: TableId, data: JSONBody[ActBody]) -> TableNow:
    """Ask to take a step back, agree or refuse, have the rest played, see the odds, leave to a bot, play again."""
    return await _execute(visit, table_id, data.kind, seat=data.seat, key=data.key, bot=data.bot)


class TableRefusal(Exception):
    """A refusal that shows the table as it is now, to somebody who may see it."""

    def __init__(self, error: ShoalError, table: TableNow) -> None:
        super().__init__(str(error))
        self.error = error
        self.table = table


async def _execute(
    visit: RequestContext,
    table_id: str,
    kind: str,
    *,
    seat: str,
    key: str,
    invitation: str = "",
    **fields: str | int,
) -> TableNow:
    """Run a command, and return the table after it through the eyes of the seat."""
    _known(visit)
    try:
        command = parse_command(kind, seat=seat, key=key, **fields)
        snapshot = await visit.execute(table_id, command, invitation)
    except (NotYours, TableNotFound, StoreAway):
        raise
    except ShoalError as error:
        snapshot = await visit.table(table_id, invitation)
        raise TableRefusal(error, show(visit, snapshot, _own(visit, snapshot, seat))) from error
    return show(visit, snapshot, _own(visit, snapshot, seat))


def _own(visit: RequestContext, snapshot: TableSnapshot, seat: str) -> str:
    """The seat, if it is theirs still: they may have left it to a bot, or play on at another table."""
    return seat if seat in {seat_name(own) for own in snapshot.seats_of(visit.person.id)} else ""


def _refuse(request: "Request[object, object, State]", refusal: Exception) -> Response[Problem]:
    assert isinstance(refusal, TableRefusal)  # noqa: S101 - registered for it
    table: dict[str, object] = msgspec.to_builtins(refusal.table)
    problem, headers = problem_of(refusal.error, request.headers.get("accept-language", ""), table=table)
    return Response(problem, status_code=problem.status, media_type=PROBLEM_MEDIA_TYPE, headers=headers)


HANDLERS = [list_tables, set_up, see, see_record, sit, step, act]
REFUSALS: ExceptionHandlersMap = {TableRefusal: _refuse}
