"""Refusals: a readable page for people, a typed problem (RFC 9457) for programs. Neither tells secrets.

Every kind of refusal is in `KINDS`, with the address that names it; docs/api.md explains them.
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
from shoal.server.errors import CrossSite, Late, Missing, NoPerson, NotYours, TooLong, TooMany, WrongHost
from shoal.server.security import identity
from shoal.server.web.templating import render
from shoal.store import PadChanged, StoreAway

__all__ = ["HANDLERS", "KINDS", "PROBLEM_TYPE", "Problem", "ProblemKind", "answer", "kind_of", "problem_of"]

_log = structlog.get_logger("shoal.problems")
PROBLEM_TYPE: Final = "application/problem+json"
#: What Litestar says of somebody who left in the middle of a request: no fault of ours, and nobody hears the answer.
_LEFT: Final = "client disconnected prematurely"


class ProblemKind(msgspec.Struct, frozen=True):
    """One kind of refusal."""

    name: str
    status: int
    title: Text

    @property
    def type(self) -> str:
        """The address that names it; what is there lists them all."""
        return f"/api/problems#{self.name}"


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A refusal as a program reads it (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str = ""
    #: What could not be read, and where in the request.
    errors: list[dict[str, str]] = []
    #: The table as it is now, where a step or an act was refused.
    table: dict[str, object] | None = None


KINDS: Final[Mapping[str, ProblemKind]] = {
    kind.name: kind
    for kind in (
        ProblemKind("unreadable", 400, msg("this request cannot be read")),
        ProblemKind("refused", 409, msg("that is not possible now")),
        ProblemKind("late", 409, msg("the table has changed in the meantime: please look again")),
        ProblemKind("illegal-step", 422, msg("that step may not be taken here")),
        ProblemKind("notation", 422, msg("that notation cannot be read")),
        ProblemKind("option", 422, msg("there is no such option, or not with that value")),
        ProblemKind(
            "no-person", 401, msg("this needs somebody: send a cookie of ours, or a token that was not taken back")
        ),
        ProblemKind("not-yours", 403, msg("that is for somebody else to do")),
        ProblemKind("cross-site", 403, msg("this is not allowed; please load the page again and try once more")),
        ProblemKind("missing", 404, msg("there is no such page")),
        ProblemKind("method", 405, msg("that cannot be done here")),
        ProblemKind("too-large", 413, msg("that is too large")),
        ProblemKind("media-type", 415, msg("content of this type is not read here")),
        ProblemKind("wrong-host", 421, msg("this server does not go by that name")),
        ProblemKind("too-many", 429, msg("too many requests: please wait a moment")),
        ProblemKind("failed", 500, msg("something went wrong on our side; your game is safe")),
        ProblemKind("store-away", 503, msg("the games cannot be saved or read just now")),
    )
}
_OF_ERRORS: Final[tuple[tuple[type[ShoalError], str], ...]] = (
    (Missing, "missing"),
    (NotYours, "not-yours"),
    (NoPerson, "no-person"),
    (CrossSite, "cross-site"),
    (WrongHost, "wrong-host"),
    (TooLong, "too-large"),
    (TooMany, "too-many"),
    (Late, "late"),
    (StoreAway, "store-away"),
    (OptionError, "option"),
    (IllegalStep, "illegal-step"),
    (NotationError, "notation"),
    (RecordError, "notation"),
    (PadChanged, "late"),
    (Refusal, "refused"),
    (ShoalError, "unreadable"),
)
_OF_STATUSES: Final[Mapping[int, str]] = {
    401: "no-person",
    403: "cross-site",
    404: "missing",
    405: "method",
    413: "too-large",
    415: "media-type",
    429: "too-many",
}


def kind_of(error: ShoalError) -> ProblemKind:
    """Which kind of refusal an error of ours is."""
    return KINDS[next(name for kind, name in _OF_ERRORS if isinstance(error, kind))]


def problem_of(
    error: ShoalError, accepted: str, *, table: dict[str, object] | None = None
) -> tuple[Problem, dict[str, str]]:
    """A refusal for a program, in a language it accepts, and the headers that go with it."""
    kind = kind_of(error)
    say = speaker(_language(accepted), *(find_game(name) for name in game_names()))
    status = error.status if isinstance(error, TooLong) else kind.status
    problem = Problem(type=kind.type, title=say(kind.title), status=status, detail=say(error.text), table=table)
    return problem, _headers(error)


def answer(request: "Request[object, object, State]", error: ShoalError) -> Response[object]:
    """What becomes of an error of ours."""
    problem, headers = problem_of(error, request.headers.get("accept-language", ""))
    if problem.status >= 500:
        _log.error("store away", path=request.scope["path"], reason=str(error))
    return _answer(request, problem, headers)


def _refuse(request: "Request[object, object, State]", error: Exception) -> Response[object]:
    assert isinstance(error, ShoalError)  # noqa: S101 - registered for it
    return answer(request, error)


def _refuse_http(request: "Request[object, object, State]", error: Exception) -> Response[object]:
    """What becomes of the framework's own errors."""
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for it
    if error.status_code >= 500 and error.detail != _LEFT:
        return _fail(request, error)
    kind = KINDS[_OF_STATUSES.get(error.status_code, "unreadable")]
    found = error.extra if isinstance(error.extra, list) else []
    errors = [{str(name): str(value)[:200] for name, value in one.items()} for one in found if isinstance(one, dict)]
    say = speaker(_language(request.headers.get("accept-language", "")))
    problem = Problem(type=kind.type, title=say(kind.title), status=error.status_code, errors=errors[:20])
    return _answer(request, problem, dict(error.headers or {}))


def _fail(request: "Request[object, object, State]", error: Exception) -> Response[object]:
    """A mistake of ours: told in the log, not to the visitor."""
    _log.error("failed", path=request.scope["path"], exc_info=error)
    kind = KINDS["failed"]
    say = speaker(_language(request.headers.get("accept-language", "")))
    return _answer(request, Problem(type=kind.type, title=say(kind.title), status=kind.status), {})


def _headers(error: ShoalError) -> dict[str, str]:
    if isinstance(error, TooMany):
        return {"Retry-After": str(error.seconds)}
    return {"WWW-Authenticate": "Bearer"} if isinstance(error, NoPerson) else {}


def _language(accepted: str) -> str:
    return identity.language_for(identity.new_person(), accepted)


def _answer(
    request: "Request[object, object, State]", problem: Problem, headers: Mapping[str, str]
) -> Response[object]:
    if "text/html" not in request.headers.get("accept", "") or request.scope["path"].startswith("/api/"):
        return Response(problem, status_code=problem.status, media_type=PROBLEM_TYPE, headers=dict(headers))
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
    page = render("house/problem.html", speaker(language), values)
    return Response(page, status_code=problem.status, media_type="text/html", headers=dict(headers))


def _too_deep(request: "Request[object, object, State]", error: Exception) -> Response[object]:
    """Brackets within brackets until whoever reads them gives up."""
    _log.warning("too deep", path=request.scope["path"], reason=str(error))
    return answer(request, ShoalError(KINDS["unreadable"].title))


HANDLERS: ExceptionHandlersMap = {
    ShoalError: _refuse,
    HTTPException: _refuse_http,
    RecursionError: _too_deep,
    Exception: _fail,
}
