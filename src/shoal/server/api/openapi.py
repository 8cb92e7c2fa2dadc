"""The OpenAPI description of the API, served at `/api/openapi.json`."""

from litestar import Response, Router
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

import shoal
from shoal.server.error_responses import PROBLEM_KINDS, PROBLEM_MEDIA_TYPE, Problem
from shoal.server.errors import NotFound
from shoal.server.security.identity import COOKIE

__all__ = ["openapi_config", "problem_responses"]


def problem_responses(*names: str) -> dict[int, ResponseSpec]:
    """The error responses of an address: the problems with these names, and those that every address can return."""
    kinds = [PROBLEM_KINDS[name] for name in (*names, "unreadable", "too-many", "too-large", "store-away", "no-person")]
    described: dict[int, list[str]] = {}
    for kind in kinds:
        described.setdefault(kind.status, []).append(kind.name)
    for status in (414, 431):
        described[status] = ["too-large"]
    return {
        status: ResponseSpec(
            Problem, generate_examples=False, description=", ".join(sorted(names)), media_type=PROBLEM_MEDIA_TYPE
        )
        for status, names in sorted(described.items())
    }


def _refuse_other_pages(response: Response[object]) -> Response[object]:
    """Replace the HTML page with which Litestar answers unknown addresses beside the description by a problem."""
    if response.status_code == 404:
        raise NotFound
    return response


def openapi_config() -> OpenAPIConfig:
    """The OpenAPI configuration of one application."""
    return OpenAPIConfig(
        title="Shoal",
        version=shoal.__version__,
        description=(
            "The web table for programs. Get a table, take one of its `steps`, then wait until the feed at "
            "`/api/tables/{table_id}/feed`, a WebSocket, announces the next change. Refused requests return "
            "problems (RFC 9457); `/api/problems` lists all kinds."
        ),
        use_handler_docstrings=True,
        render_plugins=[JsonRenderPlugin(media_type="application/json")],  # type: ignore[arg-type]
        openapi_router=Router("/api", route_handlers=[], include_in_schema=False, after_request=_refuse_other_pages),
        security=[{"token": []}, {"cookie": []}, {}],
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer", description="A token from the settings page."),
                "cookie": SecurityScheme(
                    type="apiKey",
                    name=COOKIE,
                    security_scheme_in="cookie",
                    description="For browsers. Requests that change something also need the header `x-csrftoken`.",
                ),
            }
        ),
    )
