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
from litestar.types import Message, Scope

from shoal.server import feed, look, metrics, problems
from shoal.server.drawing import house_globals
from shoal.server.hall import Hall
from shoal.server.minds import Minds
from shoal.server.pages import lobby, pads, records, table
from shoal.server.visit import SECURITY_HEADERS, Settings, visit_of
from shoal.store import Store

__all__ = ["Plan", "create_app"]

_LARGEST_BODY: Final = 2 * 1024 * 1024


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How a server is to be run."""

    database: str
    #: Signs cookies and invitations; whoever has it can be anybody.
    secret: bytes
    #: How many bots may think at once.
    workers: int = 1
    #: Behind TLS: cookies are sent over nothing else.
    secure: bool = False
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
            yield
        finally:
            await hall.close()
            await minds.close()
            await store.close()

    house_globals(stamp=look.stamp())
    return Litestar(
        route_handlers=[
            *metrics.HANDLERS,
            *lobby.HANDLERS,
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
        csrf_config=CSRFConfig(
            secret=plan.secret.hex(), cookie_name="shoal_csrf", cookie_secure=plan.secure, cookie_httponly=True
        ),
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5),
        before_send=[_guard],
        request_max_body_size=_LARGEST_BODY,
        openapi_config=None,
        logging_config=None,
    )
