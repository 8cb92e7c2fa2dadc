"""Thousands of invalid requests get only refusals, change nothing, and leak no memory."""

from contextlib import ExitStack
from pathlib import Path

from tests.server.hostile_requests import HostileRequests, Victims, WatchedServer


def test_invalid_requests_get_only_refusals(tmp_path: Path) -> None:
    with WatchedServer(tmp_path) as server, ExitStack() as gone:
        victims = gone.enter_context(Victims(server.address))
        mischief = HostileRequests(victims, server.port, seed=3)
        for _ in range(500):
            mischief.send()
        before = server.megabytes
        for _ in range(1500):
            mischief.send()
        grown = server.megabytes - before
        assert sum(mischief.statuses.values()) == 2000
        assert len(mischief.kinds) == 12, "every kind of invalid request was tried"
        assert victims.tables() == victims.before, "nothing was changed"
        assert grown < 20, f"{grown:.1f} MB more after 1,500 requests"
        assert server.faults == []
