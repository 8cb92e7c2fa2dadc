"""The address with a person's designs, such as decks: programs name them when they set up a table."""

from litestar import get
from litestar.di import NamedDependency

from shoal.server.api.openapi import problem_responses
from shoal.server.api.schemas import DesignEntry
from shoal.server.web.request_context import RequestContext

__all__ = ["HANDLERS"]


@get("/designs", name="api.designs", responses=problem_responses())
async def list_designs(context: NamedDependency[RequestContext]) -> list[DesignEntry]:
    """Your designs, the latest changed first."""
    designs = await context.tables.store.designs_of(context.person.id)
    return [DesignEntry(row.id, row.game, row.title, row.usable, row.changed_at) for row in designs]


HANDLERS = [list_designs]
