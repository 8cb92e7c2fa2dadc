"""The description of the API for programs that read such: OpenAPI, at `/api/openapi.json`."""

from litestar import Response, Router
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

import shoal
from shoal.server.error_responses import KINDS, PROBLEM_TYPE, Problem
from shoal.server.errors import Missing
from shoal.server.security.identity import COOKIE

__all__ = ["describe", "refusals"]


def refusals(*names: str) -> dict[int, ResponseSpec]:
    """What an address may refuse with, beside what all addresses may."""
    kinds = [KINDS[name] for name in (*names, "unreadable", "too-many", "too-large", "store-away", "no-person")]
    described: dict[int, list[str]] = {}
    for kind in kinds:
        described.setdefault(kind.status, []).append(kind.name)
    for status in (414, 431):
        described[status] = ["too-large"]
    return {
        status: ResponseSpec(
            Problem, generate_examples=False, description=", ".join(sorted(names)), media_type=PROBLEM_TYPE
        )
        for status, names in sorted(described.items())
    }


def _no_other_page(response: Response[object]) -> Response[object]:
    """Beside the description Litestar would answer with pages of its own; ours is a problem like any other."""
    if response.status_code == 404:
        raise Missing
    return response


def describe() -> OpenAPIConfig:
    """The description of the API of one application."""
    return OpenAPIConfig(
        title="Shoal",
        version=shoal.__version__,
        description=(
            "The web table for programs. Ask for a table, take one of its `steps`, and wait for the feed at "
            "`/api/tables/{table_id}/feed`, a WebSocket, to tell of the next change. Refusals are problems (RFC 9457) "
            "with the kinds that `/api/problems` lists."
        ),
        use_handler_docstrings=True,
        render_plugins=[JsonRenderPlugin(media_type="application/json")],  # type: ignore[arg-type]
        openapi_router=Router("/api", route_handlers=[], include_in_schema=False, after_request=_no_other_page),
        security=[{"token": []}, {"cookie": []}, {}],
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer", description="A token from the settings page."),
                "cookie": SecurityScheme(
                    type="apiKey",
                    name=COOKIE,
                    security_scheme_in="cookie",
                    description="A browser's. What changes anything then needs the header `x-csrftoken` too.",
                ),
            }
        ),
    )
