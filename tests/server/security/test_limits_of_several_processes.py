"""Several processes on one database allow together what one would allow. Real processes, real PostgreSQL."""

import time
from pathlib import Path

import httpx

from shoal.server.security.identity import COOKIE, new_person, sign_cookie
from tests.server.test_server_lifecycle import SECRET, Server, serving

#: How many requests to create something a person may send at once.
BURST = 120


def wait_until_they_are(count: int, *servers: Server) -> None:
    for server in servers:
        for _ in range(300):
            if server.metric("shoal_processes") == count:
                break
            time.sleep(0.1)
        assert server.metric("shoal_processes") == count


def count_allowed(server: Server) -> int:
    """How many of many requests to create something are not refused as too many."""
    cookies = {COOKIE: sign_cookie(new_person().id, bytes.fromhex(SECRET))}
    with httpx.Client(base_url=server.address, cookies=cookies, timeout=30) as http:
        return sum(http.post("/pads").status_code != 429 for _ in range(BURST + 40))


def test_two_processes_allow_half_of_each_limit_each_and_a_survivor_all_of_it(
    tmp_path: Path, postgresql_url: str
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with serving(tmp_path / "one", "--database", postgresql_url) as one:
        wait_until_they_are(1, one)
        assert BURST <= count_allowed(one) < BURST + 20
        with serving(tmp_path / "two", "--database", postgresql_url) as two:
            wait_until_they_are(2, one, two)
            for server in (one, two):
                assert BURST // 2 <= count_allowed(server) < BURST // 2 + 20
            two.process.kill()
            wait_until_they_are(1, one)
            assert BURST <= count_allowed(one) < BURST + 20
