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

from shoal.server import api, error_responses, metrics
from shoal.server.security.guards import CrossSiteGuard, RequestGuard
from shoal.server.security.headers import SECURITY_HEADERS
from shoal.server.security.rate_limit import RateLimits
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.service import TableService
from shoal.server.web import live_feed, static_files
from shoal.server.web.pages import lobby, pads, records, settings, table
from shoal.server.web.request_context import CookieSettings, visit_of
from shoal.server.web.templating import set_template_globals
from shoal.store import Store

__all__ = ["ServerConfig", "create_app"]

#: Of a form, or a record; the API takes less.
_LARGEST_BODY: Final = 256 * 1024


class ServerConfig(msgspec.Struct, frozen=True, kw_only=True):
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
    limits: RateLimits | None = RateLimits()
    #: Lets a program elsewhere read the metrics.
    metrics_token: str | None = None


async def _guard(message: Message, scope: Scope) -> None:
    """Every answer, refusals included, says what a browser may do with it."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in SECURITY_HEADERS.items():
            headers[name] = value


def create_app(plan: ServerConfig) -> Litestar:
    """The application; it opens the store when it starts."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(plan.database)
        workers = BotWorkers(plan.workers)
        tables = TableService(store, workers, plan.secret)
        app.state.tables = tables
        app.state.metrics.watch(tables)
        try:
            await tables.open()
            yield
        finally:
            await tables.close()
            await workers.close()
            await store.close()

    set_template_globals(stamp=static_files.stamp())
    app = Litestar(
        route_handlers=[
            *metrics.HANDLERS,
            api.api_router(),
            *lobby.HANDLERS,
            *settings.HANDLERS,
            *table.HANDLERS,
            *records.HANDLERS,
            *pads.HANDLERS,
            *live_feed.HANDLERS,
            *static_files.HANDLERS,
        ],
        lifespan=[lifespan],
        dependencies={"visit": Provide(visit_of)},
        state=State(
            {
                "settings": CookieSettings(secret=plan.secret, secure_cookies=plan.secure),
                "metrics": metrics.Metrics(),
                "metrics_token": plan.metrics_token,
            }
        ),
        exception_handlers=error_responses.HANDLERS,
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
    app.asgi_handler = RequestGuard(
        app.asgi_handler, error_responses.answer, secret=plan.secret, hosts=plan.hosts, limits=plan.limits
    )
    return app
