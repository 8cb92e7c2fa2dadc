"""The SDK's own client plays whole games, in memory, through a process and over HTTP."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from shoal.assistants.server import make_server
from shoal.core import Replay, game_names, parse_record, verify
from tests.assistants.asking import ask, play_to_the_end

PROGRAM = Path(sys.executable).parent / "shoal"
#: Small games of each kind, from every end of the table.
GAMES = {
    "penguins": ({"players": 3}, "B"),
    "smallfry": ({"players": 2, "target": 20}, "A"),
    "fishtank": ({"players": 2}, "B"),
}


def test_a_game_of_each_kind_is_played() -> None:
    assert set(GAMES) == set(game_names())


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
async def test_the_client_plays_a_whole_game(game: str) -> None:
    options, seat = GAMES[game]
    async with Client(make_server()) as client:
        assert game in [entry["game"] for entry in await ask(client, "games")]
        assert {entry["option"] for entry in await ask(client, "options", game=game)} >= set(options)
        assert (await ask(client, "rules", game=game)).startswith("# ")
        start = await ask(client, "new_table", game=game, options=options, opponents=["greedy"], seat=seat)
        assert start["seat"] == seat
        assert start["your_turn"]
        end = await play_to_the_end(client, start["table"], random.Random(game))
        assert end["winners"]
        assert end["reason"]
        record = parse_record(await ask(client, "record", table=start["table"]))
        replay = Replay(record)
        assert list(replay.final.scores) == list(end["scores"].values())
        if replay.game.has_chance:
            assert record.fair is not None
            assert record.fair.commitment == start["commitment"]
            verify(replay)
        assert len(await ask(client, "log", table=start["table"])) == end["steps"] == len(record.moves)
        assert [each["table"] for each in await ask(client, "tables")] == [start["table"]]


@pytest.mark.anyio
async def test_a_process_plays_over_standard_input_and_output(tmp_path: Path) -> None:
    server = StdioServerParameters(
        command=str(PROGRAM), args=["mcp"], env={"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    )
    async with Client(stdio_client(server)) as client:
        start = await ask(client, "new_table", game="penguins", opponents=["random"])
        assert (await play_to_the_end(client, start["table"], random.Random(1)))["over"]


@pytest.mark.anyio
async def test_a_process_serves_this_machine_over_http(tmp_path: Path) -> None:
    with subprocess.Popen(
        [PROGRAM, "mcp", "--http", "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
        env={"HOME": str(tmp_path), "PATH": os.environ["PATH"]},
    ) as process:
        try:
            assert process.stderr is not None
            address = re.search(r"http://127\.0\.0\.1:\d+/mcp", process.stderr.readline())
            assert address is not None
            async with Client(address[0]) as client:
                start = await ask(client, "new_table", game="smallfry", opponents=["random"])
                assert start["your_turn"]
            async with Client(address[0]) as again:
                assert (await ask(again, "view", table=start["table"])) == start
            foreign = httpx.post(address[0], json={}, headers={"host": "evil.example"})
            assert foreign.status_code == 421  # a page of another site cannot reach it by a name of its own
        finally:
            process.terminate()
