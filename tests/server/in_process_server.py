"""A server in the test's own process, so that tests can prepare its data and look inside."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self, TypeVar

import httpx
import uvicorn

from shoal.arena import RatedResults
from shoal.core import Record
from shoal.server.app import ServerConfig, create_app
from shoal.server.connections import Connections
from shoal.server.protocols import connection_settings
from shoal.server.security.access_tokens import make_link, make_token
from shoal.server.security.identity import COOKIE, new_person, sign_cookie
from shoal.server.security.rate_limit import RateLimits
from shoal.server.tables.service import TableService
from shoal.store import Person, Seating

__all__ = ["SECRET", "InProcessServer"]

SECRET = b"h" * 32
_T = TypeVar("_T")


class InProcessServer:
    """A running server. It has no limits on requests unless they are given."""

    def __init__(
        self,
        folder: Path,
        *,
        limits: RateLimits | None = None,
        secure: bool = False,
        connections: Connections | None = None,
        ladder: Sequence[RatedResults] = (),
    ) -> None:
        config = ServerConfig(
            database=f"sqlite:///{folder / 'server.db'}",
            secret=SECRET,
            limits=limits,
            secure=secure,
            ladder=tuple(ladder),
        )
        self.app = create_app(config)
        if connections is None:
            connections = Connections(500, address_of=lambda _host: None)
        settings = connection_settings(connections)
        self._server = uvicorn.Server(
            uvicorn.Config(self.app, host="127.0.0.1", port=0, log_config=None, access_log=False, **settings)
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._up = threading.Event()
        self.address = ""

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        config = self._server.config
        config.load()
        self._server.lifespan = config.lifespan_class(config)
        await self._server.startup()
        self.address = f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"
        self._up.set()
        await self._server.main_loop()
        await self._server.shutdown()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._up.wait(60)
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()

    @property
    def tables(self) -> TableService:
        tables: TableService = self.app.state.tables
        return tables

    def run(self, work: Coroutine[None, None, _T]) -> _T:
        """Run a coroutine on the server's event loop and return its result."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def person(self, name: str) -> Person:
        person = new_person()
        named = Person(person.id, name, {}, person.made_at)
        self.run(self.tables.store.save_person(named))
        return named

    def token(self, person: Person) -> str:
        return self.run(make_token(self.tables.store, person, "test"))

    def link(self, person: Person) -> str:
        return self.run(make_link(self.tables.store, person))

    def table(
        self,
        game: str,
        people: Sequence[Person | None],
        *,
        public: bool = False,
        maker: Person | None = None,
        record: Record | None = None,
        settings: Mapping[str, object] | None = None,
    ) -> str:
        """Create a table with these people and return its name; a seat without a person is open.

        With a `record`, it begins with the moves of that game.
        """
        seats = [
            Seating(seat, "open", "A friend") if person is None else Seating(seat, "person", person.name, person.id)
            for seat, person in enumerate(people)
        ]
        maker = maker or next(person for person in people if person is not None)
        options, opening = ({"players": len(people)}, ()) if record is None else (record.options, record.moves)
        work = self.tables.create_table(
            maker.id, game, options, seats, settings=settings or {}, opening=opening, public=public
        )
        return self.run(work)

    def program(self, person: Person | None = None) -> httpx.Client:
        """A program of this person; without a person it has no token."""
        headers = {"authorization": f"Bearer {self.token(person)}"} if person is not None else {}
        return httpx.Client(base_url=self.address, headers=headers, timeout=60)

    @contextmanager
    def browser(self, person: Person) -> Iterator[httpx.Client]:
        """A browser of this person: their cookie, and the CSRF token that pages send back."""
        cookies = {COOKIE: sign_cookie(person.id, SECRET)}
        with httpx.Client(base_url=self.address, cookies=cookies, timeout=60) as client:
            client.get("/settings", headers={"accept": "text/html"})
            client.headers["x-csrftoken"] = client.cookies["shoal_csrf"]
            yield client
