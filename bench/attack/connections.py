"""Floods of connections: half-sent requests, endless bodies, answers that nobody reads, idle connections, feeds.

They come from this machine, which no limit on an address stops, and are opened again as soon as the server closes them.
Meanwhile a person plays at a table with a feed, and a program asks for the server's health on new connections.
"""

import asyncio
import contextlib
import itertools
import random
import re
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

import httpx
from bench.server_soak import Player, Process
from tests.server.visitors import Visitor
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

__all__ = ["attack"]

#: How many connections the server may have.
_MOST: Final = 300
_SLOWEST_SECONDS: Final = 5.0
#: Lines that a server may write beside one for each request.
_MORE_LINES: Final = 20

_REQUEST: Final = b"GET /static/page.js HTTP/1.1\r\nHost: localhost\r\n"
_FORM: Final = (
    b"POST /settings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 250000\r\n\r\nname="
)


class Flood(NamedTuple):
    """What is sent on each connection, how many connections are held, and how many of them a second are new ones."""

    part: bytes
    held: int = 1050
    per_second: int = 200


_FLOODS: Final = {
    "nothing sent": Flood(b""),
    "half-sent requests": Flood(_REQUEST + b"X-Slow: "),
    "half-sent bodies": Flood(_FORM + b"x" * 60_000),
    "idle connections": Flood(_REQUEST + b"\r\n"),
    # Few, because they cost the server many whole requests, which are for the limits on requests to stop.
    "answers that nobody reads": Flood((_REQUEST + b"\r\n") * 500, held=40, per_second=2),
}


async def attack(database: str, seconds: float, say: Callable[[str], None]) -> list[str]:
    """Flood a server in each way for a part of the time; return what did not hold."""
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        server = Process(database, log=log, more=["--connections", str(_MOST)])
        await server.start()
        try:
            each = max(3.0, seconds / (len(_FLOODS) + 1))
            for name, flood in _FLOODS.items():
                async with _hold(server, flood):
                    wrong += [f"{name}: {found}" for found in await _visit(server, name, each, say)]
            async with _feeds(server):
                wrong += [f"feeds: {found}" for found in await _visit(server, "feeds", each, say)]
        finally:
            await server.stop()
        # At this level, requests that were answered are not logged.
        lines = len(log.read_text(encoding="utf-8").splitlines())
        say(f"{lines} lines in the log")
        if lines > _MORE_LINES:
            wrong.append(f"the log has {lines} lines")
    return wrong


async def _visit(server: Process, name: str, seconds: float, say: Callable[[str], None]) -> list[str]:
    """Play and ask for the server's health for so long; return what did not hold, and say how long it took."""
    before = await _cpu_seconds(server)
    began = time.monotonic()
    player = Player([server.address], random.Random(1))
    steps: list[float] = []
    health: list[float] = []
    wrong: list[str] = []
    try:
        async with asyncio.timeout(seconds + 60):
            await player.arrive()
            table = await player.set_up("penguins", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
            while time.monotonic() - began < seconds:
                if table["over"]:
                    table = await player.set_up("penguins", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
                if table["steps"] and table["viewer"] in table["to_act"]:
                    asked = time.monotonic()
                    table = await player.step(table)
                    steps.append(time.monotonic() - asked)
                asked = time.monotonic()
                async with httpx.AsyncClient(timeout=_SLOWEST_SECONDS) as http:
                    (await http.get(f"{server.address}/health")).raise_for_status()
                health.append(time.monotonic() - asked)
                await asyncio.sleep(0.05)
                table = await player.see(table["id"])
    except (TimeoutError, httpx.HTTPError) as error:
        wrong.append(f"no answer ({type(error).__name__}) after {len(steps)} steps")
    finally:
        await player.leave()
    passed = time.monotonic() - began
    busy = (await _cpu_seconds(server) - before) / passed
    slowest = [f"{1000 * max(times):.0f} ms" if times else "none" for times in (steps, health)]
    say(f"{name}: {len(steps)} steps, slowest {slowest[0]}; health, slowest {slowest[1]}; {busy:.0%} of a core")
    if not steps or max(steps) > _SLOWEST_SECONDS:
        wrong.append(f"{len(steps)} steps, the slowest {slowest[0]}")
    return wrong


async def _cpu_seconds(server: Process) -> float:
    async with httpx.AsyncClient(timeout=30) as http:
        metrics = (await http.get(f"{server.address}/metrics")).raise_for_status().text
    found = re.search(r"^process_cpu_seconds_total (\S+)", metrics, flags=re.MULTILINE)
    return float(found[1]) if found is not None else 0.0


@contextlib.asynccontextmanager
async def _hold(server: Process, flood: Flood) -> AsyncIterator[None]:
    """Hold as many connections as the server lets."""
    task = asyncio.create_task(_renew(server.port, flood))
    await asyncio.sleep(1)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _renew(port: int, flood: Flood) -> None:
    """Open connections in turn, closing the oldest one, for ever."""
    loop = asyncio.get_running_loop()
    with contextlib.ExitStack() as stack:
        held: list[socket.socket | None] = [None] * flood.held
        stack.callback(_close_all, held)
        for number in itertools.count():
            last = held[number % flood.held]
            if last is not None:
                last.close()
            one = socket.socket()
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.setblocking(False)  # noqa: FBT003
            held[number % flood.held] = one
            with contextlib.suppress(OSError):
                await loop.sock_connect(one, ("127.0.0.1", port))
                one.send(flood.part)
            if number > flood.held:
                await asyncio.sleep(1 / flood.per_second)


def _close_all(sockets: Iterable[socket.socket | None]) -> None:
    for one in sockets:
        if one is not None:
            one.close()


@contextlib.asynccontextmanager
async def _feeds(server: Process) -> AsyncIterator[None]:
    """Hold the feeds of many people, as many as the server lets."""
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(_MOST // 50):
            cookies, table = await asyncio.to_thread(_new_table, server.address)
            for _ in range(50):
                feed = connect(
                    f"{server.address.replace('http', 'ws', 1)}{table}/feed", additional_headers={"Cookie": cookies}
                )
                with contextlib.suppress(WebSocketException, OSError):
                    await stack.enter_async_context(feed)
        yield


def _new_table(address: str) -> tuple[str, str]:
    """The cookies of a new visitor, and the address of their table."""
    with Visitor(address) as visitor:
        table = visitor.set_up("penguins", seat_0="me", seat_1="screen", option_players="2")
        return "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items()), table.partition("?")[0]
