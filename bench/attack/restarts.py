"""What a killed server must not lose, do twice, or tell: servers are killed at random moments, again and again.

Tables play on all the while (`bench.server_soak`): in the end, the event log must hold every acknowledged step once.
And whoever looks at a table with replaced choices is told the same after a kill as before: the server then knows only
what is in its log.
"""

import os
import re
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import httpx
from bench.attack.world import empty_database
from bench.server_soak import Process, soak

__all__ = ["attack"]

#: How long one kill and the start after it take, more or less.
_SECONDS_A_KILL: Final = 4.0
_FEWEST_KILLS: Final = 3
#: A round has so many kills at most; then all games are played to their end and the log is checked.
_MOST_KILLS: Final = 20
_TABLES: Final = 8
#: Servers that are killed complain: what they must not do shows in the database.
_LOG: Final = Path(os.devnull)
_PATHS: Final = ("/tables/{table}", "/tables/{table}/picture.svg", "/tables/{table}/record", "/api/tables/{table}", "/")
#: What differs between any two answers: keys of forms, and times.
_PASSING: Final = re.compile(r'name="(?:_csrf_token|key)" value="[^"]*"|<time .*?</time>|"clock":\d+|"changed_at":\d+')

Json = dict[str, Any]


async def attack(database: str, seconds: float, say: Callable[[str], None]) -> list[str]:
    """Kill servers until the time is over, but at least a few."""
    began = time.monotonic()
    processes = 1 if database.startswith("sqlite") else 2
    say("looking at a table before and after a kill")
    async with empty_database(database, "kill") as empty:
        wrong = await _told_after_a_kill(empty, processes)
    rounds = kills = steps = 0
    while rounds == 0 or time.monotonic() - began < seconds:
        left = seconds - (time.monotonic() - began)
        planned = max(_FEWEST_KILLS, min(_MOST_KILLS, int(left / _SECONDS_A_KILL)))
        say(f"round {rounds + 1}: {planned} kills; so far {kills} kills, {steps:,} steps, {len(wrong)} complaints")
        async with empty_database(database, f"soak-{rounds}") as empty:
            found, counts = await soak(
                empty, processes=processes, tables=_TABLES, kills=planned, seed=rounds, pace=0.2, rest=0.5, log=_LOG
            )
        wrong += found
        rounds += 1
        kills += planned
        steps += counts["steps of people"]
    say(f"{kills} kills of {processes} process(es), {steps:,} steps of people, {len(wrong)} complaints")
    return wrong


class _Person:
    """A browser of somebody, at any of the servers."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._cookies: dict[str, str] = {}

    async def arrive(self, address: str) -> None:
        self._cookies = dict((await self._ask("GET", f"{address}/")).cookies)

    async def post(self, url: str, body: Mapping[str, object]) -> Json:
        answer = await self._ask("POST", url, body)
        answer.raise_for_status()
        found: Json = answer.json()
        return found

    async def see(self, url: str) -> Json:
        found: Json = (await self._ask("GET", url)).json()
        return found

    async def told(self, address: str, table: str) -> dict[str, str]:
        """What each address tells this person now."""
        found = {}
        for path in _PATHS:
            answer = await self._ask("GET", address + path.format(table=table))
            found[path] = f"{answer.status_code} {_PASSING.sub('', answer.text)}"
        return found

    async def _ask(self, method: str, url: str, body: Mapping[str, object] | None = None) -> httpx.Response:
        headers = {"accept": "application/json" if "/api/" in url else "text/html"}
        headers["x-csrftoken"] = self._cookies.get("shoal_csrf", "")
        async with httpx.AsyncClient(timeout=60, cookies=self._cookies, headers=headers) as http:
            return await http.request(method, url, json=body)


async def _told_after_a_kill(database: str, processes: int) -> list[str]:
    """How a table with a replaced choice looks other to somebody after a kill."""
    servers = [Process(database, log=_LOG) for _ in range(processes)]
    for server in servers:
        await server.start()
    try:
        people = [_Person(name) for name in ("Ann", "Bob", "Cem", "a spectator")]
        for person in people:
            await person.arrive(servers[0].address)
        table = await _table_with_replaced_choice(servers[0].address, people[:3])
        before = [await person.told(servers[0].address, table) for person in people]
        await servers[0].kill()
        await servers[0].start()
        return [
            f"{person.name} is told something else after a kill: {path}"
            for server in servers
            for person, told in zip(people, before, strict=True)
            for path, content in (await person.told(server.address, table)).items()
            if content != told[path]
        ]
    finally:
        for server in servers:
            await server.stop()


async def _table_with_replaced_choice(address: str, people: Sequence[_Person]) -> str:
    """A table at which the second seat has chosen three times, and the first once."""
    seats = [{"kind": "me"}, *({"kind": "friend"} for _ in people[1:])]
    wish = {"game": "fishtank", "options": {"players": len(people)}, "seats": seats, "public": True}
    table = await people[0].post(f"{address}/api/tables", wish)
    url = f"{address}/api/tables/{table['id']}"
    for letter, person in zip("BC", people[1:], strict=True):
        sitting = {"seat": letter, "invitation": table["invitation"], "key": secrets.token_hex(8)}
        await person.post(f"{url}/seats", sitting)
    for person, choices in ((people[1], 3), (people[0], 1)):
        for number in range(choices):
            seen = await person.see(url)
            step = seen["steps"][number % len(seen["steps"])]["step"]
            body = {"seat": seen["viewer"], "step": step, "moment": seen["moment"], "key": secrets.token_hex(8)}
            await person.post(f"{url}/steps", body)
    return str(table["id"])
