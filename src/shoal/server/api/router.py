"""The router of the API: all its addresses, with their limits and error handlers."""

from typing import Final

from litestar import Router
from litestar.di import Provide

from shoal.server.api import designs, meta, own_data, reviews, tables
from shoal.server.web.request_context import api_context

__all__ = ["api_router"]

_LARGEST_BODY: Final = 128 * 1024


def api_router() -> Router:
    """The API for one application."""
    return Router(
        "/api",
        route_handlers=[*meta.HANDLERS, *own_data.HANDLERS, *designs.HANDLERS, *tables.HANDLERS, *reviews.HANDLERS],
        dependencies={"context": Provide(api_context)},
        exception_handlers=tables.EXCEPTION_HANDLERS,
        include_in_schema=True,
        request_max_body_size=_LARGEST_BODY,
        response_headers={"Cache-Control": "no-store"},
    )
