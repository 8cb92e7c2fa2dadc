"""What is done in a transaction that writes. Whatever is raised here undoes all of it."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from shoal.core import ShoalError
from shoal.store.errors import EventsMissing, KeyUsed, NumberTaken, PadChanged, UnknownTable
from shoal.store.models import AccessTokenRow, Event, PadRow, Person, Seating, Summary, TableRow
from shoal.store.reading import read_number
from shoal.store.schema import acts, pads, passes, people, seats, tables
from shoal.store.server_processes import CHANNEL, PEOPLE_CHANNEL, write_news

__all__ = ["add_act", "add_pad", "add_pass", "add_table", "put_person", "remove_pass", "rewrite_pad", "set_due"]

#: Only the act that follows the last one moves a table on; this is where two writers find out who was first.
_ADVANCE: Final = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"), tables.c.last_act == bindparam("before"))
    .values({name: bindparam(name) for name in (*Summary.__struct_fields__, "last_act")})
)
_ANNOUNCE: Final = select(func.pg_notify(bindparam("channel"), bindparam("news")))
_ADD_ACT: Final = insert(acts)
_ADD_SEAT: Final = insert(seats)


def add_table(link: Connection, row: TableRow, seatings: Sequence[Seating], summary: Summary) -> None:
    """A new table with an empty log."""
    link.execute(insert(tables), {**asdict(row), **asdict(summary), "last_act": 0})
    _put_seats(link, row.id, seatings)


def add_act(link: Connection, table_id: str, act: Event, summary: Summary, seatings: Sequence[Seating]) -> None:
    """The next act of a table, where the table stands after it, and the seats it changed."""
    before = {"table_id": table_id, "before": act.number - 1}
    moved = link.execute(_ADVANCE, {**before, **asdict(summary), "last_act": act.number})
    if moved.rowcount == 0:
        raise _refusal(link, table_id, act)
    link.execute(_ADD_ACT, {"table_id": table_id, **asdict(act)})
    _put_seats(link, table_id, seatings)
    if link.dialect.name == "postgresql":
        # Other processes hear of it when it is committed, and not otherwise.
        link.execute(_ANNOUNCE, {"channel": CHANNEL, "news": write_news(table_id, act.number)})


def set_due(link: Connection, table_id: str, due_at: int | None, number: int) -> None:
    """Note when a table is due, unless something happened at it after this act."""
    link.execute(update(tables).where(tables.c.id == table_id, tables.c.last_act == number).values(due_at=due_at))


def _refusal(link: Connection, table_id: str, act: Event) -> ShoalError:
    """Why an act was not added; a repeated request is told so first, for its act is there."""
    used = read_number(link, table_id, act.key)
    if used is not None:
        return KeyUsed(used)
    last = link.execute(select(tables.c.last_act).where(tables.c.id == table_id)).scalar_one_or_none()
    if last is None:
        return UnknownTable(table_id)
    return NumberTaken(act.number) if act.number <= last else EventsMissing(act.number, last)


def _put_seats(link: Connection, table_id: str, seatings: Sequence[Seating]) -> None:
    """These seats in place of those with the same numbers."""
    if not seatings:
        return
    numbers = [seating.seat for seating in seatings]
    link.execute(delete(seats).where(seats.c.table_id == table_id, seats.c.seat.in_(numbers)))
    link.execute(_ADD_SEAT, [{"table_id": table_id, **asdict(seating)} for seating in seatings])


def put_person(link: Connection, person: Person) -> None:
    """Somebody new, or the new name and settings of somebody known."""
    add = postgresql.insert(people) if link.dialect.name == "postgresql" else sqlite.insert(people)
    known = {"name": add.excluded.name, "settings": add.excluded.settings}
    link.execute(add.on_conflict_do_update(index_elements=["id"], set_=known), asdict(person))
    if link.dialect.name == "postgresql":
        link.execute(_ANNOUNCE, {"channel": PEOPLE_CHANNEL, "news": person.id})


def add_pad(link: Connection, pad: PadRow) -> None:
    """A new sheet."""
    link.execute(insert(pads), asdict(pad))


def rewrite_pad(link: Connection, pad: PadRow) -> None:
    """A sheet as its owner left it, if nobody wrote it since they read it."""
    theirs = (pads.c.id == pad.id, pads.c.person == pad.person, pads.c.version == pad.version - 1)
    written = link.execute(
        update(pads).where(*theirs).values(sheet=pad.sheet, version=pad.version, changed_at=pad.changed_at)
    )
    if written.rowcount == 0:
        raise PadChanged


def add_pass(link: Connection, row: AccessTokenRow, most: int) -> bool:
    """A new pass, if its person then has no more than so many of its kind."""
    kept = select(func.count()).where(passes.c.person == row.person, passes.c.kind == row.kind)
    if link.execute(kept).scalar_one() >= most:
        return False
    link.execute(insert(passes), asdict(row))
    return True


def remove_pass(link: Connection, person: str, pass_id: str) -> bool:
    """Somebody's own pass is no good any more; whether there was one."""
    return link.execute(delete(passes).where(passes.c.person == person, passes.c.id == pass_id)).rowcount > 0
