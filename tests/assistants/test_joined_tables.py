"""Assistants sit down at tables of a running server, through its API."""

import random
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import anyio
import pytest
from mcp import Client

from shoal.assistants.server import make_server
from shoal.assistants.server_api import ServerApi
from shoal.core import ShoalError
from shoal.store import Person
from tests.assistants.asking import ask, refusal
from tests.server.in_process_server import InProcessServer
from tests.server.tables.hints_of_tests import last_step


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path_factory.mktemp("joined")) as server:
        server.tables.find_hint = last_step
        yield server


def assistant(server: InProcessServer, person: Person) -> Client:
    return Client(make_server(api=ServerApi(server.address, server.token(person), "en")))


def invitation(server: InProcessServer, table: str) -> str:
    return f"{server.address}/tables/{table}?invited={server.tables.invitations.secret_of(table)}"


@pytest.mark.anyio
async def test_two_assistants_play_a_whole_game_at_a_server(server: InProcessServer) -> None:
    ann = server.person("Ann")
    table = server.table("fishtank", [ann, None])
    rng = random.Random(1)
    async with assistant(server, ann) as one, assistant(server, server.person("Bob")) as other:
        seats = [
            (one, await ask(one, "join_table", invitation=table)),
            (other, await ask(other, "join_table", invitation=invitation(server, table), name="Robo")),
        ]
        first = seats[0][1]["table"]
        assert [position["seat"] for _, position in seats] == ["A", "B"]
        assert (await ask(one, "view", table=first))["players"] == {"A": "human", "B": "Robo"}
        assert "[=B:?]" in str(await ask(one, "log", table=first))
        assert "would tell" in await refusal(one, "record", table=first)
        over = False
        while not over:
            for client, start in seats:
                position = await ask(client, "wait", table=start["table"], seconds=10)
                over = position["over"]
                if position["your_turn"]:
                    legal = await ask(client, "legal_steps", table=start["table"], most=1000)
                    step = rng.choice(legal["steps"])["step"]
                    await ask(client, "play", table=start["table"], step=step)
        records = [await ask(client, "record", table=start["table"]) for client, start in seats]
        assert records[0] == records[1]
        ends = [await ask(client, "view", table=start["table"]) for client, start in seats]
        assert ends[0]["winners"] == ends[1]["winners"] != []
        assert server.run(server.tables.snapshot(table)).over


@pytest.mark.anyio
async def test_an_assistant_waits_until_it_is_its_turn(server: InProcessServer) -> None:
    ann = server.person("Ann")
    table = server.table("penguins", [ann, None])
    async with assistant(server, ann) as one, assistant(server, server.person("Bob")) as other:
        first = await ask(one, "join_table", invitation=table)
        second = await ask(other, "join_table", invitation=invitation(server, table))
        assert [first["your_turn"], second["your_turn"]] == [False, False]  # until both seats were taken
        assert (await ask(one, "view", table=first["table"]))["your_turn"]
        assert "turn" in await refusal(other, "play", table=second["table"], step="c4")
        looked: list[bool] = []
        waiting = anyio.Event()

        async def begun(progress: float, total: float | None, message: str | None) -> None:
            waiting.set()

        async def wait() -> None:
            answer = await other.call_tool("wait", {"table": second["table"]}, progress_callback=begun)
            assert answer.structured_content is not None
            looked.append(answer.structured_content["your_turn"])

        async with anyio.create_task_group() as group:
            group.start_soon(wait)
            await waiting.wait()
            legal = await ask(one, "legal_steps", table=first["table"])
            await ask(one, "play", table=first["table"], step=legal["steps"][0]["step"])
        assert looked == [True]


@pytest.mark.anyio
async def test_hints_are_those_of_the_server_and_count_there(server: InProcessServer) -> None:
    ann = server.person("Ann")
    bob = server.person("Bob")
    hinted, silent = (server.table("penguins", [ann, bob], settings={"hints": allowed}) for allowed in (True, False))
    async with assistant(server, ann) as client:
        joined = (await ask(client, "join_table", invitation=hinted))["table"]
        assert await ask(client, "nudge", table=joined) == "Look at the end of the list."
        hint = await ask(client, "hint", table=joined)
        legal = await ask(client, "legal_steps", table=joined)
        assert hint["step"] == legal["steps"][-1]["step"]
        assert hint["chance_to_win"] == 0.5
        assert (await ask(client, "view", table=joined))["hints_taken"] == 1
        without = (await ask(client, "join_table", invitation=silent))["table"]
        assert "there are no hints at this table" in await refusal(client, "hint", table=without)


@pytest.mark.anyio
async def test_a_token_is_not_sent_where_a_server_sends_it() -> None:
    asked: list[str] = []

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(302)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Elsewhere) as elsewhere:
        threading.Thread(target=elsewhere.serve_forever, daemon=True).start()
        async with Client(make_server(api=ServerApi(f"http://127.0.0.1:{elsewhere.server_port}", "t", "en"))) as client:
            assert "302" in await refusal(client, "join_table", invitation="x")
        elsewhere.shutdown()
    assert asked == ["/api/tables/x"]


@pytest.mark.anyio
async def test_nobody_sits_down_where_they_may_not(server: InProcessServer) -> None:
    full = server.table("penguins", [server.person("Ann"), server.person("Cem")])
    async with assistant(server, server.person("Bob")) as client:
        assert "no free seat" in await refusal(client, "join_table", invitation=invitation(server, full))
        assert "there is no" in await refusal(client, "join_table", invitation=full)
        elsewhere = "http://127.0.0.2:1/tables/x?invited=y"
        assert "expected a link to a table of" in await refusal(client, "join_table", invitation=elsewhere)
    async with Client(make_server()) as client:
        assert "no server was named" in await refusal(client, "join_table", invitation=full)
    with pytest.raises(ShoalError, match="expected the http"):
        ServerApi("ftp://example.org", "token", "en")
    async with Client(make_server(api=ServerApi("http://127.0.0.1:1", "token", "en"))) as client:
        assert "cannot reach" in await refusal(client, "join_table", invitation=full)
