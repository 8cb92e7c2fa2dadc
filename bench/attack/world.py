"""A world: one or several servers in this process, on a database of their own, whose chance and clock are ours."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from bench.attack.coaches import find_nothing
from bench.attack.fate import Fate

from shoal.core import Seat
from shoal.server.app import ServerConfig, create_app
from shoal.server.tables.bot_queue import BotOwner
from shoal.store import Seating

if TYPE_CHECKING:
    from litestar import Litestar

    from shoal.coach.answers import HintAnswer
    from shoal.server.tables.hints import FindHint
    from shoal.server.tables.service import TableService
    from shoal.server.tables.snapshot import TableSnapshot

__all__ = ["SECRET", "World", "empty_database", "open_world"]

#: All worlds have the same: cookies and invitations follow from it.
SECRET: Final = b"w" * 32
#: Enough for every task that a change has woken and that waits for nothing but the event loop.
_TURNS_OF_THE_LOOP: Final = 20
#: After so many answers of the database, all that was asked of it before is answered too.
_QUIET_ROUNDS: Final = 3
_CATCH_UP_SECONDS: Final = 60.0


class World:
    """The servers of one world. Who asks which one never changes, as with a proxy that knows its visitors."""

    def __init__(self, database: str, processes: int, fate: Fate) -> None:
        self.fate = fate
        self._database = database
        self.processes = processes
        self._apps: list[Litestar] = []
        self._running = AsyncExitStack()
        self._tables: list[str] = []
        self._messages = 0
        #: What finds hints at all servers. No engine does: it would take ever so long.
        self.find_hint: FindHint = find_nothing
        #: What may differ between worlds, and what is compared in its place.
        self.aliases: dict[str, str] = {}

    async def start(self) -> None:
        """Start the servers: they know only what is in the database."""
        for number in range(self.processes):
            self.fate.begin(f"server {number}")
            # No bot ever thinks, because nobody knows how it will choose; tables wait for theirs.
            app = create_app(ServerConfig(database=self._database, secret=SECRET, limits=None, workers=0))
            await self._running.enter_async_context(app.lifespan())
            app.state.tables.find_hint = self._find_hint
            # Nor is a review ever computed: how far one is hangs on the time. The coach is kept busy.
            await self._running.enter_async_context(app.state.coach.turn(BotOwner(), 0.0))
            self._apps.append(app)

    async def _find_hint(self, owner: BotOwner, snapshot: "TableSnapshot", seat: Seat) -> "HintAnswer":
        return await self.find_hint(owner, snapshot, seat)

    async def stop(self) -> None:
        self._apps.clear()
        await self._running.aclose()

    def app(self, number: int) -> "Litestar":
        """The server of visitor `number`."""
        return self._apps[number % len(self._apps)]

    @property
    def tables(self) -> "TableService":
        """The tables, as the first server has them: to prepare what is asked about, never to ask."""
        tables: TableService = self._apps[0].state.tables
        return tables

    def table_id(self, name: str) -> str:
        """The id of the table with this name, whether there is one or not."""
        self.fate.begin(f"table {name}")
        return secrets.token_urlsafe(9)

    async def table(
        self,
        game: str,
        options: Mapping[str, object],
        people: Sequence[tuple[str, str]],
        *,
        name: str,
        seed: str = "",
        opening: Sequence[str] = (),
        settings: Mapping[str, object] | None = None,
        public: bool = False,
    ) -> str:
        """Set up a table for people, given by their ids and names; its id follows from `name`.

        A `seed` says that the other world has another one.
        """
        table_id = self.table_id(name)
        self.fate.begin(f"seed {name} {seed}")
        seats = [Seating(seat, "person", name, person) for seat, (person, name) in enumerate(people)]
        await self.tables.create_table(
            people[0][0],
            game,
            options,
            seats,
            settings=settings or {},
            opening=opening,
            public=public,
            table_id=table_id,
        )
        self._tables.append(table_id)
        if seed:
            # It is public from the start, and follows from the seed.
            self.aliases[(await self.snapshot(table_id)).table.commitment] = f"COMMITMENT of {name}"
        return table_id

    async def snapshot(self, table_id: str) -> "TableSnapshot":
        """The table as it is, secrets included."""
        return await self.tables.snapshot(table_id)

    def note_message(self) -> None:
        """Count a message of a feed."""
        self._messages += 1

    async def settle(self) -> None:
        """Wait until all servers know what was written, and all feeds have told it."""
        async with asyncio.timeout(_CATCH_UP_SECONDS):
            numbers = await self.tables.store.last_event_numbers(self._tables)
            for app in self._apps:
                service: TableService = app.state.tables
                for table_id, number in numbers.items():
                    while (await service.snapshot(table_id)).event_number < number:
                        await asyncio.sleep(0.002)
            await self._wait_for_feeds()

    async def _wait_for_feeds(self) -> None:
        """Wait until the feeds have been quiet for a while; they may ask the database who listens."""
        quiet = 0
        while quiet < _QUIET_ROUNDS:
            before = self._messages
            for _ in range(_TURNS_OF_THE_LOOP):
                await asyncio.sleep(0)
            for app in self._apps:
                await app.state.tables.store.ping()
            quiet = quiet + 1 if self._messages == before else 0


@contextlib.asynccontextmanager
async def open_world(database: str, processes: int) -> AsyncIterator[World]:
    """A world on an empty database. Only one can be open at a time: it governs the chance of this process."""
    fate = Fate()
    with fate.governs():
        world = World(database, processes, fate)
        try:
            await world.start()
            yield world
        finally:
            await world.stop()


@contextlib.asynccontextmanager
async def empty_database(database: str, name: str) -> AsyncIterator[str]:
    """The address of an empty database beside this one: another file, or a schema on the same server."""
    if database.startswith("sqlite"):
        path = Path(f"{database.removeprefix('sqlite:///')}-{name}")
        try:
            yield f"sqlite:///{path}"
        finally:
            for file in path.parent.glob(f"{path.name}*"):
                file.unlink()
        return
    import asyncpg

    connection = await asyncpg.connect(database)
    schema = f"attack_{name.replace('-', '_')}"
    try:
        await connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
        await connection.execute(f"CREATE SCHEMA {schema}")
        yield f"{database}{'&' if urlsplit(database).query else '?'}search_path={schema}"
        await connection.execute(f"DROP SCHEMA {schema} CASCADE")
    finally:
        await connection.close()
