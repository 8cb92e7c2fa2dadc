"""One line of a client: a question about a position, or an action. An invalid one raises `BadLine`."""

import re
from collections.abc import Mapping
from typing import Final, Literal, cast

import msgspec

from shoal.core import ShoalError, Text, msg
from shoal.core.errors import shorten

__all__ = [
    "LONGEST_LINE",
    "BadLine",
    "Cancel",
    "QueryVersion",
    "Question",
    "QuestionDefaults",
    "Request",
    "RequestId",
    "WarmUp",
    "read_line",
]

LONGEST_LINE: Final = 4 * 1024 * 1024
_LONGEST_TIME_MS: Final = 24 * 60 * 60 * 1000
_LONGEST_ID: Final = 200
_LONGEST_KEEP_AS: Final = 200
#: A line may name a field as long as itself; an error quotes no more of it than this.
_LONGEST_NAME: Final = 60
_LONGEST_REASON: Final = 200
#: The largest whole number that every program reads as itself: some know only floating-point numbers.
_LARGEST_ID: Final = 2**53
#: Told apart from null, which is an id.
_NO_ID: Final = object()

#: What names a request, as JSON has it; the answer has the very same.
RequestId = str | int | float | bool | None


class BadLine(ShoalError):
    """A line that cannot be answered; with its `id` if it has one, and the field at fault if there is one."""

    def __init__(self, text: Text, request_id: RequestId = None, field: str | None = None) -> None:
        super().__init__(text)
        self.id = request_id
        self.field = field


class QuestionDefaults(msgspec.Struct, frozen=True, kw_only=True):
    """The values of fields that a question leaves out."""

    game: str | None = None
    options: dict[str, object] = {}
    bot: str | None = None


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question: what is the best step in this position? It comes as moves, or as the view of the seat to act."""

    id: RequestId
    game: str | None = None
    options: dict[str, object] | None = None
    moves: tuple[str, ...] = ()
    #: Instead of moves and a seat: what `view_bytes` wrote.
    view: dict[str, object] | None = None
    seat: str | None = None
    bot: str | None = None
    #: The name under which the bot is kept for the next question that gives the same.
    keep_as: str | None = None
    #: None: the time that the bot usually takes.
    time_ms: float | None = 1000.0
    report_every_ms: float | None = None
    #: Whether to compile what the bot needs, if that was not done before on this machine.
    compile: bool = True


class Cancel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An action: stop thinking about a question."""

    id: RequestId
    action: Literal["cancel"]
    cancel: RequestId


class WarmUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An action: load or compile now all that a bot needs, at any table of its game."""

    id: RequestId
    action: Literal["warm_up"]
    game: str
    bot: str
    #: Whether to compile what was not compiled before on this machine.
    compile: bool = True


class QueryVersion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An action: tell the version and the games."""

    id: RequestId
    action: Literal["query_version"]


Request = Question | Cancel | WarmUp | QueryVersion

_ACTIONS: Final[dict[str, type[Cancel] | type[WarmUp] | type[QueryVersion]]] = {
    "cancel": Cancel,
    "query_version": QueryVersion,
    "warm_up": WarmUp,
}
_PATH: Final = re.compile(r" - at `\$\.?([^`\[.]*)[^`]*`$")
_MISSING: Final = re.compile(r"^Object (?:missing required|contains unknown) field `([^`]*)`")


def read_line(line: bytes) -> Request:
    """The request that a line holds."""
    fields = _fields(line)
    request_id = _request_id(fields)
    kind: type[Request] = Question
    if "action" in fields:
        action = fields["action"]
        if not isinstance(action, str) or action not in _ACTIONS:
            known = ", ".join(_ACTIONS)
            raise BadLine(
                msg("action: found {found}, expected one of {known}", found=shorten(action), known=known),
                request_id,
                "action",
            )
        kind = _ACTIONS[action]
    try:
        request = msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise _invalid(str(error), request_id) from None
    if isinstance(request, Question):
        _check_times(request)
        _check_view(request)
        _check_keep_as(request)
    return request


def _request_id(fields: Mapping[str, object]) -> RequestId:
    found = fields.get("id", _NO_ID)
    match found:
        case str():
            valid = 0 < len(found) <= _LONGEST_ID
        case int() | float():
            valid = abs(found) <= _LARGEST_ID
        case _:
            valid = found is None
    if not valid:
        expected = msg(
            "a text of 1 to {longest} characters, a number up to {largest}, true, false or null",
            longest=_LONGEST_ID,
            largest=_LARGEST_ID,
        )
        shown = "nothing" if found is _NO_ID else shorten(found)
        raise BadLine(msg("id: found {found}, expected {expected}", found=shown, expected=expected), None, "id")
    return cast(RequestId, found)


def _fields(line: bytes) -> dict[str, object]:
    if len(line) > LONGEST_LINE:
        raise BadLine(msg("found a line of over {limit} bytes", limit=LONGEST_LINE))
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadLine(
            msg("found {found}, expected one JSON object: {reason}", found=_quote(line), reason=str(error))
        ) from None
    except RecursionError:
        raise BadLine(
            msg("found {found}, expected one JSON object: {reason}", found=_quote(line), reason="nested too deeply")
        ) from None
    if not isinstance(found, dict):
        raise BadLine(msg("found {found}, expected one JSON object", found=_quote(line)))
    return found


def _check_times(question: Question) -> None:
    for field, found in (("time_ms", question.time_ms), ("report_every_ms", question.report_every_ms)):
        if found is not None and not 1 <= found <= _LONGEST_TIME_MS:
            expected = msg("a number from {low} to {high}", low=1, high=_LONGEST_TIME_MS)
            raise BadLine(
                msg(
                    "{field}: found {found}, expected {expected}", field=field, found=shorten(found), expected=expected
                ),
                question.id,
                field,
            )


def _check_view(question: Question) -> None:
    for field, found in (("moves", question.moves), ("seat", question.seat)):
        if question.view is not None and found:
            raise BadLine(msg("{field}: the view says it already", field=field), question.id, field)


def _check_keep_as(question: Question) -> None:
    found = question.keep_as
    if found is not None and not 0 < len(found) <= _LONGEST_KEEP_AS:
        expected = msg("a text of 1 to {longest} characters", longest=_LONGEST_KEEP_AS)
        raise BadLine(
            msg(
                "{field}: found {found}, expected {expected}", field="keep_as", found=shorten(found), expected=expected
            ),
            question.id,
            "keep_as",
        )


def _invalid(reason: str, request_id: RequestId) -> BadLine:
    """A bad line in plain words: msgspec names the field at the end of its message, or within it."""
    path, missing = _PATH.search(reason), _MISSING.match(reason)
    field = missing.group(1) if missing else path.group(1) if path else None
    if field is not None:
        field = field[:_LONGEST_NAME]
    words = _PATH.sub("", reason)
    words = words[:1].lower() + words[1:_LONGEST_REASON]
    return BadLine(msg("{field}: {reason}", field=shorten(field), reason=words), request_id, field)


def _quote(line: bytes) -> str:
    return shorten(line[:100].decode("utf-8", "replace"))
