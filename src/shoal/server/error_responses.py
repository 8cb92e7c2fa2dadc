"""Turns errors into responses: a readable page for people, a typed problem (RFC 9457) for programs.

`PROBLEM_KINDS` lists every kind of problem with the address that names it; docs/api.md explains them. No response tells
a secret.
"""

from collections.abc import Mapping
from typing import Final

import msgspec
import structlog
from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap
from litestar.utils.scope.state import ScopeState

from shoal.core import IllegalStep, NotationError, OptionError, RecordError, Refusal, ShoalError, Text, msg
from shoal.core.registry import find_game, game_names
from shoal.core.translations import speaker
from shoal.server.errors import (
    CoachBusy,
    CrossSiteRequest,
    NotFound,
    NotPermitted,
    RateLimited,
    RequestTooLarge,
    SignInRequired,
    StalePosition,
    UnknownHost,
)
from shoal.server.security import identity
from shoal.server.web.templating import render
from shoal.store import SheetChanged, StoreUnavailable

__all__ = [
    "EXCEPTION_HANDLERS",
    "PROBLEM_KINDS",
    "PROBLEM_MEDIA_TYPE",
    "Problem",
    "ProblemKind",
    "error_response",
    "kind_for",
    "problem_for",
]

_log = structlog.get_logger("shoal.problems")
PROBLEM_MEDIA_TYPE: Final = "application/problem+json"
#: Litestar's detail when the client disconnects during a request. That is no fault of the server.
_CLIENT_DISCONNECTED: Final = "client disconnected prematurely"


