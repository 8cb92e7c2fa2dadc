"""The bot in the manual plays, and the manual lists every kind of problem."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shoal.server.error_responses import PROBLEM_KINDS
from shoal.server.security.rate_limit import RateLimits
from tests.server.in_process_server import InProcessServer

ROOT = Path(__file__).parents[3]


def start(token: str, *arguments: str) -> "subprocess.Popen[str]":
    """Start the example bot with a token."""
    command = [sys.executable, str(ROOT / "examples" / "web_bot.py"), *arguments]
    environment = {**os.environ, "SHOAL_TOKEN": token}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("game", ["penguins", "fishtank"])
def test_two_of_the_example_bots_play_each_other(tmp_path_factory: pytest.TempPathFactory, game: str) -> None:
    with InProcessServer(tmp_path_factory.mktemp("example"), limits=RateLimits()) as server:
        ann, bob, cem = (server.person(name) for name in ("Ann", "Bob", "Cem"))
        table = server.table(game, [None, None], maker=ann)
        invitation = f"{server.address}/tables/{table}?invited={server.tables.invitations.secret_of(table)}"
        with start(server.token(bob), invitation) as one:
            while server.run(server.tables.snapshot(table)).event_number == 0 and one.poll() is None:
                time.sleep(0.02)  # until it has sat down
            with start(server.token(cem), invitation) as other:
                said = [bot.communicate(timeout=120) for bot in (one, other)]
        assert [bot.returncode for bot in (one, other)] == [0, 0], said
        assert said[0][0] == said[1][0]
        assert said[0][0].startswith("Winner")
        assert server.run(server.tables.snapshot(table)).over


def test_the_example_bot_sets_up_a_table(tmp_path_factory: pytest.TempPathFactory) -> None:
    with InProcessServer(tmp_path_factory.mktemp("example")) as server:
        token = server.token(server.person("Ann"))
        with start(token, server.address, "--game", "penguins", "--against", "random") as bot:
            said, complaint = bot.communicate(timeout=120)
        assert bot.returncode == 0, complaint
        assert said.startswith("Winner")
        with start(token, server.address, "--game", "chess") as bot:
            assert "there is no such page" in bot.communicate(timeout=60)[1]


def test_the_manual_lists_every_kind_of_problem() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    written = re.findall(r"^\| `(/api/problems#[a-z-]+)` \| (\d+) \|", page, flags=re.MULTILINE)
    assert written == [(kind.type, str(kind.status)) for kind in PROBLEM_KINDS.values()]
