"""Structured logs on standard error: readable lines at a terminal, JSON otherwise.

Each request is one line with its id, route pattern, status and milliseconds. Other lines that are logged during the
request carry the same id, and so does the response (`X-Request-Id`). Logs never contain names, cookies, seeds or
client addresses, nor the requested address, because it may hold the secret of an invitation.
"""

import logging
import secrets
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import structlog
from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Scope, Send
from structlog.contextvars import bind_contextvars, clear_contextvars, merge_contextvars
from structlog.typing import Processor

from shoal.server.metrics import Metrics

__all__ = ["AccessLogMiddleware", "RepeatFilter", "set_up_logs"]

_log = structlog.get_logger("shoal.requests")

#: All other methods count as one: clients can make up any number of them, and each would get counters of its own.
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

#: The status, as nginx writes it, of a request whose client left, or was cut off, before the answer.
_CLIENT_LEFT: Final = 499
#: How long a warning of a library is only counted after it was logged.
_REPEATED_SECONDS: Final = 60.0
#: How many different ones are remembered.
_MOST_WARNINGS: Final = 200


class AccessLogMiddleware:
    """Wraps the application: logs and counts every request, including those without a route."""

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
        self._metrics.begin_request()
        # The status of a request that is never answered.
        status = 500

        async def receive_and_note() -> ReceiveMessage:
            nonlocal status
            message = await receive()
            if message["type"] == "http.disconnect" and status == 500:
                status = _CLIENT_LEFT
            return message

        async def send_and_note(message: Message) -> None:
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
            await self._app(scope, receive_and_note, send_and_note)
        finally:
            self._finish(scope, status)

    def _finish(self, scope: Scope, status: int) -> None:
        handler = scope.get("route_handler")
        opt = getattr(handler, "opt", {})
        route = scope.get("path_template") or "none"
        method = str(scope.get("method", "FEED"))
        method = method if method in _METHODS or method == "FEED" else "OTHER"
        seconds = self._metrics.end_request(route, method, status, long_lived=status == 101)
        if opt.get("quiet") and status < 400:
            return
        write = _log.error if status >= 500 else _log.info
        write("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1))


class RepeatFilter(logging.Filter):
    """Lets a warning of a library through once a minute, and then with the number of those in between. Otherwise, what
    goes wrong at every connection could fill the disk.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        #: When each was last logged, and how often it came since; the one that was logged first comes first.
        self._seen: OrderedDict[tuple[str, str, object], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log it."""
        kind = record.exc_info[0] if record.exc_info else None
        # The first line of a message of asyncio says what happened; those that follow say to which object.
        name = (record.name, str(record.msg).partition("\n")[0], kind)
        now = self._clock()
        logged_at, count = self._seen.get(name, (-_REPEATED_SECONDS, 0))
        if name in self._seen and now - logged_at < _REPEATED_SECONDS:
            self._seen[name] = (logged_at, count + 1)
            return False
        if count:
            record.msg = f"{record.msg} (and {count} times more since {round(now - logged_at)} s ago)"
        self._seen[name] = (now, 0)
        self._seen.move_to_end(name)
        if len(self._seen) > _MOST_WARNINGS:
            self._seen.popitem(last=False)
        return True


def set_up_logs(level: str | None = None) -> None:
    """Set up the logs of this process. At a terminal, successful requests are logged only if `level` says so."""
    at_terminal = sys.stderr.isatty()
    minimum = level or ("warning" if at_terminal else "info")
    common: list[Processor] = [
        merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    renderers: list[Processor] = (
        [structlog.dev.ConsoleRenderer()]
        if at_terminal
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[*common, *renderers],
        wrapper_class=structlog.make_filtering_bound_logger(minimum),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    # Libraries use Python's logging: give their warnings the same format.
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(RepeatFilter())
    clean = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=common, processors=[clean, *renderers]))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
