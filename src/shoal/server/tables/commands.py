"""What a person asks for at a table, whoever carries it there: a form of the page, or a program through the API.

Everything from outside is checked here and becomes an `Ask` for the hall, which knows who may do what.
"""

import contextlib
import re
from typing import Final

import msgspec
from msgspec.structs import replace

from shoal.core import Refusal, ShoalError, msg, parse_seat
from shoal.core.errors import shorten
from shoal.players import bot_names
from shoal.server.errors import NotYours
from shoal.server.security.identity import clean_name
from shoal.server.tables.service import Ask, TableNotFound, new_id
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.web.request_context import RequestContext
from shoal.server.web.table_presenter import in_front
from shoal.store import IdTaken, Seating

__all__ = ["Asking", "course_for", "do", "known_bot", "open_record"]

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_LONGEST_STEP: Final = 200


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants to do, in words from outside."""

    kind: str
    seat: str = ""
    step: str = ""
    moment: int | None = None
    key: str | None = None
    #: What the invitation link holds.
    secret: str = ""
    name: str = ""
    bot: str = ""


async def course_for(visit: RequestContext, table_id: str, secret: str = "") -> TableSnapshot:
    """The table, if this visitor may see it."""
    course = await visit.hall.course(table_id)
    if not visit.hall.may_see(course, visit.person.id, secret):
        raise TableNotFound
    return course


async def do(visit: RequestContext, course: TableSnapshot, asking: Asking) -> TableSnapshot:
    """Do it; the table afterwards, which is another one after a rematch. Raises our errors."""
    if asking.key is not None and not _KEY.fullmatch(asking.key):
        raise ShoalError(msg("key: expected 8 to 64 letters and digits"))
    if len(asking.step) > _LONGEST_STEP:
        raise ShoalError(msg("that is too large"))
    # Strangers are refused further on; they need not be kept for that.
    invited = asking.kind == "sit" and visit.hall.is_invited(course.row.id, asking.secret)
    person = await visit.remember() if invited else visit.person
    ask = Ask(
        kind=asking.kind,
        seat=parse_seat(asking.seat, len(course.seats)) if asking.seat else None,
        text=asking.step if asking.kind == "step" else "",
        moment=asking.moment,
        key=f"{person.id[:8]}:{asking.key}" if asking.key else None,
        secret=asking.secret,
    )
    if asking.kind == "sit":
        ask = replace(ask, text=_sitter(visit, course, asking.name))
        if asking.name and invited:
            visit.person = replace(person, name=ask.text)
            await visit.hall.store.keep_person(visit.person)
    if asking.kind == "bot":
        ask = replace(ask, text=known_bot(course, asking.bot))
    if asking.kind == "rematch":
        return await visit.hall.course(await _rematch(visit, course, ask))
    return await visit.hall.act(course.row.id, person.id, ask)


def _sitter(visit: RequestContext, course: TableSnapshot, wanted: str) -> str:
    """The name of somebody who sits down, unlike all others at the table."""
    name = clean_name(wanted or visit.person.name, visit.say()(msg("Guest")))
    taken = {seat.name for seat in course.seats if seat.kind != "open"}
    if name not in taken:
        return name
    return next(f"{name[:20]} {number}" for number in range(2, 100) if f"{name[:20]} {number}" not in taken)


def known_bot(course: TableSnapshot, name: str) -> str:
    """The name of a bot that plays this game. Raises our errors."""
    if name not in bot_names(course.game):
        raise ShoalError(msg("there is no bot {name}", name=shorten(name)))
    return name


async def _rematch(visit: RequestContext, course: TableSnapshot, ask: Ask) -> str:
    """The same people once more, the next seat beginning; whoever asks second comes to the same table."""
    if not course.over:
        raise Refusal(msg("the game is not over yet"))
    if not course.seats_of(visit.person.id):
        if course.rematch is not None:
            return course.rematch
        raise NotYours(msg("that seat is not yours"))
    agreed = course.rematch or await _agree_on_rematch(visit, course, ask)
    count = len(course.seats)
    seats: list[Seating] = [replace(course.seats[(number + 1) % count], seat=number) for number in range(count)]
    # Whoever agreed on it first may have been cut off before the table was there.
    with contextlib.suppress(IdTaken):
        await visit.hall.set_up(
            visit.person,
            course.game.name,
            course.row.options,
            seats,
            settings=course.row.settings,
            public=course.row.public,
            table_id=agreed,
        )
    return agreed


async def _agree_on_rematch(visit: RequestContext, course: TableSnapshot, ask: Ask) -> str:
    """The name of the next table, which is the first that anybody asked for."""
    try:
        after = await visit.hall.act(course.row.id, visit.person.id, replace(ask, text=new_id()))
    except Refusal:
        after = await visit.hall.course(course.row.id)
        if after.rematch is None:
            raise
    if after.rematch is None:
        raise Refusal(msg("there is no such act"))
    return after.rematch


def open_record(visit: RequestContext, course: TableSnapshot) -> str:
    """The record of a game: when it is over, or when the visitor has seen all of it."""
    viewer, curtain = in_front(course, visit.person.id, None)
    if curtain is not None or not course.table.is_open_to(viewer):
        raise NotYours(msg("the record is open when the game is over"))
    return course.record().to_text()
