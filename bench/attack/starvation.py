"""Strangers have very many strong bots think, and somebody else plays against a weak one: who waits for whom?

    python -m bench.attack.starvation [--database sqlite|postgresql|URL] [--tables 300] [--seconds 60]

Real `shoal serve` processes with their usual number of workers: one on SQLite, two on PostgreSQL. From one address come
`--tables` requests without a cookie, each a new person, and each sets up a table where two sharks play each other, so
that as many bots wait all the time. Meanwhile people at other addresses, and one at the strangers' own, play against
minnows. The servers run without limits on requests, or the strangers would need half an hour for their tables.
Times mean something only on an idle machine; elsewhere, compare with those of empty requests, and of before the attack.
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import secrets
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any, Final

import httpx
from bench.server_soak import Process, database
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

Json = dict[str, Any]

_STRANGERS: Final = "198.51.100.1"
_OTHERS: Final = ("203.0.113.7", "192.0.2.9")
_GAMES: Final = ("penguins", "smallfry")
_AT_ONCE: Final = 8
#: The seconds between an answer and the next step, on average.
_PACE: Final = 0.5
_LONGEST_WAIT: Final = 60.0
_MOST_MEDIAN: Final = 0.5
_MOST_WORST: Final = 2.0
_MOST_STEP: Final = 0.05
_METRICS_TOKEN: Final = secrets.token_hex(16)


class Client:
    """Somebody at a client address. The servers take our word for it, as they would take a proxy's."""

    def __init__(self, server: str, address: str) -> None:
        self._server = server
        self._headers = {"x-forwarded-for": address, "x-forwarded-proto": "https"}
        self._cookies: dict[str, str] = {}
        self._http = httpx.AsyncClient(base_url=server, timeout=_LONGEST_WAIT)

    async def __aenter__(self) -> "Client":
        await self._http.__aenter__()
        answer = await self._http.get("/", headers={**self._headers, "accept": "text/html"})
        # Cookies for TLS alone would not be sent over this connection.
        self._cookies = dict(re.findall(r"(shoal|shoal_csrf)=([^;,]+)", answer.headers["set-cookie"]))
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self._http.aclose()

    def headers(self, *, stranger: bool = False) -> dict[str, str]:
        """The headers of a request, from a stranger without the cookie that says who they are."""
        cookies = {name: value for name, value in self._cookies.items() if not (stranger and name == "shoal")}
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        return {**self._headers, "cookie": cookie, "x-csrftoken": cookies["shoal_csrf"]}

    async def set_up_as_stranger(self, game: str, bot: str) -> None:
        """Set up a table where two bots play each other, as a new person."""
        form = {"game": game, "option.players": "2", "seat.0": f"bot:{bot}", "seat.1": f"bot:{bot}"}
        answer = await self._http.post("/tables", data=form, headers=self.headers(stranger=True))
        assert answer.status_code == 303, answer.text

    async def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """Ask the API, and return its answer."""
        answer = await self._http.request(method, path, json=body, headers=self.headers())
        answer.raise_for_status()
        found: Json = answer.json()
        return found

    @contextlib.asynccontextmanager
    async def news(self, table_id: str) -> AsyncIterator[Callable[[int], Any]]:
        """Listen to a table; gives a function that waits until its version is beyond a number."""
        url = f"{self._server.replace('http', 'ws', 1)}/tables/{table_id}/feed"
        async with connect(url, additional_headers=self.headers(), open_timeout=_LONGEST_WAIT) as feed:

            async def beyond(version: int) -> None:
                async for message in feed:
                    if int(str(message).partition('"mark":"')[2].partition(".")[0]) > version:
                        return

            yield beyond


class Person:
    """Plays against a weak bot, and notes how long everything takes."""

    def __init__(self, client: Client, name: str, seed: int) -> None:
        self.name = name
        self.steps: list[float] = []
        #: Empty requests, each before a step: what the machine takes for anything at all just then.
        self.empty: list[float] = []
        self.answers: list[float] = []
        self._client = client
        self._rng = random.Random(seed)

    async def play(self, until: float) -> None:
        """Play one game after another, of each kind in turn, until a moment."""
        game = 0
        while time.perf_counter() < until:
            await self._one_game(_GAMES[game % len(_GAMES)], until)
            game += 1

    async def _one_game(self, game: str, until: float) -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "minnow"}]
        table = await self._client.ask("POST", "/api/tables", {"game": game, "options": {"players": 2}, "seats": seats})
        path = f"/api/tables/{table['id']}"
        try:
            async with self._client.news(table["id"]) as beyond:
                while not table["over"] and time.perf_counter() < until:
                    if "A" not in table["to_act"]:
                        async with asyncio.timeout(_LONGEST_WAIT):
                            await beyond(table["version"])
                        table = await self._client.ask("GET", path)
                        continue
                    await asyncio.sleep(_PACE * self._rng.random() * 2)
                    table = await self._step(path, table, beyond)
        except (TimeoutError, WebSocketException):
            self.answers.append(_LONGEST_WAIT)

    async def _step(self, path: str, table: Json, beyond: Callable[[int], Any]) -> Json:
        step = self._rng.choice(table["steps"])["step"]
        body = {"seat": "A", "step": step, "moment": table["moment"], "key": secrets.token_hex(8)}
        began = time.perf_counter()
        await self._client.ask("GET", "/health")
        self.empty.append(time.perf_counter() - began)
        began = time.perf_counter()
        table = await self._client.ask("POST", f"{path}/steps", body)
        self.steps.append(time.perf_counter() - began)
        if table["over"] or table["to_act"] != ["B"]:
            return table
        seen = len(table["log"])
        async with asyncio.timeout(_LONGEST_WAIT):
            while not any(entry["seat"] == "B" for entry in table["log"][seen:]):
                await beyond(table["version"])
                table = await self._client.ask("GET", path)
        self.answers.append(time.perf_counter() - began)
        return table


