"""The values of the table page for one person. All of them come from what the table displays to them."""

from collections.abc import Sequence

import msgspec

from shoal.core import Say, Seat, View, Viewer, msg, msgs, seat_name
from shoal.server.tables.access import viewer_for
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.timestamps import now

__all__ = [
    "LegalStep",
    "LogLine",
    "SeatPanel",
    "TablePresentation",
    "paints",
    "present",
    "result_in_words",
    "shortened",
]

_LONGEST_STEP = 40
#: How many of the latest steps a screen reader is told.
_READ_OUT = 6
#: How many of the latest steps the page describes in words.


class LegalStep(msgspec.Struct, frozen=True):
    """A step that the viewer may take, and the tokens to press for it."""

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
    #: The colour that the seat has by choice, in words.
    colour: str
    score: int
    to_act: bool
    sealed: bool
    mine: bool
    left: bool
    won: bool
    clock: int | None
    running: bool
    #: About how many positions it has taken a hint.
    hints: int


class LogLine(msgspec.Struct, frozen=True):
    """One step of the log, as a person would tell it; `number` counts the steps up to and with it."""

    number: int
    words: str
    step: str
    hidden: bool


class TablePresentation(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on the table page that depends on the viewer."""

    viewer: Viewer
    #: The seat to hand the screen to; until it confirms, nothing is shown.
    curtain: Seat | None
    #: What the viewer sees; what a spectator sees, while there is a curtain.
    view: View
    #: What the odds follow from, all that the viewer may know; None where no odds are shown.
    odds_view: View | None
    legal_steps: Sequence[LegalStep]
    #: The seat that may take the legal steps.
    acting: Seat | None
    #: The seat that may take a hint here.
    hint_seat: Seat | None
    panels: Sequence[SeatPanel]
    log: Sequence[LogLine]
    latest: Sequence[LogLine]
    #: The number of steps after which the position is shown; less than `length` when looking back.
    shown: int
    length: int
    looking_back: bool
    may_look_back: bool
    record_open: bool
    result: str | None


def present(
    snapshot: TableSnapshot, person: str, say: Say, *, seat_at_screen: Seat | None = None, step: int | None = None
) -> TablePresentation:
    """What a person sees now, or what they see after an earlier `step`."""
    table = snapshot.table
    viewer, curtain = viewer_for(snapshot, person, seat_at_screen)
    may_look_back = curtain is None and table.may_look_back(viewer)
    shown = table.length
    if step is not None and may_look_back:
        shown = max(0, min(step, table.length))
    looking_back = shown < table.length or (step is not None and may_look_back)
    view = table.displayed_after(shown, viewer)
    log = _log(snapshot, viewer, say)
    odds_shown = viewer is not None and not looking_back and not snapshot.over and snapshot.odds_shown
    acting = viewer if not looking_back and viewer is not None and snapshot.may_act(viewer) else None
    return TablePresentation(
        viewer=viewer,
        curtain=curtain,
        view=view,
        odds_view=table.view(viewer) if odds_shown else None,
        legal_steps=_legal_steps(snapshot, view, say) if acting is not None else (),
        acting=acting,
        hint_seat=acting if acting in snapshot.to_act and snapshot.hints_allowed and len(view.legal) > 1 else None,
        panels=_panels(snapshot, person, view, say, earlier=shown < table.length),
        log=log,
        latest=[line for line in log[max(0, shown - _READ_OUT) : shown] if not line.hidden],
        shown=shown,
        length=table.length,
        looking_back=looking_back,
        may_look_back=may_look_back,
        record_open=curtain is None and table.is_open_to(viewer),
        result=result_in_words(snapshot, say),
    )


def _legal_steps(snapshot: TableSnapshot, view: View, say: Say) -> list[LegalStep]:
    state = snapshot.table.state
    return [LegalStep(str(step), " ".join(step.tokens), say(state.describe(step))) for step in view.legal]


def _panels(snapshot: TableSnapshot, person: str, view: View, say: Say, *, earlier: bool) -> list[SeatPanel]:
    clocks = snapshot.clocks.time_left(now())
    sealed = snapshot.table.state.sealed
    return [
        SeatPanel(
            seat=seat.seat,
            letter=seat_name(seat.seat),
            name=seat.name,
            kind=seat.kind,
            bot=seat.bot,
            colour=say(snapshot.game.colours[snapshot.colours[seat.seat]]) if snapshot.colours else "",
            score=view.scores[seat.seat],
            to_act=seat.seat in snapshot.to_act,
            sealed=seat.seat in sealed,
            mine=seat.kind == "person" and seat.person == person,
            left=seat.seat in snapshot.timed_out,
            won=seat.seat in snapshot.winners and not earlier,
            clock=clocks.get(seat.seat),
            running=seat.seat in snapshot.clocks.running,
            hints=snapshot.hints_taken.get(seat.seat, 0),
        )
        for seat in snapshot.seats
    ]


def _log(snapshot: TableSnapshot, viewer: Viewer, say: Say) -> list[LogLine]:
    table = snapshot.table
    return [
        LogLine(
            number=number + 1,
            words=say(table.tell(number, seen, snapshot.names, viewer)),
            step=shortened(seen),
            hidden=seen.endswith("?"),
        )
        for number, seen in enumerate(table.log(viewer))
    ]


def shortened(step: str) -> str:
    """The notation of a step, cut where it is too long for a line."""
    return step if len(step) <= _LONGEST_STEP else step[: _LONGEST_STEP - 1] + "…"


def paints(snapshot: TableSnapshot) -> str:
    """The style that gives the seats the colours that their players chose; see `house.css`."""
    names = list(snapshot.game.colours)
    return "".join(
        f"--seat-{seat_name(seat).lower()}:var(--paint-{seat_name(names.index(colour)).lower()});"
        for seat, colour in enumerate(snapshot.colours)
    )


def result_in_words(snapshot: TableSnapshot, say: Say) -> str | None:
    """Who has won and why, in words; None before the end."""
    if not snapshot.over:
        return None
    winners = ", ".join(snapshot.names[seat] for seat in snapshot.winners)
    result = snapshot.table.state.result
    if not winners:
        return say(msg("Nobody wins."))
    reason = msg("all others ran out of time") if snapshot.decided_by_clock or result is None else result.reason
    return say(
        msgs(
            "Winner: {winners} – {reason}",
            "Winners: {winners} – {reason}",
            len(snapshot.winners),
            winners=winners,
            reason=reason,
        )
    )
