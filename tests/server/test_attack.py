"""The server tells nobody what is hidden from them: the short form of `python -m bench.attack leaks`.

The attack itself can fail too: it finds what is made to leak here.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from bench.attack.addresses import Depth
from bench.attack.hidden import Script, short_scripts
from bench.attack.histories import played
from bench.attack.leaks import compare_worlds, forgotten_addresses
from bench.attack.stage import Stage
from litestar import get
from litestar.params import FromPath

from shoal.core import Table, Viewer, game_names, msg
from shoal.server import metrics
from shoal.server.errors import NotPermitted
from shoal.server.tables.access import TableNotFound
from shoal.server.tables.service import TableService
from shoal.server.tables.snapshot import TableSnapshot

Patch = pytest.MonkeyPatch
SHORT = [
    pytest.param(script, id=f"{script.game}: {script.name}") for game in game_names() for script in short_scripts(game)
]


def compared(script: Script, folder: Path) -> list[str]:
    """What the blind could tell the two worlds apart by."""
    wrong, answers = asyncio.run(compare_worlds(script, f"sqlite:///{folder / 'world.db'}"))
    assert answers > 20
    return wrong


def test_every_address_is_attacked() -> None:
    assert forgotten_addresses() == []


@pytest.mark.parametrize("script", SHORT)
def test_nobody_can_tell_what_is_hidden_from_them(script: Script, tmp_path: Path) -> None:
    assert compared(script, tmp_path) == []


# The attack can fail: each of these servers leaks in its own way.


def test_a_new_address_is_found(monkeypatch: Patch) -> None:
    @get("/gossip/{name:str}")
    async def gossip(name: FromPath[str]) -> str:
        return name

    monkeypatch.setattr(metrics, "HANDLERS", [*metrics.HANDLERS, gossip])
    assert forgotten_addresses() == ["GET /gossip/{name:str} is not attacked: bench/attack/addresses.py"]


async def choose_a_card(stage: Stage) -> None:
    """One seat chooses one card or another, and everybody looks once."""
    options = {"players": 3}
    await stage.set_up("fishtank", options, opening=played("fishtank", options, 1, 0), public=True)
    legal = await stage.legal("B")
    await stage.step("B", legal[-1] if stage.twin else legal[0])
    await stage.look(Depth.GLANCE)


async def sit_in_private(stage: Stage) -> None:
    """There is a table by invitation or not, and a stranger asks for it."""
    await stage.set_up("fishtank", {"players": 3}, exists=stage.twin)
    await stage.look(Depth.GLANCE)


A_CARD = Script(game="fishtank", name="a card", knows=("B",), play=choose_a_card)
A_TABLE = Script(game="fishtank", name="a table", knows=("A", "B", "C", "invited", "A-program"), play=sit_in_private)


def leak_in_the_log(monkeypatch: Patch) -> None:
    honest = Table.log

    def log(self: Table, viewer: Viewer) -> Sequence[str]:
        return [*honest(self, viewer)[:-1], self.record().moves[-1]]

    monkeypatch.setattr(Table, "log", log)


def leak_in_the_feed(monkeypatch: Patch) -> None:
    honest = TableService.page_version

    def page_version(self: TableService, snapshot: TableSnapshot, *args: str) -> str:
        return f"{honest(self, snapshot, *args)}.{sum(map(len, snapshot.record().moves))}"

    monkeypatch.setattr(TableService, "page_version", page_version)


def leak_of_the_seed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Table, "commitment", property(lambda table: table._dealer.seed))


def leak_in_a_refusal(monkeypatch: Patch) -> None:
    honest = TableService.snapshot_for

    async def snapshot_for(self: TableService, person: str, table_id: str, invitation: str = "") -> TableSnapshot:
        await self.snapshot(table_id)
        try:
            return await honest(self, person, table_id, invitation)
        except TableNotFound:
            raise NotPermitted(msg("that seat is not yours")) from None

    monkeypatch.setattr(TableService, "snapshot_for", snapshot_for)


@pytest.mark.parametrize(
    ("script", "leak", "told"),
    [
        (A_CARD, leak_in_the_log, "C can tell: GET /api/tables/"),
        (A_CARD, leak_in_the_feed, "can tell: FEED /tables/"),
        (A_CARD, leak_of_the_seed, "nobody was told the seed: "),
        (A_TABLE, leak_in_a_refusal, "spectator can tell: GET /tables/"),
    ],
)
def test_a_server_that_leaks_is_found(
    script: Script, leak: Callable[[Patch], None], told: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    assert compared(script, tmp_path) == []
    leak(monkeypatch)
    wrong = compared(script, tmp_path)
    assert any(told in each for each in wrong), wrong
