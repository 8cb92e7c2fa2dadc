"""Two services on one database, as two processes would have them: the log is the truth, and each hears of the other."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from shoal.core import Refusal, Seat, view_bytes
from shoal.server.errors import StalePosition
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.commands import AgreeToUndo, TakeStep
from shoal.server.tables.service import TableService
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.timestamps import now
from shoal.store import Event, Person, Seating, Store

pytestmark = pytest.mark.anyio

ANNA, BEN = Person("anna", "Anna", {}, 1), Person("ben", "Ben", {}, 1)
PEOPLE = (Seating(0, "person", "Anna", "anna"), Seating(1, "person", "Ben", "ben"))
BOTS = tuple(Seating(seat, "bot", f"Random {seat}", bot="random") for seat in range(2))


@asynccontextmanager
async def service_on(url: str) -> AsyncIterator[TableService]:
    store, workers = await Store.open(url), BotWorkers(1)
    service = TableService(store, workers, b"secret")
    try:
        await service.open()
        yield service
    finally:
        await service.close()
        await workers.close()
        await store.close()


@pytest.fixture
async def service(url: str) -> AsyncIterator[TableService]:
    async with service_on(url) as opened:
        yield opened


@pytest.fixture
async def services(postgresql_url: str) -> AsyncIterator[tuple[TableService, TableService]]:
    async with service_on(postgresql_url) as here, service_on(postgresql_url) as there:
        yield here, there


async def create_table(service: TableService, game: str, seats: Sequence[Seating] = PEOPLE) -> str:
    """A table for two."""
    return await service.create_table(ANNA.id, game, {"players": 2}, seats, settings={})


def some_step(snapshot: TableSnapshot, seat: Seat, rng: random.Random) -> TakeStep:
    """A legal step of a seat, as an answer to what it sees."""
    legal = snapshot.table.view(seat).legal
    return TakeStep(
        seat=seat, step=str(rng.choice(legal)), position_id=snapshot.position_id, key=f"{seat}:{rng.getrandbits(60)}"
    )


async def listen_until(service: TableService, table_id: str, wanted: Callable[[TableSnapshot], bool]) -> TableSnapshot:
    """Listen, as a feed does, until the table is as wanted."""
    async with asyncio.timeout(60), service.listen(table_id, "anna") as feed:
        while not wanted(snapshot := await service.snapshot(table_id)):
            await feed.changed.wait()
            feed.changed.clear()
    return snapshot


def reached(number: int) -> Callable[[TableSnapshot], bool]:
    return lambda snapshot: snapshot.event_number >= number


def knows(commands: Sequence[TakeStep]) -> Callable[[TableSnapshot], bool]:
    """Whether the commands of Anna (seat A) and Ben (seat B) are in the log."""
    keys = [f"{('anna', 'ben')[command.seat]}:{command.key}" for command in commands]
    return lambda snapshot: all(key in snapshot.keys for key in keys)


def same(one: TableSnapshot, other: TableSnapshot) -> bool:
    """Whether two services know the same of a table."""
    views = [[view_bytes(snapshot.table.view(viewer)) for viewer in (0, 1, None)] for snapshot in (one, other)]
    return views[0] == views[1] and (one.event_number, one.position_id, one.keys) == (
        other.event_number,
        other.position_id,
        other.keys,
    )


async def test_a_table_at_two_services_is_one_table(services: tuple[TableService, TableService]) -> None:
    rng = random.Random(1)
    table_id = await create_table(services[0], "penguins")
    snapshot = await services[1].snapshot(table_id)
    while not snapshot.over:
        seat = snapshot.to_act[0]
        snapshot = await services[seat].execute(("anna", "ben")[seat], table_id, some_step(snapshot, seat, rng))
        there = await listen_until(services[1 - seat], table_id, reached(snapshot.event_number))
        assert same(snapshot, there)


@pytest.mark.parametrize("reading", ["events_since", "table"], ids=["catching up", "loading"])
async def test_an_event_announced_while_a_table_is_read_is_not_lost(
    services: tuple[TableService, TableService], reading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(4)
    here, there = services
    table_id = await create_table(here, "penguins")
    if reading == "events_since":
        await there.snapshot(table_id)
    read = getattr(there.store, reading)
    has_read, heard = asyncio.Event(), asyncio.Event()

    async def read_slowly(*arguments: object) -> object:
        found = await read(*arguments)
        has_read.set()
        await heard.wait()
        return found

    async def step() -> TableSnapshot:
        snapshot = await here.snapshot(table_id)
        seat = snapshot.to_act[0]
        return await here.execute(("anna", "ben")[seat], table_id, some_step(snapshot, seat, rng))

    monkeypatch.setattr(there.store, reading, read_slowly)
    loading = asyncio.create_task(there.snapshot(table_id))
    await step()
    await has_read.wait()
    snapshot = await step()
    # The connection that answers this has brought the announcement before.
    await there.store.processes.claim("anything")
    heard.set()
    await loading
    assert same(snapshot, await listen_until(there, table_id, reached(snapshot.event_number)))


async def test_sealed_choices_that_arrive_at_two_services_at_once_never_clash(
    services: tuple[TableService, TableService],
) -> None:
    rng = random.Random(2)
    table_id = await create_table(services[0], "fishtank")
    snapshot = await services[1].snapshot(table_id)
    both = 0
    while not snapshot.over:
        commands = [(seat, some_step(snapshot, seat, rng)) for seat in snapshot.to_act]
        both += len(commands) == 2
        await asyncio.gather(
            *(services[seat].execute(("anna", "ben")[seat], table_id, command) for seat, command in commands)
        )
        for service in services:
            snapshot = await listen_until(service, table_id, knows([command for _, command in commands]))
    assert both > 5


async def test_of_two_services_that_get_different_steps_for_one_turn_one_refuses(
    services: tuple[TableService, TableService],
) -> None:
    rng = random.Random(3)
    table_id = await create_table(services[0], "penguins")
    snapshot = await services[0].snapshot(table_id)
    for _ in range(10):
        snapshot = await listen_until(services[1], table_id, reached(snapshot.event_number))
        seat = snapshot.to_act[0]
        person = ("anna", "ben")[seat]
        commands = [some_step(snapshot, seat, rng) for _ in services]
        pairs = zip(services, commands, strict=True)
        answers = await asyncio.gather(
            *(service.execute(person, table_id, command) for service, command in pairs), return_exceptions=True
        )
        assert sorted(isinstance(answer, StalePosition) for answer in answers) == [False, True]
        snapshot = next(answer for answer in answers if isinstance(answer, TableSnapshot))
        # The one that refused has caught up by then.
        loser = services[[isinstance(answer, StalePosition) for answer in answers].index(True)]
        assert same(await loser.snapshot(table_id), snapshot)


async def test_a_command_that_was_run_at_one_service_is_not_run_at_another(
    services: tuple[TableService, TableService],
) -> None:
    rng = random.Random(4)
    table_id = await create_table(services[0], "penguins")
    command = some_step(await services[1].snapshot(table_id), 0, rng)
    answers = await asyncio.gather(*(service.execute("anna", table_id, command) for service in services * 5))
    assert {answer.event_number for answer in answers} == {1}
    assert len(await services[0].store.events_since(table_id, 0)) == 1


async def test_a_bots_step_is_computed_once_by_two_services(postgresql_url: str) -> None:
    async with service_on(postgresql_url) as here, service_on(postgresql_url) as there:
        table_id = await create_table(here, "penguins", BOTS)
        ends = await asyncio.gather(
            *(listen_until(service, table_id, lambda now: now.over) for service in (here, there))
        )
        assert same(*ends)
        steps = [event for event in await here.store.events_since(table_id, 0) if event.kind == "step"]
        assert here._workers.steps_requested + there._workers.steps_requested == len(steps)


async def test_bots_play_at_tables_that_no_process_has_in_memory(url: str) -> None:
    """It was the bots' turn when the last server ended."""
    store, workers = await Store.open(url), BotWorkers(1)
    service = TableService(store, workers, b"secret")
    tables = [await create_table(service, game, BOTS) for game in ("penguins", "fishtank")]
    await service.close()
    await workers.close()
    await store.close()
    async with service_on(url) as next_service:
        while sum(listing.summary.over for listing in await next_service.tables_of("anna")) < len(tables):
            await asyncio.sleep(0.1)  # nobody listens to these tables
        assert next_service.occupancy()["feeds"] == 0


