"""Puts the web table together: `create_app` is the whole of it as one ASGI application."""

import contextlib
from collections.abc import AsyncIterator
from typing import Final

import msgspec
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.types import Message, Scope

from shoal.server import api, feed, look, metrics, problems
from shoal.server.drawing import house_globals
from shoal.server.guards import CrossSiteGuard, Guard
from shoal.server.hall import Hall
from shoal.server.minds import Minds
from shoal.server.pages import lobby, pads, records, settings, table
from shoal.server.rates import Limits
from shoal.server.visit import SECURITY_HEADERS, Settings, visit_of
from shoal.store import Store

__all__ = ["Plan", "create_app"]

#: Of a form, or a record; the API takes less.
_LARGEST_BODY: Final = 256 * 1024


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How a server is to be run."""

    database: str
    #: Signs cookies and invitations; whoever has it can be anybody.
    secret: bytes
    #: How many bots may think at once.
    workers: int = 1
    #: Behind TLS: cookies are sent over nothing else.
    secure: bool = False
    #: Names that the server goes by, beside addresses and names within the house; `*` is any.
    hosts: tuple[str, ...] = ()
    #: How much one person and one address may ask for; None for as much as they like.
    limits: Limits | None = Limits()
    #: Lets a program elsewhere read the metrics.
    metrics_token: str | None = None


async def _guard(message: Message, scope: Scope) -> None:
    """Every answer, refusals included, says what a browser may do with it."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in SECURITY_HEADERS.items():
            headers[name] = value


def create_app(plan: Plan) -> Litestar:
    """The application; it opens the store when it starts."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(plan.database)
        minds = Minds(plan.workers)
        hall = Hall(store, minds, plan.secret)
        app.state.hall = hall
        app.state.metrics.watch(hall)
        try:
            await hall.open()
            yield
        finally:
            await hall.close()
            await minds.close()
            await store.close()

    house_globals(stamp=look.stamp())
    app = Litestar(
        route_handlers=[
            *metrics.HANDLERS,
            api.api_router(),
            *lobby.HANDLERS,
            *settings.HANDLERS,
            *table.HANDLERS,
            *records.HANDLERS,
            *pads.HANDLERS,
            *feed.HANDLERS,
            *look.HANDLERS,
        ],
        lifespan=[lifespan],
        dependencies={"visit": Provide(visit_of)},
        state=State(
            {
                "settings": Settings(secret=plan.secret, secure_cookies=plan.secure),
                "metrics": metrics.Metrics(),
                "metrics_token": plan.metrics_token,
            }
        ),
        exception_handlers=problems.HANDLERS,
        middleware=[
            DefineMiddleware(
                CrossSiteGuard,
                config=CSRFConfig(
                    secret=plan.secret.hex(), cookie_name="shoal_csrf", cookie_secure=plan.secure, cookie_httponly=True
                ),
            )
        ],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=1),
        before_send=[_guard],
        request_max_body_size=_LARGEST_BODY,
        openapi_config=api.describe(),
        include_in_schema=False,
        logging_config=None,
    )
    # Around everything, so that addresses that are not there are guarded too.
    app.asgi_handler = Guard(app.asgi_handler, secret=plan.secret, hosts=plan.hosts, limits=plan.limits)
    return app
