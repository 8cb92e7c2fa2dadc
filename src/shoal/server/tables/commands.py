"""Commands: everything that a person can ask for at a table, one struct for each kind.

`parse_command` makes them from a form or from the body of an API request. `LiveTable` checks who may do what, and
turns a command into an event for the log.
"""

import re
from typing import Final, TypeAlias, get_args

import msgspec

from shoal.core import Game, Refusal, Seat, ShoalError, msg, parse_seat
from shoal.core.errors import shorten
from shoal.core.seats import MAX_SEATS
from shoal.players import bot_names
from shoal.server.tables.events import EventKind

__all__ = [
    "LAST_HINT_STAGE",
    "AgreeToRematch",
    "AgreeToUndo",
    "FlagSeat",
    "LeaveToBot",
    "OfferFinish",
    "RefuseUndo",
    "RequestUndo",
    "ShowOdds",
    "TableCommand",
    "TakeHint",
    "TakeSeat",
    "TakeStep",
    "event_kind",
    "event_text",
    "known_bot",
    "parse_command",
    "parse_hint",
]

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_LONGEST_STEP: Final = 200
#: Stages of a hint: a nudge, the step, the reason.
LAST_HINT_STAGE: Final = 3


class _SeatCommand(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """A command of one seat. Two commands of one person with the same key are one command, sent twice."""

    seat: Seat
    key: str | None = None


class TakeSeat(_SeatCommand, frozen=True, kw_only=True, tag=EventKind.SEAT_TAKEN.value):
    """Sit down on an open seat, under a name."""

    name: str


class TakeStep(_SeatCommand, frozen=True, kw_only=True, tag=EventKind.STEP_TAKEN.value):
    """Take a step, in notation, as an answer to one position; to any position where that is None."""

    step: str
    position_id: int | None = None


class RequestUndo(_SeatCommand, frozen=True, tag=EventKind.UNDO_REQUESTED.value):
    """Ask to take the seat's last step back."""


class AgreeToUndo(_SeatCommand, frozen=True, tag=EventKind.UNDO_AGREED.value):
    """Let another seat take its last step back."""


class RefuseUndo(_SeatCommand, frozen=True, tag=EventKind.UNDO_REFUSED.value):
    """Refuse to let another seat take its last step back."""


class OfferFinish(_SeatCommand, frozen=True, tag=EventKind.FINISH_OFFERED.value):
    """Agree to have the rest played, once nothing is contested any more."""


class ShowOdds(_SeatCommand, frozen=True, tag=EventKind.ODDS_AGREED.value):
    """Agree to have the odds shown."""


class TakeHint(_SeatCommand, frozen=True, kw_only=True, tag=EventKind.HINT_TAKEN.value):
    """Take a hint about one position: a nudge (stage 1), the step (2), or the reason as well (3)."""

    stage: int
    position_id: int


class LeaveToBot(_SeatCommand, frozen=True, kw_only=True, tag=EventKind.LEFT_TO_BOT.value):
    """Leave the seat to a bot."""

    bot: str


class FlagSeat(_SeatCommand, frozen=True, tag=EventKind.FLAGGED.value):
    """Tell that the seat is out of time. Only the server's own clock may."""


class AgreeToRematch(_SeatCommand, frozen=True, kw_only=True, tag=EventKind.REMATCH_AGREED.value):
    """Play again with the same people; `next_table` is the name for the new table, unless there is one already."""

    next_table: str = ""


TableCommand: TypeAlias = (
    TakeSeat
    | TakeStep
    | RequestUndo
    | AgreeToUndo
    | RefuseUndo
    | OfferFinish
    | ShowOdds
    | TakeHint
    | LeaveToBot
    | FlagSeat
    | AgreeToRematch
)

#: The kinds that `parse_command` knows. Hints have an address of their own, because it has limits of its own.
_KINDS: Final = frozenset(
    command.__struct_config__.tag for command in get_args(TableCommand) if command is not TakeHint
)


def event_kind(command: TableCommand) -> EventKind:
    """Return the kind of event that a command becomes. Forms, the API and the log know both by the same word."""
    return EventKind(str(command.__struct_config__.tag))


def event_text(command: TableCommand) -> str:
    """Return what the event says beside the seat."""
    match command:
        case TakeSeat():
            return command.name
        case TakeStep():
            return command.step
        case TakeHint():
            return str(command.stage)
        case LeaveToBot():
            return command.bot
        case AgreeToRematch():
            return command.next_table
        case _:
            return ""


def known_bot(game: Game, name: str) -> str:
    """Return the name of a bot, if it plays this game. Otherwise raises a `ShoalError`."""
    if name not in bot_names(game):
        raise ShoalError(msg("there is no bot {name}", name=shorten(name)))
    return name


def parse_command(kind: str, *, seat: str, key: str | None = None, **fields: str | int | None) -> TableCommand:
    """Return a command from outside, with everything checked that can be without the table; but see `parse_hint`.

    `fields` may hold fields that only other kinds of commands have, as forms do; they are left out.
    """
    _check_key(key)
    if len(str(fields.get("step", ""))) > _LONGEST_STEP:
        raise ShoalError(msg("that is too large"))
    if kind not in _KINDS:
        raise Refusal(msg("there is no such command"))
    if not seat:
        raise Refusal(msg("there is no such seat"))
    words = {**fields, "kind": kind, "seat": parse_seat(seat, MAX_SEATS), "key": key}
    command: TableCommand = msgspec.convert(words, TableCommand)
    return command


def parse_hint(*, seat: str, key: str | None, stage: int | None, position_id: int | None) -> TakeHint:
    """Return a command from outside that takes a hint, checked as far as it can be without the table."""
    _check_key(key)
    if not seat:
        raise Refusal(msg("there is no such seat"))
    if stage is None or not 1 <= stage <= LAST_HINT_STAGE:
        raise ShoalError(msg("stage: expected a whole number from 1 to {last}", last=LAST_HINT_STAGE))
    if position_id is None:
        raise ShoalError(msg("moment: expected the number of the position"))
    return TakeHint(seat=parse_seat(seat, MAX_SEATS), key=key, stage=stage, position_id=position_id)


def _check_key(key: str | None) -> None:
    if key is not None and not _KEY.fullmatch(key):
        raise ShoalError(msg("key: expected 8 to 64 letters and digits"))