async def test_a_command_that_is_cancelled_leaves_memory_and_log_alike(service: TableService) -> None:
    rng = random.Random(5)
    table_id = await create_table(service, "penguins")
    cancelled, done = 0, 0
    for patience in range(25):
        snapshot = await service.snapshot(table_id)
        seat = snapshot.to_act[0]
        running = asyncio.create_task(service.execute(("anna", "ben")[seat], table_id, some_step(snapshot, seat, rng)))
        for _ in range(patience):
            await asyncio.sleep(0)
        cancelled += running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        with pytest.raises(Refusal, match="nobody has asked"):
            await service.execute("anna", table_id, AgreeToUndo(seat=0))  # waits for its turn behind the other
        kept = await service.snapshot(table_id)
        assert kept.event_number == len(await service.store.events_since(table_id, 0))
        done += kept.event_number > snapshot.event_number
    assert cancelled > 0
    assert done > 0


async def test_a_service_that_closes_finishes_the_commands_that_have_begun(url: str) -> None:
    async with service_on(url) as service:
        table_id = await create_table(service, "penguins")
        snapshot = await service.snapshot(table_id)
        running = asyncio.create_task(service.execute("anna", table_id, some_step(snapshot, 0, random.Random(6))))
        await asyncio.sleep(0)
        await service.close()
        assert (await running).event_number == 1
        assert len(await service.store.events_since(table_id, 0)) == 1


