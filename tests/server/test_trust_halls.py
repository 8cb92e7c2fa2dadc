"""Two halls on one database, as two processes would have them: the log is the truth, and each hears of the other."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from shoal.core import Refusal, Seat, view_bytes
from shoal.server.errors import Late
from shoal.server.tables.bot_workers import BotWorkers
from shoal.server.tables.service import Ask, TableService
from shoal.server.tables.snapshot import TableSnapshot, now
from shoal.store import Event, Person, Seating, Store

pytestmark = pytest.mark.anyio

ANNA, BEN = Person("anna", "Anna", {}, 1), Person("ben", "Ben", {}, 1)
PEOPLE = (Seating(0, "person", "Anna", "anna"), Seating(1, "person", "Ben", "ben"))
BOTS = tuple(Seating(seat, "bot", f"Random {seat}", bot="random") for seat in range(2))


@asynccontextmanager
async def hall_on(url: str) -> AsyncIterator[TableService]:
    store, minds = await Store.open(url), BotWorkers(1)
    hall = TableService(store, minds, b"secret")
    try:
        await hall.open()
        yield hall
    finally:
        await hall.close()
        await minds.close()
        await store.close()


@pytest.fixture
async def hall(url: str) -> AsyncIterator[TableService]:
    async with hall_on(url) as opened:
        yield opened


@pytest.fixture
async def halls(postgresql_url: str) -> AsyncIterator[tuple[TableService, TableService]]:
    async with hall_on(postgresql_url) as here, hall_on(postgresql_url) as there:
        yield here, there


async def seat_people(hall: TableService, game: str, seats: Sequence[Seating] = PEOPLE) -> str:
    """A table for two."""
    return await hall.set_up(ANNA, game, {"players": 2}, seats, settings={})


def some_step(course: TableSnapshot, seat: Seat, rng: random.Random) -> Ask:
    """A legal step of a seat, as an answer to what it sees."""
    legal = course.table.view(seat).legal
    return Ask(
        kind="step", seat=seat, text=str(rng.choice(legal)), moment=course.moment, key=f"{seat}:{rng.getrandbits(60)}"
    )


async def hear(hall: TableService, table_id: str, enough: Callable[[TableSnapshot], bool]) -> TableSnapshot:
    """Wait, as a feed does, until the table is as it should be."""
    async with asyncio.timeout(60), hall.feed(table_id, "anna") as feed:
        while not enough(course := await hall.course(table_id)):
            await feed.changed.wait()
            feed.changed.clear()
    return course


def reached(version: int) -> Callable[[TableSnapshot], bool]:
    return lambda course: course.version >= version


def knows(*asks: Ask) -> Callable[[TableSnapshot], bool]:
    return lambda course: all(ask.key in course.keys for ask in asks)


def same(one: TableSnapshot, other: TableSnapshot) -> bool:
    """Whether two halls know the same of a table."""
    views = [[view_bytes(course.table.view(viewer)) for viewer in (0, 1, None)] for course in (one, other)]
    return views[0] == views[1] and (one.version, one.moment, one.keys) == (other.version, other.moment, other.keys)


async def test_a_table_at_two_halls_is_one_table(halls: tuple[TableService, TableService]) -> None:
    rng = random.Random(1)
    table_id = await seat_people(halls[0], "penguins")
    course = await halls[1].course(table_id)
    while not course.over:
        seat = course.to_act[0]
        course = await halls[seat].act(table_id, ("anna", "ben")[seat], some_step(course, seat, rng))
        heard = await hear(halls[1 - seat], table_id, reached(course.version))
        assert same(course, heard)


@pytest.mark.parametrize("reading", ["acts_since", "table"], ids=["catching up", "loading"])
async def test_news_that_comes_while_a_table_is_read_is_not_lost(
    halls: tuple[TableService, TableService], reading: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(4)
    here, there = halls
    table_id = await seat_people(here, "penguins")
    if reading == "acts_since":
        await there.course(table_id)
    read = getattr(there.store, reading)
    has_read, heard = asyncio.Event(), asyncio.Event()

    async def read_slowly(*asked: object) -> object:
        found = await read(*asked)
        has_read.set()
        await heard.wait()
        return found

    async def step() -> TableSnapshot:
        course = await here.course(table_id)
        seat = course.to_act[0]
        return await here.act(table_id, ("anna", "ben")[seat], some_step(course, seat, rng))

    monkeypatch.setattr(there.store, reading, read_slowly)
    loading = asyncio.create_task(there.course(table_id))
    await step()
    await has_read.wait()
    course = await step()
    # The connection that answers this has brought the news before.
    await there.store.peers.claim("anything")
    heard.set()
    await loading
    assert same(course, await hear(there, table_id, reached(course.version)))


async def test_sealed_choices_that_arrive_at_two_halls_at_once_never_clash(
    halls: tuple[TableService, TableService],
) -> None:
    rng = random.Random(2)
    table_id = await seat_people(halls[0], "fishtank")
    course = await halls[1].course(table_id)
    both = 0
    while not course.over:
        asks = [(seat, some_step(course, seat, rng)) for seat in course.to_act]
        both += len(asks) == 2
        await asyncio.gather(*(halls[seat].act(table_id, ("anna", "ben")[seat], ask) for seat, ask in asks))
        for hall in halls:
            course = await hear(hall, table_id, knows(*(ask for _, ask in asks)))
    assert both > 5


async def test_of_two_halls_that_get_the_same_step_one_refuses_it(halls: tuple[TableService, TableService]) -> None:
    rng = random.Random(3)
    table_id = await seat_people(halls[0], "penguins")
    course = await halls[0].course(table_id)
    for _ in range(10):
        course = await hear(halls[1], table_id, reached(course.version))
        seat = course.to_act[0]
        person = ("anna", "ben")[seat]
        asks = [some_step(course, seat, rng) for _ in halls]
        pairs = zip(halls, asks, strict=True)
        answers = await asyncio.gather(
            *(hall.act(table_id, person, ask) for hall, ask in pairs), return_exceptions=True
        )
        assert sorted(isinstance(answer, Late) for answer in answers) == [False, True]
        course = next(answer for answer in answers if isinstance(answer, TableSnapshot))
        # The one that refused knows by then what was done.
        loser = halls[[isinstance(answer, Late) for answer in answers].index(True)]
        assert same(await loser.course(table_id), course)


async def test_a_request_that_was_done_at_one_hall_is_not_done_at_another(
    halls: tuple[TableService, TableService],
) -> None:
    rng = random.Random(4)
    table_id = await seat_people(halls[0], "penguins")
    ask = some_step(await halls[1].course(table_id), 0, rng)
    answers = await asyncio.gather(*(hall.act(table_id, "anna", ask) for hall in halls * 5))
    assert {answer.version for answer in answers} == {1}
    assert len(await halls[0].store.acts_since(table_id, 0)) == 1


async def test_a_bots_step_is_computed_once_however_many_halls_have_the_table(postgresql_url: str) -> None:
    async with hall_on(postgresql_url) as here, hall_on(postgresql_url) as there:
        table_id = await seat_people(here, "penguins", BOTS)
        ends = await asyncio.gather(*(hear(hall, table_id, lambda now: now.over) for hall in (here, there)))
        assert same(*ends)
        steps = [act for act in await here.store.acts_since(table_id, 0) if act.kind == "step"]
        assert here._minds.asked + there._minds.asked == len(steps)


async def test_tables_that_no_process_has_in_memory_are_seen_to(url: str) -> None:
    """Their bots were to act when the last server ended."""
    store, minds = await Store.open(url), BotWorkers(1)
    hall = TableService(store, minds, b"secret")
    tables = [await seat_people(hall, game, BOTS) for game in ("penguins", "fishtank")]
    await hall.close()
    await minds.close()
    await store.close()
    async with hall_on(url) as next_hall:
        while sum(listing.summary.over for listing in await next_hall.tables_of("anna")) < len(tables):
            await asyncio.sleep(0.1)  # nobody listens to these tables
        assert next_hall.occupancy()["feeds"] == 0


async def test_whoever_gives_up_in_the_middle_of_an_act_leaves_memory_and_log_alike(hall: TableService) -> None:
    rng = random.Random(5)
    table_id = await seat_people(hall, "penguins")
    given_up, done = 0, 0
    for patience in range(25):
        course = await hall.course(table_id)
        seat = course.to_act[0]
        asking = asyncio.create_task(hall.act(table_id, ("anna", "ben")[seat], some_step(course, seat, rng)))
        for _ in range(patience):
            await asyncio.sleep(0)
        given_up += asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        with pytest.raises(Refusal, match="nobody asks"):
            await hall.act(table_id, "anna", Ask(kind="agree", seat=0))  # waits for its turn behind the other
        kept = await hall.course(table_id)
        assert kept.version == len(await hall.store.acts_since(table_id, 0))
        done += kept.version > course.version
    assert given_up > 0
    assert done > 0


async def test_a_hall_that_closes_finishes_what_was_begun(url: str) -> None:
    async with hall_on(url) as hall:
        table_id = await seat_people(hall, "penguins")
        course = await hall.course(table_id)
        asking = asyncio.create_task(hall.act(table_id, "anna", some_step(course, 0, random.Random(6))))
        await asyncio.sleep(0)
        await hall.close()
        assert (await asking).version == 1
        assert len(await hall.store.acts_since(table_id, 0)) == 1


async def test_a_hall_that_has_closed_reads_nothing_any_more(url: str) -> None:
    """Whoever asked for a table may have left while it was read; the connection it is read on must not stay behind."""
    async with hall_on(url) as hall:
        tables = [await seat_people(hall, "penguins") for _ in range(4)]
    before = asyncio.all_tasks()
    async with hall_on(url) as next_hall:
        asking = [asyncio.create_task(next_hall.course(table_id)) for table_id in tables]
        await asyncio.sleep(0)
        for asked in asking:
            asked.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        assert asyncio.all_tasks() > before, "they are still being read"
        await next_hall.close()
        assert asyncio.all_tasks() == before


async def test_the_times_in_a_log_never_go_back(hall: TableService) -> None:
    """Two machines never quite agree on the time, and clocks are worked out from the log."""
    rng = random.Random(7)
    table_id = await seat_people(hall, "penguins")
    course = await hall.course(table_id)
    ahead = now() + 60_000
    course.changed_at = ahead
    await hall.act(table_id, "anna", some_step(course, 0, rng))
    assert [act.at for act in await hall.store.acts_since(table_id, 0)] == [ahead]


async def test_what_all_agreed_on_is_done_by_whoever_comes_next(url: str) -> None:
    """The server ended between the last agreement and what follows from it."""
    async with hall_on(url) as hall:
        table_id = await seat_people(hall, "penguins")
        course = await hall.act(table_id, "anna", some_step(await hall.course(table_id), 0, random.Random(8)))
    store = await Store.open(url)
    for kind, seat in (("ask", 0), ("agree", 1)):
        act = Event(course.version + 1, now(), kind, seat, "")
        course = course.after(act)
        await store.append(table_id, act, course.summary())
    await store.close()
    async with hall_on(url) as next_hall:
        course = await hear(next_hall, table_id, reached(4))
        assert [act.kind for act in await next_hall.store.acts_since(table_id, 3)] == ["undo"]
        assert course.to_act == (0,)


async def test_a_bot_that_fails_is_tried_again_and_nobody_elses_waits_for_it(hall: TableService) -> None:
    broken = await seat_people(hall, "penguins", (replace(BOTS[0], bot="nobody"), BOTS[1]))
    sound = await seat_people(hall, "penguins", BOTS)
    await hear(hall, sound, lambda course: course.over)
    steps = (await hall.course(sound)).version
    while hall._minds.asked < steps + 2:
        await asyncio.sleep(0.05)  # nothing tells of it
    assert (await hall.course(broken)).version == 0


async def think(minds: BotWorkers, person: str, order: list[str]) -> None:
    async with minds.turn(person):
        order.append(person)
        await asyncio.sleep(0)


async def test_bots_of_a_person_with_many_tables_do_not_keep_others_waiting() -> None:
    minds = BotWorkers(1)
    order: list[str] = []
    await asyncio.gather(*(think(minds, person, order) for person in ["anna"] * 4 + ["ben"] * 2 + ["cora"]))
    assert order == ["anna", "anna", "ben", "cora", "anna", "ben", "anna"]
    assert minds.occupancy() == {"bots_waiting": 0, "bots_thinking": 0}


async def test_whoever_leaves_the_line_keeps_nobody_waiting() -> None:
    for leaves in range(2):
        minds = BotWorkers(1)
        order: list[str] = []
        async with minds.turn("anna"):
            waiting = [asyncio.create_task(think(minds, person, order)) for person in ("ben", "cora", "dora")]
            await asyncio.sleep(0)
            if leaves == 0:
                waiting[0].cancel()
        # The second time it is already Ben's turn, but he does not know yet.
        waiting[0].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert order == ["cora", "dora"]
        assert minds.occupancy() == {"bots_waiting": 0, "bots_thinking": 0}
