"""Whatever a server answers about a running game follows from what the table displays to the viewer, and no more.

The test takes a hint where it may, gets every address of a table, then puts other states behind it, which a viewer of
the page cannot tell from the real ones, now or at any earlier step. All answers must stay the same, letter for letter.
"""

import asyncio
import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from shoal.core import Table, Viewer, find_game, game_names
from shoal.server.app import ServerConfig, create_app
from shoal.server.security.identity import COOKIE, new_person, sign_cookie
from shoal.server.tables.commands import TakeHint
from shoal.server.tables.hints import TableHints
from shoal.server.tables.service import TableService
from shoal.store import Person, Seating
from tests.server.tables.hints_of_tests import last_step
from tests.server.tables.twins import LANGUAGE, SECRET, plain

CASES = [
    ("penguins", {"players": 2}),
    ("penguins", {"players": 3, "edition": "cs", "swaps": True}),
    ("smallfry", {"players": 2, "memory": "closed"}),
    ("smallfry", {"players": 4, "memory": "closed", "next_session": "fewest", "target": 60}),
    ("smallfry", {"players": 3, "memory": "open"}),
    ("fishtank", {"players": 2}),
    ("fishtank", {"players": 4, "deck": "full"}),
]
#: Steps of people after which the server is asked.
MOMENTS = (0, 3, 11, 40, 75)


def played(game: str, options: Mapping[str, object], steps: int) -> Table:
    choice = random.Random(f"{game} {options} {steps}")
    table = Table(find_game(game), options, seed=choice.randbytes(32).hex())
    for _ in range(steps):
        if table.over:
            break
        seat = choice.choice(table.state.to_act)
        table.submit(seat, choice.choice(list(table.state.legal(seat))))
    return table


def hide_behind(table: Table, viewer: Viewer) -> bool:
    """Replace all states of a table by others that it displays alike; return whether any of them is another state."""
    states = table._history.states
    rng, before = random.Random(1), list(states)
    for number in range(len(states)):
        states[number] = table.displayed_after(number, viewer).imagine(rng)
    return before != states


async def answers(client: AsyncTestClient[Litestar], table_id: str, length: int, person: Person | None) -> list[str]:
    """What the server answers at every address of the table."""
    client.cookies.clear()
    if person is not None:
        client.cookies.set(COOKIE, sign_cookie(person.id, SECRET))
    steps = ["", *(f"?step={step}" for step in sorted({0, length // 2, max(0, length - 1), length}))]
    paths = [f"/tables/{table_id}{part}{step}" for part in ("", "/picture.svg") for step in steps]
    paths += [f"/tables/{table_id}/record", f"/api/tables/{table_id}", f"/api/tables/{table_id}/record"]
    found = []
    for path in paths:
        response = await client.get(path, headers=LANGUAGE if "/api/" not in path else {})
        assert response.status_code in (200, 403), (path, response.text)
        found.append(f"{path}: {response.status_code} {plain(response.text, table_id)}")
    return found


async def take_hint(service: TableService, table_id: str, viewer: Viewer, person: Person | None) -> bool:
    """Take the whole hint, if the viewer can use one; return whether it could."""
    snapshot = await service.snapshot(table_id)
    if viewer not in snapshot.to_act or person is None or len(snapshot.table.view(viewer).legal) < 2:
        return False
    await service.execute(person.id, table_id, TakeHint(seat=viewer, stage=3, position_id=snapshot.position_id))
    return True


async def forget_hints(service: TableService, table_id: str) -> None:
    """Have every hint found again."""
    live = await service.live_table(table_id)
    live.hints = TableHints(live.notify_feeds)
    snapshot = await service.snapshot(table_id)
    for seat in snapshot.to_act:
        await live.hints.wait(snapshot, seat, service._hint_finder, 60)


@pytest.mark.parametrize(("game", "options"), CASES)
def test_every_answer_follows_from_what_the_table_displays(
    tmp_path: Path, game: str, options: dict[str, object]
) -> None:
    async def compare() -> list[bool]:
        differing, hints = [], 0
        app = create_app(ServerConfig(database=f"sqlite:///{tmp_path / 'tables.db'}", secret=SECRET, limits=None))
        async with AsyncTestClient(app) as client:
            service: TableService = app.state.tables
            service.find_hint = last_step
            names = ("Ann", "Bob", "Cem", "Dan")[: int(str(options["players"]))]
            people = [new_person() for _ in names]
            for person in people:
                await service.store.save_person(person)
            seats = [Seating(seat, "person", name, people[seat].id) for seat, name in enumerate(names)]
            for steps in MOMENTS:
                moves = played(game, options, steps).record().moves
                for viewer in (0, len(people) - 1, None):
                    table_id = await service.create_table(
                        people[0].id, game, options, seats, settings={"hints": True}, opening=moves, public=True
                    )
                    table = (await service.snapshot(table_id)).table
                    visitor = None if viewer is None else people[viewer]
                    hints += await take_hint(service, table_id, viewer, visitor)
                    before = await answers(client, table_id, table.length, visitor)
                    differing.append(hide_behind(table, viewer))
                    await forget_hints(service, table_id)
                    assert await answers(client, table_id, table.length, visitor) == before
        assert hints
        return differing

    differing = asyncio.run(compare())
    hides = game == "fishtank" or options.get("memory") == "closed"
    assert any(differing) == hides, "there is something to hide, or nothing"


def test_every_game_is_looked_at() -> None:
    assert {game for game, _ in CASES} == set(game_names())
