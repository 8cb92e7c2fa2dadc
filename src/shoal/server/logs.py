"""Structured logs on standard error: lines for people at a terminal, JSON otherwise. No names, cookies or seeds.

A request is one line: its id, the pattern of its route, status and milliseconds. The address itself is not
written, for it may hold the secret of an invitation, nor whom the request came from. What else is logged
while a request is answered carries its id, and so does the answer (`X-Request-Id`).
"""

import logging
import secrets
import sys
from typing import Final

import structlog
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bind_contextvars, clear_contextvars, merge_contextvars
from structlog.typing import Processor

from shoal.server.metrics import Metrics

__all__ = ["AccessLogMiddleware", "set_up_logs"]

_log = structlog.get_logger("shoal.requests")

#: Other methods are whatever somebody makes up, and would fill the memory of whoever counts by method.
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class AccessLogMiddleware:
    """Around the application: logs and counts every request, also those that have no route."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        clear_contextvars()
        bind_contextvars(request=request_id)
        self._metrics.begin()
        # What becomes of a request that is never answered.
        status = 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", request_id.encode())]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close" and status != 101:
                status = 403
            await send(message)

        try:
            await self._app(scope, receive, answer)
        finally:
            self._finish(scope, status)

    def _finish(self, scope: Scope, status: int) -> None:
        handler = scope.get("route_handler")
        opt = getattr(handler, "opt", {})
        route = scope.get("path_template") or "none"
        method = str(scope.get("method", "FEED"))
        method = method if method in _METHODS or method == "FEED" else "OTHER"
        seconds = self._metrics.answered(route, method, status, lasting=status == 101)
        if opt.get("quiet") and status < 400:
            return
        write = _log.error if status >= 500 else _log.info
        write("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1))


def set_up_logs(level: str | None = None) -> None:
    """Set them up for this process; at a terminal, what went well is not worth a line unless it is asked for."""
    at_terminal = sys.stderr.isatty()
    weight = level or ("warning" if at_terminal else "info")
    common: list[Processor] = [
        merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    show: list[Processor] = (
        [structlog.dev.ConsoleRenderer()]
        if at_terminal
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[*common, *show],
        wrapper_class=structlog.make_filtering_bound_logger(weight),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    # Libraries log in Python's own way; their warnings look like ours.
    handler = logging.StreamHandler(sys.stderr)
    clean = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=common, processors=[clean, *show]))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
