"""Makes API responses from games and tables. All of a table comes from what it displays to the viewer."""

import msgspec

from shoal.core import Game, Say, Seat, Viewer, msg, parse_seat, seat_name, view_bytes
from shoal.players import bot_names
from shoal.server.api.schemas import (
    BotEntry,
    GameEntry,
    HintEntry,
    HintValue,
    LogEntry,
    OptionEntry,
    Outcome,
    SeatEntry,
    StepEntry,
    TableEntry,
    TableNow,
)
from shoal.server.errors import NotPermitted
from shoal.server.tables.access import viewer_for
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.timestamps import now
from shoal.server.web.hint_presenter import present_hint
from shoal.server.web.new_table_form import bot_title
from shoal.server.web.request_context import RequestContext
from shoal.server.web.table_presenter import result_in_words
from shoal.store import TableListing

__all__ = ["serialize_game", "serialize_listing", "serialize_table"]


def serialize_game(game: Game, say: Say) -> GameEntry:
    """A game with its options and bots."""
    options = [OptionEntry(field.name, say(field.label), say(field.expected), field.default) for field in game.fields]
    bots = [BotEntry(bot, bot_title(game, bot, say)) for bot in bot_names(game)]
    colours = list(game.colours)
    return GameEntry(game.name, say(game.title), say(game.summary), list(game.seat_counts), options, bots, colours)


def serialize_listing(listing: TableListing, person: str) -> TableEntry:
    """A table in a list."""
    return TableEntry(
        id=listing.row.id,
        game=listing.row.game,
        names=[seat.name for seat in listing.seats],
        over=listing.summary.over,
        waiting=_seat_letters(listing.summary.waiting),
        mine=[seat_name(seat.seat) for seat in listing.seats if seat.kind == "person" and seat.person == person],
        changed_at=listing.summary.changed_at,
    )


def _seat_letters(seats: tuple[Seat, ...]) -> list[str]:
    return [seat_name(seat) for seat in seats]


def _viewer(context: RequestContext, snapshot: TableSnapshot, seat: str) -> Viewer:
    """The viewer of the table: the given seat, which has to be the person's own, or else the same as on the page."""
    mine = snapshot.seats_of(context.person.id)
    if not seat:
        viewer, curtain = viewer_for(snapshot, context.person.id, None)
        return curtain if curtain is not None else viewer
    wanted = parse_seat(seat, len(snapshot.seats))
    if wanted not in mine:
        raise NotPermitted(msg("that seat is not yours"))
    return wanted


def serialize_table(context: RequestContext, snapshot: TableSnapshot, seat: str = "") -> TableNow:
    """The table as a person sees it, from one of their seats. They must be allowed to see it."""
    say = context.say(snapshot.game)
    table = snapshot.table
    viewer = _viewer(context, snapshot, seat)
    mine = snapshot.seats_of(context.person.id)
    view = table.displayed(viewer)
    steps = view.legal if viewer is not None and snapshot.may_act(viewer) else ()
    return TableNow(
        id=snapshot.row.id,
        game=snapshot.game.name,
        options=snapshot.row.options,
        version=snapshot.version,
        moment=snapshot.position_id,
        over=snapshot.over,
        viewer=seat_name(viewer) if viewer is not None else None,
        to_act=_seat_letters(snapshot.to_act),
        seats=_serialize_seats(snapshot, context.person.id, view.scores),
        view=msgspec.json.decode(view_bytes(view)),
        steps=[StepEntry(str(step), list(step.tokens), say(table.state.describe(step))) for step in steps],
        seat=seat_name(viewer) if viewer is not None else None,
        scores=list(view.scores),
        legal=[str(step) for step in steps],
        time_ms=snapshot.clocks.time_left(now()).get(viewer) if viewer is not None else None,
        log=[
            LogEntry(number + 1, seat_name(table.taker(number)), seen) for number, seen in enumerate(table.log(viewer))
        ],
        result=_serialize_result(snapshot, say),
        commitment=table.commitment,
        lot=table.lot,
        asking=seat_name(snapshot.undo_requested_by) if snapshot.undo_requested_by is not None else None,
        hints=snapshot.hints_allowed,
        hint=_serialize_hint(context, snapshot, viewer, say),
        may_undo=not snapshot.over and any(table.can_undo(own) for own in mine),
        may_settle=bool(mine) and not snapshot.over and table.finish_offered(),
        rematch=snapshot.rematch,
        hurried=context.tables.is_hurried(snapshot),
        stood_in=context.tables.has_stand_in(snapshot),
        invitation=context.tables.invitations.secret_of(snapshot.row.id) if mine else None,
    )


def _serialize_hint(context: RequestContext, snapshot: TableSnapshot, viewer: Viewer, say: Say) -> HintEntry | None:
    """The hint of the viewer, as far as it has gone with it."""
    taken = context.tables.hint(snapshot, viewer) if viewer is not None else None
    if viewer is None or taken is None:
        return None
    panel = present_hint(snapshot, viewer, taken, say)
    best = taken.hint.best if taken.hint is not None and taken.stage > 2 else None
    return HintEntry(
        stage=panel.stage,
        status=taken.status,
        nudge=panel.nudge,
        step=panel.step or None,
        reasons=list(panel.reasons),
        value=HintValue(best.value.chances[viewer], best.value.points[viewer], best.value.certainty, best.value.error)
        if best is not None
        else None,
        line=list(best.line) if best is not None else [],
        next_best=taken.hint.next_best.step
        if best is not None and taken.hint is not None and taken.hint.next_best is not None
        else None,
    )


def _serialize_result(snapshot: TableSnapshot, say: Say) -> Outcome | None:
    words = result_in_words(snapshot, say)
    if words is None:
        return None
    return Outcome(list(snapshot.table.state.scores), _seat_letters(snapshot.winners), words)


def _serialize_seats(snapshot: TableSnapshot, person: str, scores: tuple[int, ...]) -> list[SeatEntry]:
    clocks = snapshot.clocks.time_left(now())
    sealed = snapshot.table.state.sealed
    colours = snapshot.colours or tuple(snapshot.game.colours)
    return [
        SeatEntry(
            seat=seat_name(seat.seat),
            name=seat.name,
            colour=colours[seat.seat] if colours else None,
            kind=seat.kind,
            bot=seat.bot,
            score=scores[seat.seat],
            to_act=seat.seat in snapshot.to_act,
            sealed=seat.seat in sealed,
            mine=seat.kind == "person" and seat.person == person,
            left=seat.seat in snapshot.timed_out,
            clock=clocks.get(seat.seat),
            running=seat.seat in snapshot.clocks.running,
            hints=snapshot.hints_taken.get(seat.seat, 0),
        )
        for seat in snapshot.seats
    ]
