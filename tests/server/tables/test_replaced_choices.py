"""A sealed choice that was replaced is told to nobody but its seat: not what it was, and not that there was one.

At two tables the same is chosen, at one of them after many changes. Every response to everybody else is the same, and
so is what they hear on their feeds. Old tables are shown so too.
"""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from litestar import Litestar
from litestar.testing import AsyncTestClient
from websockets.sync.client import ClientConnection, connect

from shoal.core import Refusal, Replay, parse_record, verify
from shoal.server.ids import new_id
from shoal.server.security.access_tokens import make_token
from shoal.server.tables.commands import AgreeToUndo, RequestUndo, TableCommand, TakeStep
from shoal.server.tables.events import EventKind
from shoal.server.tables.live_table import LiveTable
from shoal.server.tables.service import TableService
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.timestamps import now
from shoal.store import Event, Person, Seating, Store, StoredTable, TableRow, TableSummary
from tests.server.in_process_server import InProcessServer
from tests.server.tables.test_two_services_one_database import create_table, service_on
from tests.server.tables.twins import TableComparer, compare_everything, deal_only, plain, twin_tables

PLAYERS: Final = 3
NAMES: Final = ("Ann", "Bob", "Cem")
OLD: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "old_data" / "replaced_choices.json").read_text())


class Twins:
    """Two tables at which the same happens, but for the changes of mind at the second."""

    def __init__(self, client: AsyncTestClient[Litestar], tables: Sequence[str], people: dict[str, Person]) -> None:
        self.client = client
        self.service: TableService = client.app.state.tables
        self.tables = tables
        self.people = people
        self._rng = random.Random(16)

    async def execute(self, table: str, name: str, command: TableCommand) -> None:
        await self.service.execute(self.people[name].id, table, command)

    async def choose(self, name: str, changes: int = 0, *, seat: int | None = None) -> None:
        """At both tables a seat makes the same choice, at the second after so many others."""
        seat = NAMES.index(name) if seat is None else seat
        snapshot = await self.service.snapshot(self.tables[0])
        legal = [str(step) for step in snapshot.table.state.legal(seat)]
        last = self._rng.choice(legal)
        for table, steps in zip(self.tables, ([last], [*self._rng.choices(legal, k=changes), last]), strict=True):
            moment = (await self.service.snapshot(table)).position_id
            for step in steps:
                key = f"key-{self._rng.getrandbits(60)}"
                command = TakeStep(seat=seat, step=step, position_id=moment, key=key)
                await self.execute(table, name, command)
                await self.execute(table, name, command)

    async def compare(self, name: str | None) -> None:
        """Compare every page and every answer of the API for this person, or for nobody."""
        comparer = TableComparer(self.client, self.tables, self.people[name] if name is not None else None)
        comparer.seeds = [(await self.service.snapshot(table)).row.seed for table in self.tables]
        await compare_everything(comparer, self.service, PLAYERS)
        assert comparer.compared > 100
        await self.compare_api(name, "", "?seat=A", "?seat=B", "?seat=C", "/record")

    async def compare_api(self, name: str | None, *paths: str) -> None:
        """Compare what programs of this person, or of nobody, get at these addresses of the tables."""
        headers = {}
        if name is not None:
            headers["authorization"] = f"Bearer {await make_token(self.service.store, self.people[name], 'program')}"
        self.client.cookies.clear()
        for path in paths:
            answers = [await self.client.get(f"/api/tables/{table}{path}", headers=headers) for table in self.tables]
            assert answers[0].status_code == answers[1].status_code
            texts = [plain(answer.text, table) for answer, table in zip(answers, self.tables, strict=True)]
            tables = [{**msgspec.json.decode(text), "commitment": "", "invitation": ""} for text in texts]
            assert tables[0] == tables[1]


@pytest.fixture
async def twins(tmp_path: Path) -> AsyncIterator[Twins]:
    deal = deal_only(7)
    async with twin_tables(tmp_path, "fishtank", PLAYERS, (deal, deal)) as (client, tables, people):
        yield Twins(client, tables, people)


@pytest.mark.anyio
@pytest.mark.parametrize("viewer", ["Ann", None])
async def test_no_answer_tells_others_that_a_choice_was_replaced(twins: Twins, viewer: str | None) -> None:
    for _ in range(2):  # the cards, then the placings
        await twins.choose("Bob", changes=4)
        await twins.compare(viewer)
        await twins.choose("Cem")
        if 0 in (await twins.service.snapshot(twins.tables[0])).to_act:  # else it was one of the forms
            await twins.choose("Ann")
    await twins.compare(viewer)


