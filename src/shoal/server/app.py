"""Puts the server together: `create_app` returns it as one ASGI application."""

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

from shoal.arena import RatedResults
from shoal.server import api, error_responses, metrics
from shoal.server.coaching.coach import Coach
from shoal.server.coaching.reviews import Reviews
from shoal.server.retention.archive import Archive
from shoal.server.retention.periods import KeepPeriods
from shoal.server.retention.person_deletion import PersonDeletion
from shoal.server.retention.rounds import Retention
from shoal.server.security.guards import CrossSiteGuard, RequestGuard
from shoal.server.security.headers import security_headers
from shoal.server.security.identity import CookieSettings
from shoal.server.security.rate_limit import RateLimits, share_of
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.service import TableService
from shoal.server.web import live_feed, static_files
from shoal.server.web.analysis.desk import AnalysisDesk
from shoal.server.web.pages import (
    analysis,
    designs,
    hints,
    ladder,
    lobby,
    pads,
    puzzle_runs,
    puzzles,
    records,
    review,
    settings,
    shared_designs,
    table,
)
from shoal.server.web.request_context import page_context
from shoal.server.web.templating import set_template_globals
from shoal.store import Store

__all__ = ["ServerConfig", "create_app"]

#: For forms and records; the API accepts less.
_LARGEST_BODY: Final = 256 * 1024


class ServerConfig(msgspec.Struct, frozen=True, kw_only=True):
    """How to run a server."""

    database: str
    #: Signs cookies and invitations; anyone who has it can act as any visitor.
    secret: bytes
    #: How many bots may think at once.
    workers: int = 1
    #: Whether to compile the levels as soon as it starts; otherwise each is compiled when it first plays.
    prepare_levels: bool = False
    #: Whether a proxy with TLS is in front: then cookies are sent only over TLS.
    secure: bool = False
    #: Host names of the server, besides IP addresses and private names; `*` allows any.
    hosts: tuple[str, ...] = ()
    #: How many requests one person and one client address may send; None for any number.
    limits: RateLimits | None = RateLimits()
    #: Lets programs on other machines read the metrics.
    metrics_token: str | None = None
    #: How long things are kept that nobody comes back to.
    keep: KeepPeriods = KeepPeriods()
    #: Where they are written before they are deleted.
    archive: Archive | None = None
    #: Results of tournaments that the page of ratings shows.
    ladder: tuple[RatedResults, ...] = ()


def create_app(config: ServerConfig) -> Litestar:
    """The application. It opens the store when it starts."""
    security = security_headers(tls=config.secure)

    async def add_security_headers(message: Message, scope: Scope) -> None:
        """Add headers to every response, even refusals, that restrict what a browser may do with it."""
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for name, value in security.items():
                headers[name] = value

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(config.database)
        workers = BotWorkers(config.workers)
        coach = Coach()
        tables = TableService(store, workers, config.secret, coach.hint_at)
        analysis_desk = AnalysisDesk(Coach(), config.limits, lambda: share_of(store.processes.count))
        reviews = Reviews(store, coach, tables.replays)
        deletion = PersonDeletion(tables)
        retention = Retention(tables, deletion, config.keep, config.archive)
        app.state.tables = tables
        app.state.coach = coach
        app.state.analysis = analysis_desk
        app.state.reviews = reviews
        app.state.deletion = deletion
        app.state.retention = retention
        app.state.metrics.observe_tables(tables)
        app.state.metrics.observe_coach(coach, reviews)
        app.state.metrics.observe_retention(retention)
        try:
            await tables.open()
            if config.prepare_levels:
                workers.levels.start()
                coach.start(workers.levels.all_ready)
            retention.start()
            yield
        finally:
            await retention.close()
            await deletion.close()
            await analysis_desk.close()
            await reviews.close()
            await coach.close()
            await tables.close()
            await workers.close()
            await store.close()

    set_template_globals(stamp=static_files.stamp())
    app = Litestar(
        route_handlers=[
            *metrics.HANDLERS,
            api.api_router(),
            *lobby.HANDLERS,
            *ladder.HANDLERS,
            *settings.HANDLERS,
            *table.HANDLERS,
            *hints.HANDLERS,
            *review.HANDLERS,
            *records.HANDLERS,
            *analysis.HANDLERS,
            *pads.HANDLERS,
            *designs.HANDLERS,
            *puzzles.HANDLERS,
            *puzzle_runs.HANDLERS,
            *shared_designs.HANDLERS,
            *live_feed.HANDLERS,
            *static_files.HANDLERS,
        ],
        lifespan=[lifespan],
        dependencies={"context": Provide(page_context)},
        state=State(
            {
                "settings": CookieSettings(secret=config.secret, secure_cookies=config.secure),
                "metrics": metrics.Metrics(),
                "metrics_token": config.metrics_token,
                "ladder": config.ladder,
            }
        ),
        exception_handlers=error_responses.EXCEPTION_HANDLERS,
        middleware=[
            DefineMiddleware(
                CrossSiteGuard,
                config=CSRFConfig(
                    secret=config.secret.hex(),
                    cookie_name="shoal_csrf",
                    cookie_secure=config.secure,
                    cookie_httponly=True,
                ),
            )
        ],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=1),
        before_send=[add_security_headers],
        request_max_body_size=_LARGEST_BODY,
        openapi_config=api.openapi_config(),
        include_in_schema=False,
        logging_config=None,
    )
    # The guard wraps everything, so that it also checks requests to unknown addresses.
    app.asgi_handler = RequestGuard(
        app.asgi_handler,
        error_responses.error_response,
        secret=config.secret,
        hosts=config.hosts,
        limits=config.limits,
        share=lambda: share_of(app.state.tables.store.processes.count),
    )
    return app
