"""The analysis board: shows a position, does what its buttons say, and asks the engine about it."""

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from shoal.core import NotationError, ShoalError, find_game, msg, parse_record
from shoal.core.judging import EFFORTS, Effort
from shoal.server.errors import NotPermitted, game_named
from shoal.server.tables.access import may_read_record
from shoal.server.web.analysis.acts import do_act
from shoal.server.web.analysis.desk import MOST_LINES, AnalysisDesk
from shoal.server.web.analysis.engine_lines import EFFORT_TITLES, render_lines
from shoal.server.web.analysis.position import AnalysisPosition, address_of, position_of, read_position
from shoal.server.web.analysis.presenter import present_board, present_draft
from shoal.server.web.forms import form_fields, uploaded_file, whole_number
from shoal.server.web.request_context import RequestContext
from shoal.server.web.templating import MarkedStep

__all__ = ["HANDLERS"]


def _desk(context: RequestContext) -> AnalysisDesk:
    desk = context.request.app.state.analysis
    assert isinstance(desk, AnalysisDesk)  # noqa: S101 - put there by app.py
    return desk


async def _page(
    context: RequestContext,
    position: AnalysisPosition,
    *,
    refused: ShoalError | None = None,
    typed: str = "",
    effort: Effort | None = None,
) -> Response[str]:
    """The page of a position; with an `effort`, only when the engine has answered."""
    game = find_game(position.game)
    say = context.say(game)
    desk = _desk(context)
    values: dict[str, object] = {
        "refused": say(refused.text) if refused is not None else None,
        "typed": typed,
        "lines": None,
        "efforts": [(name, say(title)) for name, title in EFFORT_TITLES.items()],
    }
    if position.draft:
        values |= present_draft(position, say)
    else:
        board = await desk.replay(context, position)
        marked: tuple[MarkedStep, ...] = ()
        if effort is not None:
            answer = await desk.ask(context, board, effort)
            values["lines"] = render_lines(board, answer, effort, say)
            marked = (MarkedStep("better", board.state.parse(answer.steps[0].step).tokens),)
        values |= await desk.work(present_board, board, say, marked)
    # Where the form in the head of the page, which chooses a language, comes back to.
    address = address_of(position)
    return context.page(
        "analysis.html",
        {**values, **({"path": address} if address is not None else {})},
        say=say,
        status=422 if refused is not None else 200,
    )


async def _go(context: RequestContext, position: AnalysisPosition) -> Response[str] | Redirect:
    """Lead to a position by its address; one without any is shown at once."""
    address = address_of(position)
    return context.redirect(address) if address is not None else await _page(context, position)


@get("/analysis/{name:str}", name="analysis")
async def analysis(context: NamedDependency[RequestContext], name: FromPath[str]) -> Response[str]:
    """The position in the address; without one, the start of a game with the usual options."""
    return await _page(context, read_position(game_named(name), context.request.query_params))


@post("/analysis/{name:str}", name="analyse")
async def analyse(context: NamedDependency[RequestContext], name: FromPath[str]) -> Response[str] | Redirect:
    """Do what a button says about the position in the form. If it is refused, show that position and the reason."""
    fields = await form_fields(context.request)
    position = read_position(game_named(name), fields)
    act = fields.get("do", "")
    if act.startswith("ask "):
        return await _page(context, position, effort=_effort(act.removeprefix("ask ")))
    desk = _desk(context)
    desk.charge(context, position)
    try:
        following = await desk.work(do_act, position, act, fields)
    except ShoalError as error:
        return await _page(context, position, refused=error, typed=fields.get("text", "") if act == "type" else "")
    return await _go(context, following)


@post("/analysis/{name:str}/lines", name="engine_lines")
async def engine_lines(context: NamedDependency[RequestContext], name: FromPath[str]) -> Response[str]:
    """What the engine says about the position in the form, as a piece of the page."""
    fields = await form_fields(context.request)
    game = game_named(name)
    desk = _desk(context)
    board = await desk.replay(context, read_position(game, fields))
    effort = _effort(fields.get("effort", EFFORTS[0]))
    # The best step comes at once; the others take longer than it does.
    answer = await desk.ask(context, board, effort, 1 if effort == EFFORTS[0] else MOST_LINES)
    return Response(
        render_lines(board, answer, effort, context.say(game)),
        media_type="text/html",
        status_code=200,
        headers={"Cache-Control": "no-store"},
    )


def _effort(found: str) -> Effort:
    for effort in EFFORTS:
        if effort == found:
            return effort
    raise NotationError(found, msg("one of {choices}", choices=", ".join(EFFORTS)))


@post("/analysis", name="analyse_record")
async def analyse_record(context: NamedDependency[RequestContext]) -> Response[str] | Redirect:
    """Open a record from a file on the analysis board, at its end."""
    record = parse_record(await uploaded_file(context.request, "record"))
    position = position_of(find_game(record.game), record)
    # Whether it can be played is said here, and not at the address that it leads to.
    board = await _desk(context).replay(context, position)
    return await _go(context, board.position)


@get("/tables/{table_id:str}/analysis", name="analyse_table")
async def analyse_table(context: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str] | Redirect:
    """Open a finished game on the analysis board, after the steps `?step=`. A running game is analysed nowhere."""
    snapshot = await context.table(table_id)
    if not snapshot.over or not may_read_record(snapshot, context.person.id):
        raise NotPermitted(msg("that is possible when the game is over"))
    at = whole_number({"step": context.request.query_params.get("step", "")}, "step")
    return await _go(context, position_of(snapshot.game, snapshot.record(), at))


HANDLERS = [analysis, analyse, engine_lines, analyse_record, analyse_table]