async def act_at_both(twins: Twins, choice: random.Random) -> None:
    """One thing happens at both tables: a choice, after changes of mind at the second, or one is taken back."""
    snapshot = await twins.service.snapshot(twins.tables[0])
    sealed = snapshot.table.state.sealed
    if sealed and choice.random() < 0.2:
        seat = choice.choice(sealed)
        for table in twins.tables:
            await twins.execute(table, NAMES[seat], RequestUndo(seat=seat))
            for other in {0, 1, 2} - {seat}:
                await twins.execute(table, NAMES[other], AgreeToUndo(seat=other))
    else:
        last = len(snapshot.to_act) == 1
        await twins.choose(NAMES[choice.choice(snapshot.to_act)], changes=0 if last else choice.randint(0, 3))


@given(choice=st.randoms(use_true_random=False))
@settings(max_examples=8)
def test_two_games_that_differ_in_replaced_choices_look_the_same_to_all_others(
    tmp_path_factory: pytest.TempPathFactory, choice: random.Random
) -> None:
    async def play_and_compare() -> None:
        deal = deal_only(choice.randint(0, 10**6))
        folder = tmp_path_factory.mktemp("twins")
        async with twin_tables(folder, "fishtank", PLAYERS, (deal, deal)) as (client, tables, people):
            twins = Twins(client, tables, people)
            for _ in range(8):
                await act_at_both(twins, choice)
                snapshots = [await twins.service.snapshot(table) for table in tables]
                length = snapshots[0].table.length
                for name in (None, *NAMES):
                    if name is not None and NAMES.index(name) in snapshots[1].choices_changed:
                        continue
                    comparer = TableComparer(client, tables, people[name] if name is not None else None)
                    for path in ("", "?step=0", f"?step={length - 1}", f"/picture.svg?step={length - 2}", "/record"):
                        await comparer.compare("GET", f"/tables/TABLE{path}")
                    await twins.compare_api(name, "", "/record")
                    person = people[name].id if name is not None else "nobody"
                    versions = [twins.service.page_version(snapshot, person) for snapshot in snapshots]
                    assert versions[0] == versions[1]

    asyncio.run(play_and_compare())


@pytest.mark.anyio
async def test_a_choice_taken_back_looks_the_same_however_often_it_was_replaced(twins: Twins) -> None:
    await twins.choose("Bob", changes=3)
    for table in twins.tables:
        await twins.execute(table, "Bob", RequestUndo(seat=1))
    await twins.compare(None)
    for table in twins.tables:
        await twins.execute(table, "Ann", AgreeToUndo(seat=0))
        await twins.execute(table, "Cem", AgreeToUndo(seat=2))
        assert (await twins.service.snapshot(table)).table.state.sealed == ()
    await twins.compare(None)


@pytest.mark.anyio
async def test_the_other_seats_at_the_same_screen_are_not_told(twins: Twins) -> None:
    """Ann has the seats A and B, and at one table A changes its choice before B has chosen."""
    seats = [Seating(0, "person", "Ann", twins.people["Ann"].id), Seating(1, "person", "Bo", twins.people["Ann"].id)]
    seats.append(Seating(2, "person", "Cem", twins.people["Cem"].id))
    options = {"players": PLAYERS}
    maker, deal = twins.people["Ann"].id, deal_only(8)
    twins.tables = [
        await twins.service.create_table(maker, "fishtank", options, seats, settings={}, opening=deal, public=True)
        for _ in range(2)
    ]
    comparer = TableComparer(twins.client, twins.tables, twins.people["Ann"])
    for seat in (0, 1):
        await twins.choose("Ann", changes=3, seat=seat)
        for front in ("", "?front=A", "?front=B"):
            await comparer.compare("GET", f"/tables/TABLE{front}")
            await comparer.compare("GET", f"/tables/TABLE/picture.svg{front}")
        await twins.compare_api("Ann", "?seat=B", "/record")
        await twins.compare_api("Cem", "")


@pytest.mark.anyio
async def test_lists_of_tables_do_not_tell_when_a_choice_was_replaced(twins: Twins) -> None:
    table = twins.tables[0]
    await twins.choose("Bob")
    before = (await twins.client.get("/api/tables?public=true")).json()
    stored = await twins.service.store.table(table)
    assert stored is not None
    while now() <= stored.summary.changed_at:
        await asyncio.sleep(0)
    for step in list((await twins.service.snapshot(table)).table.state.legal(1))[:2]:
        await twins.execute(table, "Bob", TakeStep(seat=1, step=str(step)))
    again = await twins.service.store.table(table)
    assert again is not None
    assert len(again.events) == len(stored.events) + 2
    assert again.summary == stored.summary
    assert (await twins.client.get("/api/tables?public=true")).json() == before


