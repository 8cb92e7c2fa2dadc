"""What one person sees of one table: the values of the table page, all taken from a view."""

from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from shoal.core import Say, Seat, View, Viewer, msg, msgs, seat_name
from shoal.server.tables.snapshot import TableSnapshot, now
from shoal.server.web.templating import draw_help, draw_table

__all__ = [
    "LegalStep",
    "LogLine",
    "SeatPanel",
    "TablePresentation",
    "in_front",
    "may_act",
    "present",
    "result_in_words",
]

_LONGEST_STEP = 40
_READ_OUT = 6


class LegalStep(msgspec.Struct, frozen=True):
    """A step that the viewer may take, and the presses that pick it."""

    step: str
    tokens: str
    words: str


class SeatPanel(msgspec.Struct, frozen=True):
    """One seat in the side panel."""

    seat: Seat
    letter: str
    name: str
    kind: str
    bot: str | None
    score: int
    to_act: bool
    sealed: bool
    mine: bool
    left: bool
    won: bool
    clock: int | None
    running: bool


class LogLine(msgspec.Struct, frozen=True):
    """One step of the log, as a person would tell it; `number` counts the steps up to and with it."""

    number: int
    words: str
    step: str
    hidden: bool


class TablePresentation(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on the table page that depends on who looks."""

    viewer: Viewer
    #: Whom to hand the screen to before anything of theirs is shown.
    curtain: Seat | None
    board: Markup | None
    help: Markup | None
    ways: Sequence[LegalStep]
    #: The seat for which the ways are.
    acting: Seat | None
    panels: Sequence[SeatPanel]
    log: Sequence[LogLine]
    news: Sequence[LogLine]
    #: How many steps of the game are shown; less than `length` when looking back.
    shown: int
    length: int
    looking_back: bool
    may_look_back: bool
    open_record: bool
    result: str | None


def in_front(course: TableSnapshot, person: str, front: Seat | None) -> tuple[Viewer, Seat | None]:
    """Through whose eyes a person looks, and whom the screen has to be handed to first."""
    mine = course.seats_of(person)
    if len(mine) <= 1:
        return (mine[0] if mine else None), None
    acting = next((seat for seat in course.to_act if seat in mine), None)
    if not course.game.secret or course.over:
        return (acting if acting is not None else mine[0]), None
    if acting is not None and acting != front:
        return None, acting
    return (front if front in mine else None), None


def present(
    course: TableSnapshot, person: str, say: Say, *, front: Seat | None = None, step: int | None = None
) -> TablePresentation:
    """What a person sees, now or after an earlier step."""
    table = course.table
    viewer, curtain = in_front(course, person, front)
    may_look_back = curtain is None and table.may_look_back(viewer)
    shown = table.length
    if step is not None and may_look_back:
        shown = max(0, min(step, table.length))
    looking_back = shown < table.length or (step is not None and may_look_back)
    view = table.view_after(shown, viewer)
    log = _log(course, viewer, say)
    acting = viewer if not looking_back and viewer is not None and may_act(course, viewer) else None
    return TablePresentation(
        viewer=viewer,
        curtain=curtain,
        board=draw_table(course.game, view, course.names, say) if curtain is None else None,
        help=draw_help(course.game, view, course.names, say)
        if _helped(course, viewer, looking_back=looking_back)
        else None,
        ways=_ways(course, view, say) if acting is not None else (),
        acting=acting,
        panels=_panels(course, person, view, earlier=shown < table.length),
        log=log,
        news=[line for line in log[max(0, shown - _READ_OUT) : shown] if not line.hidden],
        shown=shown,
        length=table.length,
        looking_back=looking_back,
        may_look_back=may_look_back,
        open_record=curtain is None and table.is_open_to(viewer),
        result=result_in_words(course, say),
    )


def may_act(course: TableSnapshot, seat: Seat) -> bool:
    """Whether the seat may take a step now, or replace its sealed one."""
    state = course.table.state
    return not course.over and not course.waiting_for_people and (seat in state.to_act or seat in state.sealed)


def _helped(course: TableSnapshot, viewer: Viewer, *, looking_back: bool) -> bool:
    return viewer is not None and not looking_back and not course.over and course.odds_shown


def _ways(course: TableSnapshot, view: View, say: Say) -> list[LegalStep]:
    state = course.table.state
    return [LegalStep(str(step), " ".join(step.tokens), say(state.describe(step))) for step in view.legal]


def _panels(course: TableSnapshot, person: str, view: View, *, earlier: bool) -> list[SeatPanel]:
    clocks = course.clocks.left(now())
    sealed = course.table.state.sealed
    return [
        SeatPanel(
            seat=seat.seat,
            letter=seat_name(seat.seat),
            name=seat.name,
            kind=seat.kind,
            bot=seat.bot,
            score=view.scores[seat.seat],
            to_act=seat.seat in course.to_act,
            sealed=seat.seat in sealed,
            mine=seat.kind == "person" and seat.person == person,
            left=seat.seat in course.left,
            won=seat.seat in course.winners and not earlier,
            clock=clocks.get(seat.seat),
            running=seat.seat in course.clocks.running,
        )
        for seat in course.seats
    ]


def _log(course: TableSnapshot, viewer: Viewer, say: Say) -> list[LogLine]:
    table = course.table
    return [
        LogLine(
            number=number + 1,
            words=say(table.told(number, seen, course.names, viewer)),
            step=seen if len(seen) <= _LONGEST_STEP else seen[: _LONGEST_STEP - 1] + "…",
            hidden=seen.endswith("?"),
        )
        for number, seen in enumerate(table.log(viewer))
    ]


def result_in_words(course: TableSnapshot, say: Say) -> str | None:
    """Who has won and why; None before the end."""
    if not course.over:
        return None
    winners = ", ".join(course.names[seat] for seat in course.winners)
    result = course.table.state.result
    if not winners:
        return say(msg("Nobody wins."))
    reason = msg("all others ran out of time") if course.only_one_stayed or result is None else result.reason
    return say(
        msgs(
            "Winner: {winners} – {reason}",
            "Winners: {winners} – {reason}",
            len(course.winners),
            winners=winners,
            reason=reason,
        )
    )
