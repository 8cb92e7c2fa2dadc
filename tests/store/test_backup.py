"""A backup comes back whole, whatever version made it; a damaged or hostile file is refused and leaves nothing."""

import asyncio
import gzip
import hashlib
import io
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from shoal.store import Store
from shoal.store.backup import export_all, import_all
from shoal.store.backup_reader import BackupRefused
from tests.store.samples import SEATS, fill_database

FIRST_REVISION = Path(__file__).with_name("revision1.sqlite.sql")

Lines = list[bytes]


def silent(_done: int, _total: int) -> None:
    """Report no progress."""


def test_a_backup_of_an_older_version_is_migrated(tmp_path: Path) -> None:
    with sqlite3.connect(":memory:") as old:
        old.executescript(FIRST_REVISION.read_text(encoding="utf-8"))
        old.row_factory = sqlite3.Row
        lines: list[object] = []
        counts = {}
        for table in ("people", "tables", "seats", "acts"):
            found = [dict(row) for row in old.execute(f"SELECT * FROM {table}")]  # noqa: S608 - our own table names
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

    async def check() -> None:
        store = await Store.open(database)
        stored = await store.table("t1")
        assert stored is not None
        assert [event.number for event in stored.events] == [1, 2, 3]
        assert stored.seats == SEATS
        await store.close()

    asyncio.run(check())


@pytest.fixture(scope="module")
def good_lines(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The lines of a file that can be imported."""
    database = f"sqlite:///{tmp_path_factory.mktemp('good')}/good.db"
    asyncio.run(fill_database(database))
    file = io.BytesIO()
    asyncio.run(export_all(database, file, silent))
    return gzip.decompress(file.getvalue()).splitlines(keepends=True)


def sealed(lines: Lines) -> bytes:
    """A file of these lines with the right counts and checksum: hostile, not damaged."""
    counts = dict.fromkeys(json.loads(lines[0])["rows"], 0)
    for line in lines[1:-1]:
        name = json.loads(line)[0]
        counts[name] = counts.get(name, 0) + 1
    body = json.dumps({**json.loads(lines[0]), "rows": counts}).encode() + b"\n" + b"".join(lines[1:-1])
    end = {"end": counts, "sha256": hashlib.sha256(body).hexdigest()}
    return gzip.compress(body + json.dumps(end, separators=(",", ":")).encode() + b"\n")


def first_row(lines: Lines, table: str) -> int:
    """The number of the line with a table's first row."""
    return next(number for number, line in enumerate(lines) if line.startswith(f'["{table}"'.encode()))


def without(lines: Lines, number: int) -> Lines:
    return [*lines[:number], *lines[number + 1 :]]


def changed(table: str, column: str, value: object) -> Callable[[Lines], bytes]:
    """A file with one value changed in the first row of a table."""

    def change(lines: Lines) -> bytes:
        number = first_row(lines, table)
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
    "an extra field in the header": (header(extra=1), "not a file that"),
    "other counts": (header(rows={"people": 1}), "damaged"),
    "cut off": (lambda lines: gzip.compress(b"".join(lines))[:-60], "breaks off"),
    "no end": (lambda lines: gzip.compress(b"".join(lines[:-1])), "breaks off"),
    "a row missing": (lambda lines: gzip.compress(b"".join(without(lines, 3))), "checksum"),
    "a letter changed": (lambda lines: gzip.compress(b"".join(lines).replace(b"Anna", b"Anne")), "checksum"),
    "more after the end": (lambda lines: gzip.compress(b"".join([*lines, lines[1]])), "there is more after the end"),
    "a bomb in one line": (lambda lines: gzip.compress(lines[0] + b" " * (64 << 20)), "too long"),
    "something that is not a row": (lambda lines: gzip.compress(lines[0] + b'{"people": 1}\n'), "this is not a row"),
    "one of the database's own tables": (
        lambda lines: sealed([*lines[:-1], b'["sqlite_master", {"name": "x"}]\n', lines[-1]]),
        "there is no table",
    ),
    "the same row twice": (lambda lines: sealed([*lines[:2], *lines[1:]]), "two rows are the same"),
    "an event of no table": (changed("acts", "table_id", "nowhere"), "refers to a row that is missing"),
    "an event missing": (
        lambda lines: sealed([*lines[: first_row(lines, "acts")], *lines[first_row(lines, "acts") + 1 :]]),
        "events are missing",
    ),
    "a number too large": (changed("people", "made_at", 2**63), "the value of made_at does not fit"),
    "a number too large for its column": (changed("seats", "seat", 2**31), "the value of seat does not fit"),
    "a boolean for a number": (changed("people", "made_at", True), "the value of made_at does not fit"),
    "a number for a boolean": (changed("tables", "public", 1), "the value of public does not fit"),
    "a zero byte": (changed("people", "name", "a\0b"), "the value of name does not fit"),
    "null where a value is required": (changed("people", "name", None), "the value of name does not fit"),
    "no base64": (changed("pads", "sheet", "ü*"), "the value of sheet does not fit"),
    "no JSON in a column of JSON": (changed("people", "settings", "{"), "is invalid"),
    "JSON of another type": (changed("tables", "waiting", '["a"]'), "is invalid"),
    "an unknown kind of seat": (changed("seats", "kind", "ghost"), "is invalid"),
    "an extra column": (changed("people", "rank", 1), "not those of the table"),
    "half a surrogate pair": (
        lambda lines: gzip.compress(b"".join(lines).replace(b'"Anna"', b'"\\ud800"')),
        "this is not a row",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_and_leaves_nothing(good_lines: Lines, tmp_path: Path, name: str) -> None:
    damage, reason = HOSTILE[name]
    database = f"sqlite:///{tmp_path}/new.db"
    with pytest.raises(BackupRefused, match=reason):
        asyncio.run(import_all(database, io.BytesIO(damage(good_lines)), silent))
    # The database is still empty, so it takes the good file.
    assert asyncio.run(import_all(database, io.BytesIO(sealed(good_lines)), silent)) == 23
