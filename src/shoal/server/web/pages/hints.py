"""The address at which a seat takes a hint. The page of the table then shows it."""

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from shoal.core import ShoalError
from shoal.server.errors import NotPermitted
from shoal.server.tables.access import TableNotFound
from shoal.server.tables.commands import parse_hint
from shoal.server.web.forms import form_fields, whole_number
from shoal.server.web.pages.table import redirect_to_table, table_page
from shoal.server.web.request_context import RequestContext
from shoal.store import StoreUnavailable

__all__ = ["HANDLERS"]


@post("/tables/{table_id:str}/hint", name="hint")
async def take_hint(context: NamedDependency[RequestContext], table_id: FromPath[str]) -> Response[str] | Redirect:
    """Take the hint in the form: a nudge, the step or the reason. If it is refused, show the table and why."""
    fields = await form_fields(context.request)
    try:
        command = parse_hint(
            seat=fields.get("seat", ""),
            key=fields.get("key"),
            stage=whole_number(fields, "stage"),
            position_id=whole_number(fields, "moment"),
        )
        snapshot = await context.execute(table_id, command)
    except ShoalError as error:
        if isinstance(error, NotPermitted | TableNotFound):
            raise
        status = 503 if isinstance(error, StoreUnavailable) else 409
        return table_page(context, await context.table(table_id), refused=error, status=status)
    return redirect_to_table(context, snapshot, fields.get("front", ""))


HANDLERS = [take_hint]
