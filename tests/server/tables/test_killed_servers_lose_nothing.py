"""Real processes that are killed, real threads that race: nothing acknowledged is lost, nothing is done twice."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from threading import Barrier

import httpx
import pytest
from bench.server_soak import Player, Process, complaints, soak

from shoal.store import Store
from tests.server.visitors import Form, Visitor

pytestmark = pytest.mark.anyio

ME, FRIEND, BOT = {"kind": "me"}, {"kind": "friend"}, {"kind": "bot", "bot": "random"}


@pytest.fixture
async def servers(url: str) -> AsyncIterator[list[Process]]:
    """One server on SQLite, two on PostgreSQL."""
    started = [Process(url) for _ in range(1 if url.startswith("sqlite") else 2)]
    await asyncio.gather(*(server.start() for server in started))
    yield started
    await asyncio.gather(*(server.stop() for server in started))


@pytest.fixture
async def two_servers(postgresql_url: str) -> AsyncIterator[list[Process]]:
    started = [Process(postgresql_url) for _ in range(2)]
    await asyncio.gather(*(server.start() for server in started))
    yield started
    await asyncio.gather(*(server.stop() for server in started))


async def test_players_at_two_processes_go_on_when_one_is_killed(
    two_servers: list[Process], postgresql_url: str
) -> None:
    first, second = two_servers
    anna = Player([first.address, second.address], Random(1))
    ben = Player([second.address, first.address], Random(2))
    await anna.arrive()
    await ben.arrive()
    table = await anna.set_up("fishtank", [ME, FRIEND, BOT], options={"players": 3})
    table_id = table["id"]
    await ben.sit_down(table_id, "B", table["invitation"])
    heard: list[int] = []

    async def listen() -> None:
        """A feed at the process that stays."""
        async for version in ben.news(table_id):
            heard[:] = [*heard, version]

    listening = asyncio.create_task(listen())
    await asyncio.gather(anna.play(table_id, steps=3), ben.play(table_id, steps=3))
    await first.kill()
    before = len(heard)
    end, _ = await asyncio.gather(anna.play(table_id), ben.play(table_id))
    async with asyncio.timeout(30):
        while not heard or heard[-1] < end["version"]:
            await asyncio.sleep(0.01)
    listening.cancel()
    assert len(heard) > before > 0
    assert heard == sorted(heard)
    wrong, counts = await complaints(
        postgresql_url, [table_id], {table_id: anna.acknowledged[table_id] + ben.acknowledged[table_id]}
    )
    assert wrong == []
    assert counts["steps of bots"] > 3
    await anna.leave()
    await ben.leave()


async def test_a_bot_whose_process_is_killed_while_it_thinks_is_taken_over(
    two_servers: list[Process], postgresql_url: str
) -> None:
    """The other process has never used the table, and finds it in the store."""
    first, second = two_servers
    anna = Player([first.address, second.address], Random(3))
    await anna.arrive()
    table = await anna.set_up("penguins", [ME, BOT])
    table = await anna.step(table)
    # The bot's process has to start before it can think, so it cannot have answered yet.
    await first.kill()
    store = await Store.open(postgresql_url)
    assert [act.seat for act in await store.events_since(table["id"], 0)] == [0]
    while len(acts := await store.events_since(table["id"], 0)) < 2:
        await asyncio.sleep(0.05)
    await store.close()
    assert [(act.seat, act.key) for act in acts][1:] == [(1, "think:1:1")]
    assert (await anna.play(table["id"], steps=3))["version"] >= 7
    await anna.leave()


def post_at_once(table: str, forms: list[tuple[Visitor, Form]]) -> list[httpx.Response]:
    """Send many forms at the same moment, each from a thread."""
    together = Barrier(len(forms))

    def post(visitor: Visitor, form: Form) -> httpx.Response:
        together.wait(timeout=30)
        return visitor.http.post(table, data=form.fields, follow_redirects=False)

    with ThreadPoolExecutor(len(forms)) as threads:
        return list(threads.map(post, *zip(*forms, strict=True)))


@contextmanager
def two_browsers(servers: list[Process]) -> Iterator[tuple[list[Visitor], str]]:
    """Two browsers of one person, at a table where it is their turn."""
    with Visitor(servers[0].address) as one, Visitor(servers[-1].address) as other:
        table = one.set_up("penguins", seat_1="screen")
        other.http.cookies = one.http.cookies
        for visitor in (one, other):
            visitor.get(table)
        yield [one, other], table


def form_for(visitor: Visitor, step: int, key: str) -> Form:
    form = visitor.form("steps")
    name, value = form.buttons[step % len(form.buttons)]
    form.fields |= {name: value, "key": key}
    return form


async def test_of_forty_threads_with_the_same_step_one_wins_and_with_the_same_key_all_do_at_once(
    servers: list[Process], url: str
) -> None:
    with two_browsers(servers) as (visitors, table):
        forms = [(one, form_for(one, step, secrets.token_hex(8))) for one in visitors for step in range(20)]
        answers = await asyncio.to_thread(post_at_once, table, forms)
        assert sorted(answer.status_code for answer in answers) == [303] + [409] * 39
        # The others get an error message and the current table.
        for page in (answer.text for answer in answers if answer.status_code == 409):
            assert "the table has changed in the meantime" in page
            assert re.search(r'data-mark="1\.', page)
        keys = [form.fields["key"] for (_, form), answer in zip(forms, answers, strict=True) if answer.is_redirect]
        assert [key.partition(":")[2] for key in await keys_of(url, table)] == keys

    with two_browsers(servers) as (visitors, table):
        forms = [(visitor, form_for(visitor, 0, "the-same-for-all")) for visitor in visitors for _ in range(20)]
        answers = await asyncio.to_thread(post_at_once, table, forms)
        assert {answer.status_code for answer in answers} == {303}
        assert len(await keys_of(url, table)) == 1


async def keys_of(url: str, table: str) -> list[str]:
    """The keys in the log of a table."""
    store = await Store.open(url)
    acts = await store.events_since(table.rpartition("/")[2], 0)
    await store.close()
    return [act.key or "" for act in acts]


async def test_tables_whose_server_is_killed_again_and_again_come_to_their_end(url: str) -> None:
    games = ("fishtank", "penguins")  # the shorter ones
    processes, kills = (1, 4) if url.startswith("sqlite") else (2, 2)
    wrong, counts = await soak(url, processes=processes, tables=3, kills=kills, games=games, pace=0.1, rest=0.5)
    assert wrong == []
    assert counts["tables"] >= 3
    assert counts["requests sent again"] > 0
