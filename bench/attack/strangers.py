"""Strangers visit day after day and never come back: the database and the memory of the server level off.

    python -m bench.attack.strangers [--visits 100000] [--days 140] [--keep …] [--database sqlite|postgresql|URL]

The server runs in this process. Every fiftieth visitor asks it as a browser does, for the lobby, a table and a score
sheet; the others have their tables from the table service itself, or so many visits would take hours. After each
simulated day, everything in the database becomes a day older, and the server goes round and deletes what is out of
date, while the visitors of the next day are there already. With the rule that it has by default, it keeps finished
games for 90 days, so only after those can all of it level off; `--keep` takes other periods, as `shoal serve` does.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import asyncpg
import httpx
import msgspec
from bench.server_soak import database
from sqlalchemy import Connection, func, select, update

from shoal.core import Table, find_game
from shoal.server.app import ServerConfig, create_app
from shoal.server.ids import new_id
from shoal.server.retention.periods import KeepPeriods, parse_keep
from shoal.server.retention.rounds import Retention
from shoal.server.security.identity import new_person
from shoal.server.tables.commands import TakeStep
from shoal.server.tables.service import TableService
from shoal.server.timestamps import now
from shoal.store import PadRow, Seating
from shoal.store.database import Database
from shoal.store.schema import events, pads, people, seats, tables

__all__ = ["DAYS", "GROWING", "Day", "attack", "find_growth", "simulate"]

DAYS: Final = 140
#: The fields of a `Day` that must level off.
GROWING: Final = ("tables", "people", "pads", "used", "file", "memory")
_DAY_MS: Final = 24 * 3600 * 1000
_AT_ONCE: Final = 32
_EVERY_BROWSER: Final = 50
#: How many steps visitors take: a third of the tables stay empty.
_STEPS: Final = (0, 3, 1, 0, 2, 5)
#: How much more the last days may have than those before them: the visits of a day differ.
_TOLERANCE: Final = 1.05
_MB: Final = 1_000_000

_USUAL: Final = KeepPeriods()

Say = Callable[[str], None]


class Day(msgspec.Struct, frozen=True):
    """What there is at the end of a simulated day, when the server has gone round."""

    number: int
    visits: int
    tables: int
    people: int
    pads: int
    #: Bytes of the database that are used, and bytes that it takes on the disk.
    used: int
    file: int
    #: The bytes of memory that the process has.
    memory: int
    #: The longest that a step took that day, in milliseconds, and the 95th percentile.
    slowest: float
    p95: float

    def __str__(self) -> str:
        return (
            f"day {self.number:3}: {self.visits:6} visits so far, {self.tables:6} tables, {self.people:6} people, "
            f"{self.pads:5} pads; database {self.used / _MB:6.1f} MB used, {self.file / _MB:6.1f} MB on the disk; "
            f"memory {self.memory / _MB:5.0f} MB; steps p95 {self.p95:.0f} ms, at most {self.slowest:.0f} ms"
        )


class Strangers:
    """People who come once."""

    def __init__(self, app: Any, service: TableService, rng: random.Random) -> None:
        self._app = app
        self._service = service
        self._rng = rng
        self._games = [_finished_game(seed) for seed in range(5)]
        self._step_times: list[float] = []
        self.visits = 0

    async def come(self, count: int) -> tuple[float, float]:
        """Let so many visitors come, some of them at the same time; the 95th percentile and the longest of a step."""
        self._step_times = []
        for start in range(0, count, _AT_ONCE):
            await asyncio.gather(*(self._visit() for _ in range(min(_AT_ONCE, count - start))))
        times = sorted(self._step_times) or [0.0]
        return times[int(len(times) * 0.95)] * 1000, times[-1] * 1000

    async def _visit(self) -> None:
        self.visits += 1
        number = self.visits
        if number % _EVERY_BROWSER == 1:
            await self._visit_by_browser()
            return
        person = new_person()
        await self._service.store.save_person(person)
        # In turn, so that days are alike: one in twenty opens a finished game, two only look.
        turn = number % 20
        if turn == 0:
            await self._open_record(person.id)
        elif turn > 2:
            await self._play(person.id, _STEPS[number % len(_STEPS)])
        if number % 7 == 0:
            pad = PadRow(new_id(), person.id, "fishtank", bytes(200), 1 + number % 2, now())
            await self._service.store.create_pad(pad)

    async def _open_record(self, person: str) -> None:
        moves, count = self._rng.choice(self._games)
        seats = [Seating(seat, "person", f"Player {seat}", person) for seat in range(count)]
        await self._service.create_table(person, "fishtank", {"players": count}, seats, settings={}, opening=moves)

    async def _play(self, person: str, steps: int) -> None:
        """Set up a table for two at one screen, and take a few steps."""
        seats = [Seating(seat, "person", f"Player {seat}", person) for seat in range(2)]
        table_id = await self._service.create_table(person, "penguins", {"players": 2}, seats, settings={})
        for _ in range(steps):
            snapshot = await self._service.snapshot(table_id)
            seat = snapshot.to_act[0]
            step = str(self._rng.choice(snapshot.table.view(seat).legal))
            before = time.perf_counter()
            await self._service.execute(
                person, table_id, TakeStep(seat=seat, step=step, position_id=snapshot.position_id, key=new_id())
            )
            self._step_times.append(time.perf_counter() - before)

    async def _visit_by_browser(self) -> None:
        """Look at the lobby, set up a table, begin a score sheet: all by pages."""
        transport = httpx.ASGITransport(self._app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60) as browser:
            (await browser.get("/")).raise_for_status()
            token = {"_csrf_token": browser.cookies["shoal_csrf"]}
            form = {"game": "penguins", "seat.0": "me", "seat.1": "screen", **token}
            made = await browser.post("/tables", data=form)
            assert made.status_code == 303, made.text
            (await browser.get(made.headers["location"])).raise_for_status()
            sheet = await browser.post("/pads", data={"game": "fishtank", **token})
            assert sheet.status_code == 303, sheet.text


def _finished_game(seed: int) -> tuple[tuple[str, ...], int]:
    """The moves of a game at random, for two."""
    rng = random.Random(seed)
    table = Table(find_game("fishtank"), {"players": 2}, seed=f"{seed:064x}")
    while not table.over:
        seat = table.state.to_act[0]
        table.submit(seat, str(rng.choice(table.view(seat).legal)))
    return tuple(table.record().moves), 2


async def simulate(database: str, days: int, visits: int, say: Say, keep: KeepPeriods = _USUAL) -> list[Day]:
    """Let so many visits happen in so many days, and return what there is at the end of each day."""
    app = create_app(ServerConfig(database=database, secret=b"s" * 32, limits=None, keep=keep))
    found: list[Day] = []
    async with app.lifespan():
        service: TableService = app.state.tables
        retention: Retention = app.state.retention
        strangers = Strangers(app, service, random.Random(5))
        measuring = await Database.open(database)
        try:
            round_of_yesterday = asyncio.create_task(retention.round(now()))
            for number in range(1, days + 1):
                p95, slowest = await strangers.come(visits * number // days - visits * (number - 1) // days)
                await round_of_yesterday
                found.append(await _measure(measuring, number, strangers.visits, p95, slowest))
                say(str(found[-1]))
                await measuring.write(_grow_older)
                await _vacuum(database)
                round_of_yesterday = asyncio.create_task(retention.round(now()))
            await round_of_yesterday
        finally:
            await measuring.close()
    return found


def _grow_older(connection: Connection) -> None:
    """A day passes."""
    for column in (tables.c.changed_at, pads.c.changed_at, people.c.seen_at):
        connection.execute(update(column.table).values({column.name: column - _DAY_MS}))


async def _vacuum(database: str) -> None:
    """Do what PostgreSQL does by itself once a minute, which may be longer than a simulated day."""
    if database.startswith("sqlite"):
        return
    connection = await asyncpg.connect(database)
    try:
        for table in (tables, people, pads, seats, events):
            await connection.execute(f"VACUUM {table.name}")
    finally:
        await connection.close()


async def _measure(database: Database, number: int, visits: int, p95: float, slowest: float) -> Day:
    (tables_there, people_there, pads_there), used, file = await database.read(_sizes)
    return Day(number, visits, tables_there, people_there, pads_there, used, file, _memory(), slowest, p95)


def _sizes(connection: Connection) -> tuple[list[int], int, int]:
    counts = [
        connection.execute(select(func.count()).select_from(table)).scalar_one() for table in (tables, people, pads)
    ]
    if connection.dialect.name == "postgresql":
        size = sum(
            int(connection.execute(select(func.pg_total_relation_size(table.name))).scalar_one())
            for table in (tables, people, pads, seats, events)
        )
        return counts, size, size
    page, pages, free = (
        connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
        for name in ("page_size", "page_count", "freelist_count")
    )
    return counts, page * (pages - free), page * pages


def _memory() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) * 1024


def find_growth(days: list[Day], names: Sequence[str] = GROWING, keep: KeepPeriods = _USUAL) -> list[str]:
    """What still grows at the end, when all has been there for its time: the second half is compared with the first."""
    settled = days[(keep.finished or 0) + 2 :]
    half = len(settled) // 2
    if half < 1:
        return [f"{len(days)} days are too few to see whether it levels off"]
    earlier, later = settled[:half], settled[-half:]
    found: list[str] = []
    for name in names:
        was, is_now = (sum(getattr(day, name) for day in some) / half for some in (earlier, later))
        if is_now > was * _TOLERANCE:
            found.append(f"{name} still grow: {was:.0f} on average, then {is_now:.0f}")
    return found


async def attack(database: str, seconds: float, say: Say) -> list[str]:
    """Let as many strangers come as there is time for, over 140 simulated days."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        await simulate(f"sqlite:///{folder}/trial.db", 1, 200, lambda _: None)
    each = (time.perf_counter() - began) / 200
    visits = max(DAYS, int(seconds / each * 0.6))
    say(f"{visits} strangers in {DAYS} simulated days")
    return find_growth(await simulate(database, DAYS, visits, say))


def _print(line: str) -> None:
    print(line, flush=True)


def main() -> None:
    """Print a line for every day, then what did not level off."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--visits", type=int, default=100_000)
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--keep", type=parse_keep, default=_USUAL)
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql, or an address")
    arguments = parser.parse_args()
    began = time.perf_counter()
    with database(arguments.database) as url:
        days = asyncio.run(simulate(url, arguments.days, arguments.visits, _print, arguments.keep))
    growth = find_growth(days, keep=arguments.keep)
    print(f"{arguments.visits} visits in {time.perf_counter() - began:.0f} s:", "; ".join(growth) or "it levels off")
    sys.exit(1 if growth else 0)


if __name__ == "__main__":
    main()
