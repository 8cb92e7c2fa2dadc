"""Two tables that should look the same to a viewer, and a visitor who asks for everything at both and compares.

The attack (`bench/attack`) does this with whole worlds and every address; this is for tests of one rule at a time.
"""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar
from litestar.testing import AsyncTestClient

from shoal.core import Table, find_game, seat_name
from shoal.server.app import ServerConfig, create_app
from shoal.server.security.identity import COOKIE, new_person, sign_cookie
from shoal.server.tables.service import TableService
from shoal.store import Person, Seating

SECRET = b"s" * 32
LANGUAGE = {"accept": "text/html", "accept-language": "en"}


def deal_only(seed: int) -> list[str]:
    """The moves of a deal of Fish Tank for three."""
    return list(Table(find_game("fishtank"), {"players": 3}, seed=f"{seed:064x}").record().moves)


@asynccontextmanager
async def twin_tables(
    folder: Path, game: str, players: int, openings: Sequence[Sequence[str]]
) -> AsyncIterator[tuple[AsyncTestClient[Litestar], list[str], dict[str, Person]]]:
    """Two public tables, with a person on every seat, and the people."""
    app = create_app(ServerConfig(database=f"sqlite:///{folder / 'twins.db'}", secret=SECRET, limits=None))
    async with AsyncTestClient(app) as client:
        service: TableService = app.state.tables
        people = {name: new_person() for name in ("Ann", "Bob", "Cem", "Dan")[:players]}
        for person in people.values():
            await service.store.save_person(person)
        seats = [Seating(seat, "person", name, person.id) for seat, (name, person) in enumerate(people.items())]
        maker = people["Ann"]
        tables = [
            await service.create_table(
                maker.id, game, {"players": players}, seats, settings={}, opening=opening, public=True
            )
            for opening in openings
        ]
        yield client, tables, people


def plain(text: str, table_id: str) -> str:
    """A response without what differs between any two: names of tables, keys of requests, times."""
    text = text.replace(table_id, "TABLE")
    text = re.sub(r'name="(_csrf_token|key)" value="[^"]*"', r'name="\1"', text)
    text = re.sub(r"<time data-at.*?</time>", "<time>", text)
    text = re.sub(r'("commitment": "|<code>)[0-9a-f]{64}', r"\1", text)
    return re.sub(r"(invited=)[0-9a-f]{32}", r"\1", text)


class TableComparer:
    """A visitor who requests everything at both tables and compares the responses."""

    def __init__(self, client: AsyncTestClient[Litestar], tables: Sequence[str], person: Person | None) -> None:
        self.client = client
        self.tables = tables
        self.person = person
        self.compared = 0
        self.seeds: list[str] = []

    async def compare(self, method: str, path: str, form: dict[str, str] | None = None) -> str:
        answers = []
        for table in self.tables:
            self.client.cookies.clear()
            if self.person is not None:
                self.client.cookies.set(COOKIE, sign_cookie(self.person.id, SECRET))
            address = path.replace("TABLE", table)
            data = None
            if method == "POST":
                await self.client.get("/settings", headers=LANGUAGE)
                data = {**(form or {}), "_csrf_token": self.client.cookies["shoal_csrf"]}
            # A branch is a new table with a new deal: only that it was made can be the same.
            further = not path.endswith("/branch")
            response = await self.client.request(method, address, headers=LANGUAGE, data=data, follow_redirects=further)
            assert response.status_code < 500, (method, path, form, response.text)
            for seed in self.seeds:
                assert seed not in response.text
            answers.append((response.status_code, plain(response.text, table)))
        self.compared += 1
        assert answers[0] == answers[1], (method, path, form)
        return answers[0][1]


async def compare_everything(comparer: TableComparer, service: TableService, players: int) -> None:
    """Request every address that a page leads to, and send every form, filled in well and badly."""
    length = (await service.snapshot(comparer.tables[0])).table.length
    page = await comparer.compare("GET", "/tables/TABLE")
    seen = {"/", "/settings", "/tables/TABLE"}
    waiting = [*links(page)]
    while waiting:
        path = waiting.pop()
        if path in seen or not path.startswith(("/tables/TABLE", "?")):
            continue
        seen.add(path)
        path = f"/tables/TABLE{path}" if path.startswith("?") else path
        waiting += links(await comparer.compare("GET", path))
    for step in (0, 1, length // 2, length - 1, length, length + 1, 10**8):
        for front in ("", "&front=A", "&front=B", "&front=Z"):
            await comparer.compare("GET", f"/tables/TABLE?step={step}{front}")
            await comparer.compare("GET", f"/tables/TABLE/picture.svg?step={step}{front}")
    await comparer.compare("GET", "/tables/TABLE/record")
    await comparer.compare("POST", "/tables/TABLE/branch", {"step": str(length)})
    steps = ["", "flip", "a1", "a1-b2", "A:snail", "B:snail", "C:tetra", "A:plant", "A:d4", "=A:snail", "x" * 300]
    for kind in ("step", "ask", "agree", "refuse", "settle", "finish", "undo", "odds", "flag", "sit", "nonsense"):
        for seat in [seat_name(number) for number in range(players)] + ["", "Q"]:
            for text in steps if kind == "step" else [""]:
                moment = str((await service.snapshot(comparer.tables[0])).position_id)
                form = {"kind": kind, "seat": seat, "step": text, "moment": moment}
                if kind == "step" and text in ("A:snail", "flip"):
                    continue  # these may be legal, and chance would then act from different seeds
                await comparer.compare("POST", "/tables/TABLE", form)
    await comparer.compare("GET", "/tables/TABLE")


def links(html: str) -> list[str]:
    return [path.replace("&amp;", "&") for path in re.findall(r'(?:href|src|action)="([^"#]*)"', html)]