async def test_a_service_that_has_closed_reads_nothing_any_more(url: str) -> None:
    """Requests may be cancelled while their tables are read; the connections for that must be free again."""
    async with service_on(url) as service:
        tables = [await create_table(service, "penguins") for _ in range(4)]
    before = asyncio.all_tasks()
    async with service_on(url) as next_service:
        running = [asyncio.create_task(next_service.snapshot(table_id)) for table_id in tables]
        await asyncio.sleep(0)
        for request in running:
            request.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        assert asyncio.all_tasks() > before, "they are still being read"
        await next_service.close()
        assert asyncio.all_tasks() == before


async def test_the_times_in_a_log_never_go_back(service: TableService) -> None:
    """The clocks of two machines never quite agree, and the table's clocks are computed from the log."""
    rng = random.Random(7)
    table_id = await create_table(service, "penguins")
    snapshot = await service.snapshot(table_id)
    ahead = now() + 60_000
    snapshot.changed_at = ahead
    await service.execute("anna", table_id, some_step(snapshot, 0, rng))
    assert [event.at for event in await service.store.events_since(table_id, 0)] == [ahead]


async def test_an_agreement_is_carried_out_by_the_next_server(url: str) -> None:
    """The first server ended after the last person agreed and before the undo."""
    async with service_on(url) as service:
        table_id = await create_table(service, "penguins")
        snapshot = await service.execute(
            "anna", table_id, some_step(await service.snapshot(table_id), 0, random.Random(8))
        )
    store = await Store.open(url)
    for kind, seat in (("ask", 0), ("agree", 1)):
        event = Event(snapshot.event_number + 1, now(), kind, seat, "")
        snapshot = snapshot.after(event)
        await store.append(table_id, event, snapshot.summary())
    await store.close()
    async with service_on(url) as next_service:
        snapshot = await listen_until(next_service, table_id, reached(4))
        assert [event.kind for event in await next_service.store.events_since(table_id, 3)] == ["undo"]
        assert snapshot.to_act == (0,)


async def test_a_bot_that_fails_is_tried_again_and_no_other_bot_waits_for_it(service: TableService) -> None:
    broken = await create_table(service, "penguins", (replace(BOTS[0], bot="nobody"), BOTS[1]))
    sound = await create_table(service, "penguins", BOTS)
    await listen_until(service, sound, lambda snapshot: snapshot.over)
    steps = (await service.snapshot(sound)).event_number
    while service._workers.steps_requested < steps + 2:
        await asyncio.sleep(0.05)  # nothing announces it
    assert (await service.snapshot(broken)).event_number == 0