@pytest.mark.anyio
async def test_only_the_pages_of_its_own_seat_are_told_of_a_replaced_choice(twins: Twins) -> None:
    table, service = twins.tables[0], twins.service
    async with AsyncExitStack() as stack:
        feeds = [
            await stack.enter_async_context(service.listen(table, person))
            for person in (*(person.id for person in twins.people.values()), "a spectator")
        ]
        heard: list[list[bool]] = []
        for _ in range(3):
            for feed in feeds:
                feed.changed.clear()
            legal = (await service.snapshot(table)).table.state.legal(1)
            await twins.execute(table, "Bob", TakeStep(seat=1, step=str(legal[len(heard)])))
            heard.append([feed.changed.is_set() for feed in feeds])
    assert heard == [[True] * 4, [False, True, False, False], [False, True, False, False]]


def marks(feed: ClientConnection, until: str) -> list[str]:
    """What a feed says, up to a mark that begins like this."""
    found: list[str] = []
    while not found or not found[-1].startswith(until):
        found.append(msgspec.json.decode(feed.recv(timeout=30))["mark"])
        assert found[-1][:2] <= until[:2], found
    return found


def test_a_feed_says_nothing_when_another_seat_replaces_its_choice(tmp_path: Path) -> None:
    with InProcessServer(tmp_path) as server:
        people = [server.person(name) for name in NAMES]
        table = server.table("fishtank", people, public=True)
        address = server.address.replace("http", "ws") + f"/api/tables/{table}/feed"

        def listen(person: Person) -> ClientConnection:
            return connect(address, additional_headers={"authorization": f"Bearer {server.token(person)}"})

        def choose(person: Person, step: int) -> None:
            with server.program(person) as program:
                now = program.get(f"/api/tables/{table}").json()
                step = now["steps"][step]["step"]
                body = {"seat": now["viewer"], "step": step, "moment": now["moment"], "key": new_id()}
                assert program.post(f"/api/tables/{table}/steps", json=body).status_code == 200

        with listen(people[0]) as ann, listen(people[1]) as bob, listen(server.person("Dan")) as dan:
            for step, mark in enumerate(("1.1", "1.1.1", "1.1.2", "1.1.3")):
                choose(people[1], step % 3)
                marks(bob, mark)
            choose(people[2], 0)
            for feed in (ann, dan):
                assert [mark for mark in marks(feed, "2.") if mark > "1.1"] == ["2.1"]


def stored(old: dict[str, Any]) -> StoredTable:
    """A table as an earlier Shoal stored it."""
    row = msgspec.convert(old["row"], TableRow)
    events = tuple(
        Event(number, at, kind, seat, text, person)
        for number, (at, kind, seat, text, person) in enumerate(old["events"], start=1)
    )
    seats = (Seating(0, "person", "Anna", "anna"), Seating(1, "person", "Ben", "ben"))
    return StoredTable(row, seats, events, TableSummary(False, (), 0, 0))


def counting(moves: Sequence[str]) -> list[str]:
    """The moves of a two-player game of Fish Tank without the choices that the same seat replaced."""
    found: list[str] = []
    window: dict[str, str] = {}
    for move in moves:
        window[move[0]] = move
        if move.startswith("=") or len(window) == 2:
            found += window.values()
            window.clear()
    return [*found, *window.values()]


@pytest.mark.parametrize("name", ["finished", "running"])
def test_an_old_table_is_dealt_as_it_was_and_shown_without_what_was_replaced(name: str) -> None:
    """The old log has choices that were replaced, some of them taken back again."""
    old = OLD[name]
    snapshot = TableSnapshot.replay(stored(old))
    assert len(counting(old["record"]["moves"])) < len(old["record"]["moves"])
    assert list(snapshot.record().moves) == counting(old["record"]["moves"])
    assert snapshot.summary().length == snapshot.table.length == len(snapshot.record().moves)
    assert list(snapshot.table.state.scores) == old["scores"]
    assert list(snapshot.table.state.sealed) == old["sealed"]
    assert snapshot.version == known_events(old)


def known_events(old: dict[str, Any]) -> int:
    """How many of the events in the log everybody may know of."""
    snapshot, count = TableSnapshot.at_start(stored(old)), 0
    for event in stored(old).events:
        count += event.kind != "step" or event.seat in snapshot.table.state.to_act
        snapshot = snapshot.after(event)
    return count


