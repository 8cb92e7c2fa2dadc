"""The two example bots, one in Python and one in JavaScript, play at tables and in the arena by one protocol."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from shoal.arena import MatchSettings, ResultsFile, Tournament, read_rated_results, run_tournament
from shoal.core import SearchLimit, game_names, seat_name
from shoal.players import PipeBot
from tests.server.in_process_server import InProcessServer

EXAMPLES = Path(__file__).parents[3] / "examples"
LONGEST = 60


def command(bot: str) -> list[str]:
    """How to run an example. Without Node, the one in JavaScript is skipped."""
    if bot == "bot.py":
        return [sys.executable, str(EXAMPLES / bot)]
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    return [node, str(EXAMPLES / bot)]


BOTS = pytest.mark.parametrize("bot", ["bot.py", "bot.mjs"])


@BOTS
def test_an_example_is_short(bot: str) -> None:
    assert len((EXAMPLES / bot).read_text(encoding="utf-8").splitlines()) < LONGEST


@BOTS
def test_it_plays_a_whole_match_in_the_arena_and_is_rated(tmp_path: Path, bot: str) -> None:
    name = "pipe:" + " ".join(command(bot))
    settings = MatchSettings(
        game="penguins", options={"players": 2}, players=2, bots=("minnow", name), time_ms=200, seed="x", ladder=True
    )
    with ResultsFile(tmp_path / "match.jsonl") as results:
        run_tournament(Tournament(settings=settings, games=2), results, lambda _entry, _verdict: None)
        assert [entry.forfeit for entry in results.entries.values()] == [None, None]
    assert {rated.name for rated in read_rated_results(tmp_path / "match.jsonl").bots} == {
        "minnow",
        f"pipe:{Path(command(bot)[0]).name} {bot}",
    }


@BOTS
def test_it_plays_a_whole_game_at_a_table_against_a_bot_of_the_house(tmp_path: Path, bot: str) -> None:
    with InProcessServer(tmp_path) as server:
        environment = {**os.environ, "SHOAL_TOKEN": server.token(server.person("Ann"))}

        def run(*words: str) -> "subprocess.CompletedProcess[str]":
            return subprocess.run(
                [*command(bot), *words], env=environment, capture_output=True, text=True, timeout=120, check=False
            )

        done = run(server.address, "fishtank", "random")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("Winner")
        refused = run(server.address, "chess")
        assert refused.returncode != 0
        assert "there is no such page" in refused.stderr


def test_they_meet_at_a_table_with_an_invitation(tmp_path: Path) -> None:
    with InProcessServer(tmp_path) as server:
        table = server.table("penguins", [None, None], maker=server.person("Ann"))
        invitation = f"{server.address}/tables/{table}?invited={server.tables.invitations.secret_of(table)}"

        def join(bot: str, name: str) -> "subprocess.Popen[str]":
            environment = {**os.environ, "SHOAL_TOKEN": server.token(server.person(name))}
            return subprocess.Popen([*command(bot), invitation], env=environment, stdout=subprocess.PIPE, text=True)

        with join("bot.py", "Bob") as one:
            while server.run(server.tables.snapshot(table)).event_number == 0 and one.poll() is None:
                time.sleep(0.02)  # until it has sat down
            with join("bot.mjs", "Cem") as other:
                said = [bot.communicate(timeout=120)[0] for bot in (one, other)]
        assert said[0] == said[1]
        assert said[0].startswith("Winner")


#: A bot that writes down what it was sent, and takes the first step.
SPY = """
import json, sys
request = json.loads(input())
json.dump(request, open(sys.argv[1], "w"))
print(json.dumps({"id": request["id"], "step": request["legal"][0]}))
"""


@pytest.mark.parametrize("game", game_names())
def test_a_table_holds_what_a_bot_behind_a_pipe_is_sent_under_the_same_names(tmp_path: Path, game: str) -> None:
    with InProcessServer(tmp_path) as server:
        headers = {"Authorization": f"Bearer {server.token(server.person('Ann'))}"}
        with httpx.Client(base_url=f"{server.address}/api/tables", headers=headers, timeout=60) as client:
            wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "screen"}]}
            clock = {"kind": "move", "seconds": 60}
            table = client.post("", json={**wish, "options": {"players": 2}, "clock": clock}).json()["id"]
            snapshot = server.run(server.tables.snapshot(table))
            seat = snapshot.table.state.to_act[0]
            bot = PipeBot(snapshot.game, snapshot.table.options, [sys.executable, "-c", SPY, str(tmp_path / "sent")])
            try:
                bot.think(snapshot.table.view(seat), SearchLimit(1.0))
            finally:
                bot.close()
            sent = json.loads((tmp_path / "sent").read_text())
            answer = client.get(f"/{table}?seat={seat_name(seat)}").json()
    assert sent.keys() <= answer.keys()
    for name in ("game", "options", "seat", "to_act", "scores", "legal"):
        assert answer[name] == sent[name], name
    assert answer["view"].keys() == sent["view"].keys()
    differing = {name for name, seen in sent["view"].items() if answer["view"][name] != seen}
    assert differing <= {"deck"}, "what players of Small Fry have to remember, the table does not display"
    assert 0 < answer["time_ms"] <= 60_000