class ProblemKind(msgspec.Struct, frozen=True):
    """One kind of problem: its name, HTTP status and title."""

    name: str
    status: int
    title: Text

    @property
    def type(self) -> str:
        """The address that identifies this kind; it leads to the list of all kinds."""
        return f"/api/problems#{self.name}"


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A refusal as a program reads it (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str = ""
    #: What could not be read, and where it is in the request.
    errors: list[dict[str, str]] = []
    #: The current table, if a step or another command was refused.
    table: dict[str, object] | None = None


PROBLEM_KINDS: Final[Mapping[str, ProblemKind]] = {
    kind.name: kind
    for kind in (
        ProblemKind("unreadable", 400, msg("this request cannot be read")),
        ProblemKind("refused", 409, msg("that is not possible now")),
        ProblemKind("late", 409, msg("the table has changed in the meantime: please look again")),
        ProblemKind("illegal-step", 422, msg("that step may not be taken here")),
        ProblemKind("notation", 422, msg("that notation cannot be read")),
        ProblemKind("option", 422, msg("there is no such option, or it does not take that value")),
        ProblemKind("no-person", 401, msg("sign-in required: send the session cookie or a valid token")),
        ProblemKind("not-yours", 403, msg("only another person may do that")),
        ProblemKind("cross-site", 403, msg("this is not allowed; please reload the page and try again")),
        ProblemKind("missing", 404, msg("there is no such page")),
        ProblemKind("method", 405, msg("this method is not supported here")),
        ProblemKind("too-large", 413, msg("that is too large")),
        ProblemKind("media-type", 415, msg("content of this type is not accepted here")),
        ProblemKind("wrong-host", 421, msg("this server does not go by that name")),
        ProblemKind("too-many", 429, msg("too many requests: please wait a moment")),
        ProblemKind("failed", 500, msg("something went wrong on our side; your game is safe")),
        ProblemKind("store-away", 503, msg("the games cannot be saved or read just now")),
        ProblemKind("coach-busy", 503, msg("the coach has much to do: please try again in a moment")),
    )
}
_KIND_OF_ERROR: Final[tuple[tuple[type[ShoalError], str], ...]] = (
    (NotFound, "missing"),
    (NotPermitted, "not-yours"),
    (SignInRequired, "no-person"),
    (CrossSiteRequest, "cross-site"),
    (UnknownHost, "wrong-host"),
    (RequestTooLarge, "too-large"),
    (RateLimited, "too-many"),
    (CoachBusy, "coach-busy"),
    (StalePosition, "late"),
    (StoreUnavailable, "store-away"),
    (OptionError, "option"),
    (IllegalStep, "illegal-step"),
    (NotationError, "notation"),
    (RecordError, "notation"),
    (SheetChanged, "late"),
    (Refusal, "refused"),
    (ShoalError, "unreadable"),
)
_KIND_OF_STATUS: Final[Mapping[int, str]] = {
    401: "no-person",
    403: "cross-site",
    404: "missing",
    405: "method",
    413: "too-large",
    415: "media-type",
    429: "too-many",
}


def kind_for(error: ShoalError) -> ProblemKind:
    """The kind of problem that an error becomes."""
    return PROBLEM_KINDS[next(name for kind, name in _KIND_OF_ERROR if isinstance(error, kind))]


def problem_for(
    error: ShoalError, accepted: str, *, table: dict[str, object] | None = None
) -> tuple[Problem, dict[str, str]]:
    """The problem for a program, in a language it accepts, and the headers that go with it."""
    kind = kind_for(error)
    say = speaker(_language(accepted), *(find_game(name) for name in game_names()))
    status = error.status if isinstance(error, RequestTooLarge) else kind.status
    problem = Problem(type=kind.type, title=say(kind.title), status=status, detail=say(error.text), table=table)
    return problem, _headers(error)


def error_response(request: "Request[object, object, State]", error: ShoalError) -> Response[object]:
    """The response to an error raised by Shoal."""
    problem, headers = problem_for(error, request.headers.get("accept-language", ""))
    if isinstance(error, StoreUnavailable):
        _log.error("store away", path=request.scope["path"], reason=str(error))
    return _respond(request, problem, headers)


def _respond_to_error(request: "Request[object, object, State]", error: Exception) -> Response[object]:
    assert isinstance(error, ShoalError)  # noqa: S101 - registered for it
    return error_response(request, error)


def _respond_to_http_error(request: "Request[object, object, State]", error: Exception) -> Response[object]:
    """The response to an error raised by Litestar."""
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for it
    if error.status_code >= 500 and error.detail != _CLIENT_DISCONNECTED:
        return _respond_to_failure(request, error)
    kind = PROBLEM_KINDS[_KIND_OF_STATUS.get(error.status_code, "unreadable")]
    details = error.extra if isinstance(error.extra, list) else []
    errors = [
        {str(name): str(value)[:200] for name, value in entry.items()} for entry in details if isinstance(entry, dict)
    ]
    say = speaker(_language(request.headers.get("accept-language", "")))
    problem = Problem(type=kind.type, title=say(kind.title), status=error.status_code, errors=errors[:20])
    return _respond(request, problem, dict(error.headers or {}))


def _respond_to_failure(request: "Request[object, object, State]", error: Exception) -> Response[object]:
    """The response to an unexpected error. Its details go to the log, never to the visitor."""
    _log.error("failed", path=request.scope["path"], exc_info=error)
    kind = PROBLEM_KINDS["failed"]
    say = speaker(_language(request.headers.get("accept-language", "")))
    return _respond(request, Problem(type=kind.type, title=say(kind.title), status=kind.status), {})


def _headers(error: ShoalError) -> dict[str, str]:
    if isinstance(error, RateLimited | CoachBusy):
        return {"Retry-After": str(error.seconds)}
    return {"WWW-Authenticate": "Bearer"} if isinstance(error, SignInRequired) else {}


def _language(accepted: str) -> str:
    return identity.language_for(identity.new_person(), accepted)


def _respond(
    request: "Request[object, object, State]", problem: Problem, headers: Mapping[str, str]
) -> Response[object]:
    if "text/html" not in request.headers.get("accept", "") or request.scope["path"].startswith("/api/"):
        return Response(problem, status_code=problem.status, media_type=PROBLEM_MEDIA_TYPE, headers=dict(headers))
    language = _language(request.headers.get("accept-language", ""))
    values = {
        "language": language,
        "languages": {},
        "person": identity.new_person(),
        "theme": "",
        "confirm": "",
        "sound": "",
        "csrf": ScopeState.from_scope(request.scope).csrf_token or "",
        "key": "",
        "path": request.scope["path"],
        "status": problem.status,
        "text": problem.detail or problem.title,
    }
    page = render("shared/problem.html", speaker(language), values)
    return Response(page, status_code=problem.status, media_type="text/html", headers=dict(headers))


def _respond_to_deep_nesting(request: "Request[object, object, State]", error: Exception) -> Response[object]:
    """The response to nested brackets that exceed the recursion limit of a parser."""
    _log.warning("too deep", path=request.scope["path"], reason=str(error))
    return error_response(request, ShoalError(PROBLEM_KINDS["unreadable"].title))


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    ShoalError: _respond_to_error,
    HTTPException: _respond_to_http_error,
    RecursionError: _respond_to_deep_nesting,
    Exception: _respond_to_failure,
}