def test_the_record_of_an_old_table_verifies() -> None:
    snapshot = TableSnapshot.replay(stored(OLD["finished"]))
    replay = Replay(parse_record(snapshot.record().to_text()))
    assert snapshot.over
    assert verify(replay) == len([move for move in OLD["finished"]["record"]["moves"] if move.startswith("=")])
    was = Replay(parse_record(json.dumps(OLD["finished"]["record"])))
    assert verify(was) == verify(replay)
    assert was.steps == replay.steps


@pytest.mark.anyio
async def test_an_old_table_goes_on_and_its_record_verifies(url: str) -> None:
    old, rng = stored(OLD["running"]), random.Random(4)
    store = await Store.open(url)
    for person in ("anna", "ben"):
        await store.save_person(Person(person, person, {}, 1))
    await store.create_table(old.row, old.seats, old.summary)
    for event in old.events:
        await store.append(old.row.id, event, old.summary)
    live = LiveTable(store, TableSnapshot.replay(old))
    while not live.snapshot.over:
        state = live.snapshot.table.state
        seat = rng.choice((*state.to_act, *state.sealed))
        command = TakeStep(seat=seat, step=str(rng.choice(list(state.legal(seat)))))
        await live.execute(command, live.snapshot.seats[seat].person)
    again = await store.table(old.row.id)
    await store.close()
    assert again is not None
    assert EventKind.CHOICE_CHANGED in {event.kind for event in again.events[len(old.events) :]}
    assert TableSnapshot.replay(again).record() == live.snapshot.record()
    replay = Replay(live.snapshot.record())
    assert verify(replay) > 0
    assert len(replay.steps) == live.snapshot.table.length


@pytest.mark.anyio
async def test_a_bot_plays_on_at_an_old_table_whose_replaced_choices_were_counted(url: str) -> None:
    """Its step has a key for its position, and positions of the old log were numbered differently."""
    row = TableRow("old", "fishtank", {"players": 2}, "5e" * 32, (), {}, "anna", 1, public=False)
    seats = (Seating(0, "person", "Anna", "anna"), Seating(1, "bot", "Random", bot="random"))
    store = await Store.open(url)
    await store.save_person(Person("anna", "Anna", {}, 1))
    await store.create_table(row, seats, TableSummary(over=False, waiting=(0, 1), length=0, changed_at=1))
    snapshot = TableSnapshot(row, seats)
    legal = [str(step) for step in snapshot.table.state.legal(0)]
    bots = str(snapshot.table.state.legal(1)[0])
    for seat, text, key in (
        (0, legal[0], None),
        (0, legal[1], None),
        (0, legal[0], None),
        (1, bots, "bot:0:1"),
        (1, "B:d4", "bot:4:1"),
        (0, "A:d4", None),
    ):
        event = Event(snapshot.event_number + 1, 1, "step", seat, text, key=key)
        snapshot = snapshot.after(event)
        await store.append(row.id, event, snapshot.summary())
    assert snapshot.position_id == 4
    await store.close()
    async with service_on(url) as service, asyncio.timeout(120), service.listen(row.id, "anna") as feed:
        while (await service.snapshot(row.id)).bots_to_act():
            await feed.changed.wait()
            feed.changed.clear()


@pytest.mark.anyio
async def test_pages_at_another_process_are_told_too_and_only_those_of_the_seat(postgresql_url: str) -> None:
    async with service_on(postgresql_url) as here, service_on(postgresql_url) as there:
        table = await create_table(here, "fishtank")
        legal = [str(step) for step in (await here.snapshot(table)).table.state.legal(0)]
        await here.execute("anna", table, TakeStep(seat=0, step=legal[0]))
        async with there.listen(table, "anna") as anna, there.listen(table, "ben") as ben, asyncio.timeout(60):
            while (await there.snapshot(table)).table.state.sealed != (0,):
                await anna.changed.wait()
                anna.changed.clear()
            for step in (legal[1], legal[0]):
                anna.changed.clear()
                ben.changed.clear()
                await here.execute("anna", table, TakeStep(seat=0, step=step))
                await anna.changed.wait()
                assert not ben.changed.is_set()


def test_only_a_sealed_choice_can_be_changed() -> None:
    snapshot = TableSnapshot.at_start(stored(OLD["running"]))
    step = str(snapshot.table.state.legal(0)[0])
    with pytest.raises(Refusal, match="has no sealed choice"):
        snapshot.after(Event(1, 1, EventKind.CHOICE_CHANGED.value, 0, step))
