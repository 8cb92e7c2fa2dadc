"""Hints: who may take them, what the log has of them, and that only the seat itself gets them, and no stale ones."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
from bench.attack.histories import played_until
from msgspec.structs import replace

from shoal.coach.answers import HintAnswer
from shoal.core import Refusal, Seat, ShoalError, msg
from shoal.server.errors import NotPermitted, StalePosition
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.commands import AgreeToRematch, LeaveToBot, RequestUndo, TakeHint, TakeSeat
from shoal.server.tables.events import EventKind
from shoal.server.tables.service import TableService
from shoal.server.tables.snapshot import TableSnapshot
from shoal.store import Event, Seating
from tests.server.tables.hints_of_tests import last_step
from tests.server.tables.test_two_services_one_database import (
    ANNA,
    BEN,
    PEOPLE,
    listen_until,
    service,
    service_on,
    services,
    some_step,
)

__all__ = ["service", "services"]

pytestmark = pytest.mark.anyio

ALONE = (PEOPLE[0], Seating(1, "bot", "Random", bot="random"))
ONE_SCREEN = (PEOPLE[0], replace(PEOPLE[1], person="anna"))


@pytest.fixture
async def here(sqlite_url: str) -> AsyncIterator[TableService]:
    async with service_on(sqlite_url) as service:
        service.find_hint = last_step
        yield service


async def table_of(
    service: TableService, seats: tuple[Seating, ...] = PEOPLE, *, game: str = "penguins", hints: bool | None = True
) -> str:
    """A table where hints may be taken, or may not be, or may if the table says nothing."""
    settings = {} if hints is None else {"hints": hints}
    return await service.create_table(ANNA.id, game, {"players": 2}, seats, settings=settings)


async def finished_table(service: TableService, hints: bool) -> str:
    """A table where the game is over."""
    moves = played_until("penguins", {"players": 2}, 1, lambda table: False)
    settings = {"hints": hints}
    return await service.create_table(ANNA.id, "penguins", {"players": 2}, ONE_SCREEN, settings=settings, opening=moves)


async def take_hint(
    service: TableService, table_id: str, stage: int = 1, *, seat: Seat = 0, person: str = "anna", key: str = ""
) -> TableSnapshot:
    position_id = (await service.snapshot(table_id)).position_id
    command = TakeHint(seat=seat, stage=stage, position_id=position_id, key=key or None)
    return await service.execute(person, table_id, command)


async def play(service: TableService, table_id: str, seat: Seat) -> TableSnapshot:
    snapshot = await service.snapshot(table_id)
    person = snapshot.seats[seat].person or ""
    return await service.execute(person, table_id, some_step(snapshot, seat, random.Random(1)))


async def test_a_hint_goes_one_further_with_each_press_and_is_counted_once_for_a_position(here: TableService) -> None:
    table_id = await table_of(here)
    assert here.hint(await here.snapshot(table_id), 0) is None
    for stage in (1, 2, 2, 3, 1):
        snapshot = await take_hint(here, table_id, stage)
        taken = here.hint(snapshot, 0)
        assert taken is not None
        assert (taken.stage, taken.status) == (max(stage, snapshot.hint_stages[0]), "found")
        assert taken.hint is not None
        assert taken.hint.best.step == str(snapshot.table.displayed(0).legal[-1])
        assert (snapshot.hints_taken, here.hint(snapshot, 1)) == ({0: 1}, None)
    events = await here.store.events_since(table_id, 0)
    assert [(event.kind, event.seat, event.text) for event in events] == [("hint", 0, str(n)) for n in (1, 2, 3)]
    await play(here, table_id, 0)
    await play(here, table_id, 1)
    snapshot = await take_hint(here, table_id)
    assert snapshot.hints_taken == {0: 2}


async def test_the_same_press_sent_twice_is_one(here: TableService) -> None:
    table_id = await table_of(here)
    for _ in range(2):
        await take_hint(here, table_id, key="the-same-press")
    assert len(await here.store.events_since(table_id, 0)) == 1


async def test_counts_survive_an_undo_and_a_restart_and_the_record_knows_nothing_of_hints(sqlite_url: str) -> None:
    async with service_on(sqlite_url) as service:
        service.find_hint = last_step
        table_id = await table_of(service, ONE_SCREEN)
        await take_hint(service, table_id)
        await play(service, table_id, 0)
        await service.execute("anna", table_id, RequestUndo(seat=0))
        snapshot = await take_hint(service, table_id, 2)
        assert snapshot.table.length == 1
        assert snapshot.hints_taken == {0: 2}
        record = snapshot.record().to_text()
        assert "hint" not in record
    async with service_on(sqlite_url) as service:
        service.find_hint = last_step
        snapshot = await service.snapshot(table_id)
        assert (snapshot.hints_taken, snapshot.hint_stages) == ({0: 2}, {0: 2})
        assert snapshot.record().to_text() == record
        assert service.hint(snapshot, 0) == (2, "sought", None)
        await listen_until(service, table_id, lambda now: service.hint(now, 0) == (2, "found", _hint(service, now)))


def _hint(service: TableService, snapshot: TableSnapshot) -> HintAnswer | None:
    taken = service.hint(snapshot, 0)
    return taken.hint if taken is not None else None


@pytest.mark.parametrize(
    ("seats", "hints", "allowed"),
    [
        (ALONE, None, True),
        (ONE_SCREEN, None, True),
        (PEOPLE, None, False),
        ((PEOPLE[0], Seating(1, "open", "A friend")), None, False),
        (PEOPLE, True, True),
        (ALONE, False, False),
    ],
    ids=["alone", "one screen", "two people", "an open seat", "two people, on", "alone, off"],
)
async def test_hints_are_on_where_one_person_plays_alone_unless_the_table_says_otherwise(
    here: TableService, seats: tuple[Seating, ...], hints: bool | None, allowed: bool
) -> None:
    snapshot = await here.snapshot(await table_of(here, seats, hints=hints))
    assert snapshot.hints_allowed == allowed


async def test_who_is_left_alone_may_take_hints_and_who_gets_company_may_not(here: TableService) -> None:
    table_id = await table_of(here, hints=None)
    snapshot = await here.execute("ben", table_id, LeaveToBot(seat=1, bot="random"))
    assert snapshot.hints_allowed
    table_id = await table_of(here, (PEOPLE[0], Seating(1, "open", "A friend")), hints=None)
    invitation = here.invitations.secret_of(table_id)
    snapshot = await here.execute("ben", table_id, TakeSeat(seat=1, name="Ben"), invitation)
    assert not snapshot.hints_allowed


async def test_a_rematch_has_the_same_rule_for_hints(here: TableService) -> None:
    table_id = await finished_table(here, hints=False)
    following = await here.execute("anna", table_id, AgreeToRematch(seat=0))
    assert following.row.id != table_id
    assert not following.hints_allowed


async def test_what_is_refused(here: TableService) -> None:
    table_id = await table_of(here)
    for seat, person, error in ((1, "anna", NotPermitted), (1, "ben", Refusal), (0, "zoe", ShoalError)):
        with pytest.raises(error):
            await take_hint(here, table_id, seat=seat, person=person)
    with pytest.raises(StalePosition):
        await here.execute("anna", table_id, TakeHint(seat=0, stage=1, position_id=99))
    assert (await here.snapshot(table_id)).hints_taken == {}
    off = await table_of(here, hints=False)
    with pytest.raises(Refusal, match="no hints at this table"):
        await take_hint(here, off)
    begun = await table_of(here, game="smallfry")
    with pytest.raises(Refusal, match="only one possible step"):
        await take_hint(here, begun)
    over = await finished_table(here, hints=True)
    with pytest.raises(Refusal, match="the game is over"):
        await take_hint(here, over)


async def test_a_hint_that_comes_when_the_position_is_gone_is_never_shown(here: TableService) -> None:
    may_end, asked = asyncio.Event(), asyncio.Event()

    async def slowly(owner: BotOwner, snapshot: TableSnapshot, seat: Seat) -> HintAnswer:
        asked.set()
        await may_end.wait()
        return await last_step(owner, snapshot, seat)

    here.find_hint = slowly
    table_id = await table_of(here, ONE_SCREEN)
    pressing = asyncio.create_task(take_hint(here, table_id, 3))
    await asked.wait()
    snapshot = await here.snapshot(table_id)
    assert here.hint(snapshot, 0) == (3, "sought", None)
    await play(here, table_id, 0)
    may_end.set()
    await pressing
    snapshot = await here.snapshot(table_id)
    assert [here.hint(snapshot, seat) for seat in (0, 1)] == [None, None]
    version = here.page_version(snapshot, "anna")
    assert "hint" not in version


async def test_only_the_seats_own_feed_hears_that_a_hint_is_found(here: TableService) -> None:
    table_id = await table_of(here)
    versions = {}
    for stage in (1, 2):
        snapshot = await take_hint(here, table_id, stage)
        versions[stage] = [here.page_version(snapshot, person) for person in ("anna", "ben", "zoe")]
    assert versions == {1: ["1.0.hint1", "1.0", "1.0"], 2: ["2.0.hint1", "2.0", "2.0"]}


async def test_a_hint_that_was_not_found_is_sought_again_when_the_seat_asks_again(here: TableService) -> None:
    tries = 0

    async def at_the_second_try(owner: BotOwner, snapshot: TableSnapshot, seat: Seat) -> HintAnswer:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise ShoalError(msg("the coach found no hint"))
        return await last_step(owner, snapshot, seat)

    here.find_hint = at_the_second_try
    table_id = await table_of(here)
    snapshot = await take_hint(here, table_id)
    assert here.hint(snapshot, 0) == (1, "failed", None)
    assert here.hint(snapshot, 0) == (1, "failed", None), "nothing but another press seeks it again"
    snapshot = await take_hint(here, table_id)
    assert (tries, snapshot.hints_taken) == (2, {0: 1})
    taken = here.hint(snapshot, 0)
    assert taken is not None
    assert taken.status == "found"


async def test_two_processes_hear_of_a_hint_and_each_finds_the_same(
    services: tuple[TableService, TableService],
) -> None:
    one, other = services
    for each in services:
        each.find_hint = last_step
    table_id = await table_of(one)
    await other.snapshot(table_id)
    snapshot = await take_hint(one, table_id, 3)
    there = await listen_until(other, table_id, lambda now: now.hints_taken == {0: 1})
    assert there.hint_stages == {0: 3}
    await listen_until(other, table_id, lambda now: _hint(other, now) is not None)
    assert other.hint(there, 0) == one.hint(snapshot, 0)
    await take_hint(other, table_id, 2)
    assert len(await one.store.events_since(table_id, 0)) == 1


def test_the_log_has_hints_under_a_short_name_that_stays() -> None:
    assert EventKind.HINT_TAKEN.value == "hint"
    assert Event(1, 1, "hint", 0, "2", BEN.id).kind == EventKind.HINT_TAKEN
