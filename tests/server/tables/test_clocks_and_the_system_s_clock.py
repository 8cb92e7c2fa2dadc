"""Somebody sets the system's clock, while a real server runs or while none does: no player gains or loses time."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from bench.server_soak import Json, Player, Process

from shoal.store import Store

pytestmark = pytest.mark.anyio

HOUR = 3600
#: Python runs this before the server: the system's clock is as many seconds ahead as the file says.
SKEWED = """
import time
real, real_ns, path = time.time, time.time_ns, {path!r}

def skew():
    with open(path) as file:
        return int(file.read() or 0)

time.time = lambda: real() + skew()
time.time_ns = lambda: real_ns() + skew() * 1_000_000_000
"""


class Machine:
    """A server on a machine whose clock can be set, and a player at a table with a clock."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.log = folder / "log"
        self.server = Process(url, log=self.log)
        self._skew = folder / "skew"
        self.player = Player([self.server.address], Random(1))

    def set_clock(self, ahead: int) -> None:
        """Set the system's clock this many seconds ahead of the right time."""
        self._skew.write_text(str(ahead))

    async def logged(self, words: str) -> None:
        """Wait until the log has a line with these words."""
        while words not in self.log.read_text():
            await asyncio.sleep(0.05)

    async def set_up(self, seconds: int, kind: str = "fischer") -> str:
        """A table at which the player's clock runs."""
        clock = {"kind": kind, "seconds": seconds, "increment": 0}
        seats: list[Json] = [{"kind": "me"}, {"kind": "screen"}]
        table = await self.player.set_up("penguins", seats, clock=clock)
        return str(table["id"])

    async def time_left(self, table_id: str) -> float:
        """The seconds that the seat to act has left; it must be the player's still."""
        (seat,) = [seat for seat in (await self.player.see(table_id))["seats"] if seat["to_act"]]
        assert seat["kind"] == "person"
        assert seat["running"]
        return float(seat["clock"]) / 1000


@pytest.fixture
async def machine(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Machine]:
    (tmp_path / "skewed").mkdir()
    (tmp_path / "skewed" / "sitecustomize.py").write_text(SKEWED.format(path=str(tmp_path / "skew")))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "skewed"), prepend=":")
    machine = Machine(url, tmp_path)
    machine.set_clock(0)
    await machine.server.start()
    await machine.player.arrive()
    yield machine
    await machine.player.leave()
    await machine.server.stop()


async def test_a_clock_set_forward_or_back_while_the_server_runs_changes_no_player_s_time(machine: Machine) -> None:
    table_id = await machine.set_up(1800)
    for ahead in (HOUR, -HOUR):
        machine.set_clock(ahead)
        # The server looks for clocks that have run out before it says this.
        await machine.logged(f'"seconds": {ahead if ahead > 0 else -2 * HOUR}')
        assert 1700 < await machine.time_left(table_id) <= 1800
        table = await machine.player.see(table_id)
        await machine.player.step(table)
        assert 1700 < await machine.time_left(table_id) <= 1800


async def last_heartbeat(url: str) -> int:
    store = await Store.open(url)
    heartbeat = (await store.last_moments()).heartbeat
    await store.close()
    return heartbeat or 0


async def test_a_long_time_without_a_server_is_held_against_nobody(machine: Machine) -> None:
    table_id = await machine.set_up(1800)
    slow = await machine.set_up(5 * HOUR, "move")
    while not await last_heartbeat(machine.url):
        await asyncio.sleep(0.05)
    for days in (1, 2):
        before = await last_heartbeat(machine.url)
        await machine.server.kill()
        machine.set_clock(days * 24 * HOUR)
        await machine.server.start()
        assert 1600 < await machine.time_left(table_id) <= 1800
        assert 5 * HOUR - 200 < await machine.time_left(slow) <= 5 * HOUR
        await machine.logged('"clocks_held": 2')
        await machine.player.step(await machine.player.see(table_id))
        assert 1600 < await machine.time_left(table_id) <= 1800
        # Only then is the server known to be here again.
        while await last_heartbeat(machine.url) < before + 12 * HOUR * 1000:
            await asyncio.sleep(0.05)


async def test_a_clock_set_back_while_no_server_runs_gives_nobody_time(machine: Machine) -> None:
    table_id = await machine.set_up(1800)
    await machine.server.kill()
    machine.set_clock(-HOUR)
    await machine.server.start()
    await machine.logged("behind the latest stored moment")
    before = await machine.time_left(table_id)
    assert 1700 < before <= 1800
    while await machine.time_left(table_id) >= before:
        await asyncio.sleep(0.01)  # it runs


async def test_the_time_of_a_short_restart_counts(machine: Machine) -> None:
    table_id = await machine.set_up(1800)
    while not await last_heartbeat(machine.url):
        await asyncio.sleep(0.05)
    await machine.server.kill()
    machine.set_clock(30)
    await machine.server.start()
    assert 1700 < await machine.time_left(table_id) <= 1770


async def test_a_clock_still_runs_out(machine: Machine) -> None:
    table_id = await machine.set_up(1)
    machine.set_clock(-HOUR)
    while (await machine.player.see(table_id))["seats"][0]["kind"] == "person":
        await asyncio.sleep(0.05)
