"""Refusals: a readable page for people, a typed problem (RFC 9457) for programs. Neither tells secrets."""

from typing import Final

import structlog
from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap
from litestar.utils.scope.state import ScopeState

from shoal.core import OptionError, Refusal, ShoalError, Text, msg
from shoal.core.catalogue import speaker
from shoal.core.registry import find_game, game_names
from shoal.server import people
from shoal.server.drawing import render
from shoal.server.refusals import Late, Missing, NotYours
from shoal.store import StoreAway

__all__ = ["HANDLERS"]

_log = structlog.get_logger("shoal.problems")
_STATUS: Final[tuple[tuple[type[Exception], int], ...]] = (
    (Missing, 404),
    (NotYours, 403),
    (Late, 409),
    (StoreAway, 503),
    (OptionError, 422),
    (Refusal, 409),
    (ShoalError, 400),
)
_HTTP_TEXTS: Final[dict[int, Text]] = {
    400: msg("this request cannot be read"),
    403: msg("this is not allowed; please load the page again and try once more"),
    404: msg("there is no such page"),
    405: msg("that cannot be done here"),
    413: msg("that is too large"),
    429: msg("too many requests: please wait a moment"),
    500: msg("something went wrong on our side; your game is safe"),
}


def _refuse(request: "Request[object, object, State]", error: Exception) -> Response[object]:
    """What becomes of an error of ours."""
    assert isinstance(error, ShoalError)  # noqa: S101 - registered for it
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    if status >= 500:
        _log.error("store away", path=request.url.path, reason=str(error))
    return _answer(request, status, error.text)


def _refuse_http(request: "Request[object, object, State]", error: Exception) -> Response[object]:
    """What becomes of the framework's own errors."""
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for it
    if error.status_code >= 500:
        return _fail(request, error)
    text = _HTTP_TEXTS.get(error.status_code, _HTTP_TEXTS[400])
    return _answer(request, error.status_code, text)


def _fail(request: "Request[object, object, State]", error: Exception) -> Response[object]:
    """A mistake of ours: told in the log, not to the visitor."""
    _log.error("failed", path=request.url.path, exc_info=error)
    return _answer(request, 500, _HTTP_TEXTS[500])


def _answer(request: "Request[object, object, State]", status: int, text: Text) -> Response[object]:
    language = people.language_for(people.new_person(), request.headers.get("accept-language", ""))
    say = speaker(language, *(find_game(name) for name in game_names()))
    if "text/html" not in request.headers.get("accept", ""):
        problem = {"type": "about:blank", "title": say(text), "status": status}
        return Response(problem, status_code=status, media_type="application/problem+json")
    values = {
        "language": language,
        "languages": {},
        "person": people.new_person(),
        "theme": "",
        "confirm": "",
        "sound": "",
        "csrf": ScopeState.from_scope(request.scope).csrf_token or "",
        "key": "",
        "path": request.url.path,
        "status": status,
        "text": say(text),
    }
    return Response(render("house/problem.html", say, values), status_code=status, media_type="text/html")


HANDLERS: ExceptionHandlersMap = {ShoalError: _refuse, HTTPException: _refuse_http, Exception: _fail}
