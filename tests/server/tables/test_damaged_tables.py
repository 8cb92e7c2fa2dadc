"""A real server on a damaged file: it says which tables are hurt, refuses those clearly, and plays at the others."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import httpx
import pytest
from bench.server_soak import Json, Player, Process

from shoal.store import Store

pytestmark = pytest.mark.anyio

PAGE = 4096
#: So many that the page with zeros is one of many: a full page shares its events out with the pages beside it.
TABLES = 100


@pytest.fixture
async def server(sqlite_url: str, tmp_path: Path) -> AsyncIterator[Process]:
    process = Process(sqlite_url, log=tmp_path / "log", more=["--no-limits"])
    yield process
    await process.stop()


def zero_page_of(file: Path, table_id: str) -> None:
    """Fill the page of the log in which a table's first event is with zeros."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = database.execute("SELECT pageno FROM dbstat WHERE name = 'acts' AND pagetype = 'leaf'").fetchall()
    content = bytearray(file.read_bytes())
    for (page,) in pages:
        place = slice((page - 1) * PAGE, page * PAGE)
        if table_id.encode() in content[place]:
            content[place] = bytes(PAGE)
            break
    file.write_bytes(content)


async def test_the_hurt_tables_are_named_and_refused_and_the_others_go_on(
    server: Process, sqlite_url: str, tmp_path: Path
) -> None:
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    log = tmp_path / "log"
    await server.start()
    anna = Player([server.address], Random(1))
    await anna.arrive()
    clock = {"kind": "fischer", "seconds": 3600, "increment": 0}
    seats: list[Json] = [{"kind": "me"}, {"kind": "screen"}]
    tables = [await anna.set_up("penguins", seats, public=True, clock=clock) for _ in range(TABLES)]
    names = sorted(table["id"] for table in tables)
    for table in tables:
        for _ in range(4):
            await anna.step(await anna.see(table["id"]))
    await server.stop()
    zero_page_of(file, names[TABLES // 2])
    store = await Store.open(sqlite_url)
    await store.check_file()
    hurt = set(store.damaged_tables)
    await store.close()
    assert names[TABLES // 2] in hurt
    assert len(hurt) < TABLES

    await server.start()
    told = log.read_text()
    assert all(f'"table": "{table_id}"' in told for table_id in hurt)
    cookies = dict(anna._http.cookies)
    token = {"x-csrftoken": cookies["shoal_csrf"]}
    async with httpx.AsyncClient(base_url=server.address, cookies=cookies, headers=token, timeout=60) as http:
        ready = await http.get("/ready")
        assert (ready.status_code, ready.json()) == (200, {"status": "ok", "hurt_tables": len(hurt)})
        assert f"shoal_tables_hurt {len(hurt)}.0" in (await http.get("/metrics")).text
        played: list[int] = []
        for table_id in names:
            page = await http.get(f"/tables/{table_id}", headers={"accept": "text/html"})
            seen = await http.get(f"/api/tables/{table_id}")
            if table_id in hurt:
                assert (page.status_code, seen.status_code) == (503, 503)
                assert "damaged where this table is" in page.text
                assert "damaged where this table is" in seen.json()["detail"]
            else:
                assert (page.status_code, seen.status_code) == (200, 200)
                table = seen.json()
                step = {
                    "seat": table["viewer"],
                    "step": table["steps"][0]["step"],
                    "moment": table["moment"],
                    "key": "8" * 16,
                }
                played.append((await http.post(f"/api/tables/{table_id}/steps", json=step)).status_code)
        # A few steps next to the damage fail.
        assert set(played) <= {200, 503}
        assert played.count(200) > len(played) / 2, played
        lobby = await http.get("/", headers={"accept": "text/html"})
        assert lobby.status_code == 200
        await anna.set_up("penguins", seats)
    assert "Traceback" not in log.read_text()
    assert "exception" not in log.read_text()
    await anna.leave()