async def attack(address: str, seconds: float, say: Callable[[str], None], *, tables: int = 300) -> list[str]:
    """Attack servers on a database for about so long; return what did not hold."""
    os.environ["SHOAL_METRICS_TOKEN"] = _METRICS_TOKEN
    options = ("--secure", "--proxy", "127.0.0.1", "--no-limits")
    workers = max(1, (os.cpu_count() or 2) - 1)
    count = 2 if address.startswith("postgresql") else 1
    servers = [Process(address, workers=workers, more=options) for _ in range(count)]
    try:
        await asyncio.gather(*(server.start() for server in servers))
        return await _attack([server.address for server in servers], seconds, say, tables)
    finally:
        await asyncio.gather(*(server.stop() for server in servers))


async def _attack(servers: Sequence[str], seconds: float, say: Callable[[str], None], tables: int) -> list[str]:
    async with contextlib.AsyncExitStack() as stack:
        addresses = [*_OTHERS[: len(servers)], _STRANGERS]
        names = [*(f"somebody else at server {number + 1}" for number in range(len(servers))), "a neighbour"]
        clients = [
            await stack.enter_async_context(Client(servers[number % len(servers)], client_address))
            for number, client_address in enumerate(addresses)
        ]

        async def play(seconds: float) -> list[Person]:
            people = [Person(client, names[number], number) for number, client in enumerate(clients)]
            until = time.perf_counter() + seconds
            await asyncio.gather(*(person.play(until) for person in people))
            return people

        await _load_engines(clients)
        for person in await play(seconds / 6):
            _report(f"alone: {person.name}", person, say)
        strangers = [await stack.enter_async_context(Client(server, _STRANGERS)) for server in servers]
        began = time.perf_counter()
        gate = asyncio.Semaphore(_AT_ONCE)

        async def set_up(number: int) -> None:
            async with gate:
                await strangers[number % len(strangers)].set_up_as_stranger("penguins", "shark")

        async with asyncio.TaskGroup() as group:
            for number in range(tables):
                group.create_task(set_up(number))
        say(f"{tables} tables of sharks in {time.perf_counter() - began:.1f} s")
        wrong: list[str] = []
        for person in await play(seconds * 5 / 6):
            wrong += _report(f"under attack: {person.name}", person, say)
        waiting = [await _waiting(server) for server in servers]
        say(f"at the end, bots waiting: {', '.join(map(str, waiting))}")
        if sum(waiting) < tables * 0.9:
            wrong.append(f"only {sum(waiting)} bots waited: this was no attack")
        return wrong


async def _load_engines(clients: Sequence[Client]) -> None:
    """Have every worker load what it needs, which takes seconds and happens once."""
    for client in clients:
        for game in _GAMES:
            for bot in ("minnow", "shark"):
                body = {"game": game, "options": {"players": 2}, "seats": [{"kind": "bot", "bot": bot}, {"kind": "me"}]}
                table = await client.ask("POST", "/api/tables", body)
                async with asyncio.timeout(180):
                    while not any(entry["seat"] == "A" for entry in table["log"]):
                        await asyncio.sleep(0.1)
                        table = await client.ask("GET", f"/api/tables/{table['id']}")


async def _waiting(server: str) -> int:
    async with httpx.AsyncClient(base_url=server) as http:
        text = (await http.get("/metrics", headers={"authorization": f"Bearer {_METRICS_TOKEN}"})).text
    found = re.search(r"^shoal_bots_waiting (\S+)$", text, re.MULTILINE)
    assert found is not None, text
    return int(float(found[1]))


def _report(what: str, person: Person, say: Callable[[str], None]) -> Iterator[str]:
    """Tell the figures of a person; return those that are too high."""
    if len(person.answers) < 2 or len(person.steps) < 2:
        say(f"{what}: {len(person.steps)} steps, {len(person.answers)} answers")
        return iter([f"{what}: the bot did not answer"])
    median, worst = statistics.median(person.answers), max(person.answers)
    step, empty = (statistics.quantiles(times, n=20)[-1] for times in (person.steps, person.empty))
    say(
        f"{what}: {len(person.answers)} answers of the bot, median {median * 1000:.0f} ms, "
        f"worst {worst * 1000:.0f} ms; own steps p95 {step * 1000:.0f} ms, "
        f"empty requests p95 {empty * 1000:.0f} ms"
    )
    found = []
    if median > _MOST_MEDIAN or worst > _MOST_WORST:
        found.append(f"{what}: the bot answers after {median:.2f} s, at worst after {worst:.2f} s")
    if step > _MOST_STEP:
        found.append(
            f"{what}: p95 of their own steps is {step * 1000:.0f} ms (of an empty request, {empty * 1000:.0f})"
        )
    return iter(found)


def main() -> int:
    """Attack servers on one kind of database."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql, or an address")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    with database(arguments.database) as url:
        wrong = asyncio.run(attack(url, arguments.seconds, print, tables=arguments.tables))
    for complaint in wrong:
        print("WRONG:", complaint)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
