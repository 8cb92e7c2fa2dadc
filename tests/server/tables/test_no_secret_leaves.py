"""No response to a player or a spectator, from any address, depends on what they must not know.

Two tables look the same to a viewer and differ in what is hidden: other hands, sealed choices, the seed of what chance
has still to do. The test requests every address at both, and sends forms, good and bad. The responses must be equal,
letter for letter.
"""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from shoal.core import CHANCE, Table, find_game, seat_name, view_bytes
from shoal.server.app import ServerConfig, create_app
from shoal.server.security.identity import COOKIE, new_person, sign_cookie
from shoal.server.tables.service import TableService
from shoal.store import Person, Seating

SECRET = b"s" * 32
LANGUAGE = {"accept": "text/html", "accept-language": "en"}


def history(game: str, players: int, steps: int, seed: int) -> list[str]:
    """Play some steps of a game at random; return its moves, the deal included."""
    choice = random.Random(seed)
    table = Table(find_game(game), {"players": players}, seed=f"{seed:064x}")
    for _ in range(steps):
        if table.over:
            break
        seat = choice.choice(table.state.to_act)
        table.submit(seat, choice.choice(list(table.state.legal(seat))))
    return list(table.record().moves)


def swapped_deals(moves: Sequence[str]) -> list[str]:
    """The same deal with the first cards of seats B and C exchanged."""
    twin = list(moves)
    b = next(number for number, move in enumerate(twin) if move.startswith("=B:"))
    c = next(number for number, move in enumerate(twin) if move.startswith("=C:") and move[2:] != twin[b][2:])
    twin[b], twin[c] = f"=B:{twin[c][3:]}", f"=C:{twin[b][3:]}"
    return twin


def other_choice(moves: Sequence[str]) -> tuple[list[str], list[str]]:
    """After the deal, seat B makes one sealed choice, or another one."""
    state = Table.resume(_record(moves)).state
    first, second = list(state.legal(1))[:2]
    return [*moves, str(first)], [*moves, str(second)]


def _record(moves: Sequence[str]):  # type: ignore[no-untyped-def]
    from shoal.core import Record
    from shoal.core.record import FORMAT

    return Record(FORMAT, "fishtank", {"players": 3}, tuple(moves))


def deal_only(seed: int) -> list[str]:
    return history("fishtank", 3, 0, seed)


#: Three turns of each player, of which only the cards at the `%s` differ: what C has and what was discarded, and how
#: many cards C had when B tried to rob them. With a closed memory, none of it is shown once the next turn has begun.
FORGOTTEN = """
    flip =eel1 flip =ray2 stop
    flip =octopus leave
    flip =%s stop
    flip =%s flip =%s
    flip =octopus leave
    flip =boxfish1 flip =clownfish1 flip =sunfish1 flip =%s
    flip =eel2 stop
    flip =octopus rob C1 =roll -1
    flip =hammerhead1 flip =swordfish2 flip =ray1 flip =%s
    flip
"""


def forgotten(cards: str, *then: str) -> list[str]:
    """The moves of a match whose earlier turns brought these cards."""
    return [*re.findall(r"rob \w+|=roll -?\d|\S+", FORGOTTEN % tuple(cards.split())), *then]


CASES = [
    pytest.param("penguins", 2, history("penguins", 2, 9, 1), history("penguins", 2, 9, 1), id="penguins: the seed"),
    pytest.param("smallfry", 3, history("smallfry", 3, 25, 2), history("smallfry", 3, 25, 2), id="smallfry: the deck"),
    *(
        pytest.param(
            "smallfry",
            3,
            forgotten("sunfish3 lionfish1 lionfish2 boxfish2 ray3", card),
            forgotten("swordfish4 pufferfish1 pufferfish3 sunfish2 hammerhead2", card),
            id=f"smallfry: what was forgotten, at {card}",
        )
        for card in ("=clownfish4", "=octopus")
    ),
    pytest.param("fishtank", 3, deal_only(3), swapped_deals(deal_only(3)), id="fishtank: other hands"),
    pytest.param("fishtank", 3, *other_choice(deal_only(4)), id="fishtank: a sealed choice"),
]


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


@pytest.mark.parametrize(("game", "players", "one", "other"), CASES)
def test_no_answer_depends_on_what_the_viewer_must_not_know(
    tmp_path: Path, game: str, players: int, one: list[str], other: list[str]
) -> None:
    viewers = ["Ann", None] if game == "fishtank" else ["Ann", "Bob", None]

    async def compare_for_each_viewer() -> None:
        for viewer in viewers:
            folder = tmp_path / str(viewer)
            folder.mkdir()
            async with twin_tables(folder, game, players, (one, other)) as (client, tables, people):
                service: TableService = client.app.state.tables
                snapshots = [await service.snapshot(table) for table in tables]
                seat = list(people).index(viewer) if viewer is not None else None
                views = [view_bytes(snapshot.table.displayed(seat)) for snapshot in snapshots]
                assert views[0] == views[1], "the twins look the same to the viewer"
                assert one != other or snapshots[0].row.seed != snapshots[1].row.seed
                comparer = TableComparer(client, tables, people[viewer] if viewer is not None else None)
                comparer.seeds = [snapshot.row.seed for snapshot in snapshots]
                await compare_everything(comparer, service, players)
                assert comparer.compared > 100

    asyncio.run(compare_for_each_viewer())


def test_chance_is_still_to_act_in_the_running_games() -> None:
    """The seeds of the first two cases matter: what they will deal is not known yet."""
    table = Table(find_game("smallfry"), {"players": 3}, seed=f"{2:064x}")
    assert CHANCE not in table.state.to_act
    assert not table.over
