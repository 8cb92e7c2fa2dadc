"""Everything in a database as one file, and back: docs/deployment.md says how the file looks.

Rows go as they are in the database, so that a file of an older revision can be laid out as it was then and
brought up to date by the same migrations that a database goes through. `checked.py` reads the file.
"""

import gzip
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Final

import msgspec
from sqlalchemy import Connection, MetaData, Row, Table, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from shoal.core import msg
from shoal.store import schema, sqlite
from shoal.store.backup_reader import FORMAT, VERSION, Backup, BackupRefused, End, Header, checked_rows
from shoal.store.database import Database
from shoal.store.migrate import revisions, upgrade
from shoal.store.models import AccessTokenRow, Event, PadRow, Person, Seating, Summary, TableRow

__all__ = ["Progress", "export_all", "import_all"]

#: Called with how many rows are done, and of how many.
Progress = Callable[[int, int], None]

_BATCH: Final = 500
_LEVEL: Final = 6

#: What the rows of a table have to be; one row may be several of our values.
_SHAPES: Final[dict[str, tuple[type[msgspec.Struct], ...]]] = {
    "people": (Person,),
    "tables": (TableRow, Summary),
    "seats": (Seating,),
    "acts": (Event,),
    "pads": (PadRow,),
    "passes": (AccessTokenRow,),
}


async def export_all(address: str, sink: IO[bytes], progress: Progress) -> int:
    """Write a database as of one moment; how many rows that is."""
    database = await Database.open(address)
    try:
        with _stopping(progress) as told:
            return await database.read(_write_file, sink, told)
    finally:
        await database.close()


async def import_all(address: str, source: IO[bytes], progress: Progress) -> int:
    """Read a file into an empty database: all of it or nothing; how many rows that is. Raises `BackupRefused`."""
    backup = Backup(source)
    if backup.header.revision != revisions()[0]:
        with tempfile.TemporaryDirectory(prefix="shoal-") as folder:
            lifted = Path(folder) / "lifted"
            await _lift(backup, Path(folder) / "old.db", lifted)
            with lifted.open("rb") as file:
                return await import_all(address, file, progress)
    database = await Database.open(address)
    try:
        with _stopping(progress) as told:
            return await database.write(_fill, backup, told)
    finally:
        await database.close()


async def _lift(backup: Backup, scratch: Path, lifted: Path) -> None:
    """Lay an older file out in a database of its time, bring that up to date, and write it to a new file."""
    way = sqlite.writer(str(scratch))
    try:
        await way.run(lambda link: upgrade(link, backup.header.revision))
        await way.run(lambda link: _insert(link, _reflected(link), backup, _silent))
    finally:
        await way.close()
    with lifted.open("wb") as file:
        await export_all(f"sqlite:///{scratch}", file, _silent)


def _silent(_done: int, _total: int) -> None:
    """Nobody is told."""


class _GivenUp(Exception):
    """Whoever wanted the file has left."""


@contextmanager
def _stopping(progress: Progress) -> Iterator[Progress]:
    """The same progress, which stops a job in a thread once nobody waits for it any more."""
    left = threading.Event()

    def stopping(done: int, total: int) -> None:
        if left.is_set():
            raise _GivenUp
        progress(done, total)

    try:
        yield stopping
    finally:
        left.set()


def _reflected(link: Connection) -> dict[str, Table]:
    """The tables that are there, with the types that the database itself knows, in the order of their references."""
    found = MetaData()
    found.reflect(link)
    return {str(table.name): table for table in found.sorted_tables if table.name != "alembic_version"}


def _ours(link: Connection) -> dict[str, Table]:
    """The same for a database that is up to date; others may have tables beside ours in it."""
    return {name: table for name, table in _reflected(link).items() if name in schema.metadata.tables}


def _named(row: "Row[*tuple[Any, ...]]") -> dict[str, object]:
    """A row by the names of its columns, which SQLAlchemy gives as a kind of text of its own."""
    return {str(name): value for name, value in row._mapping.items()}


def _count(link: Connection, table: Table) -> int:
    return link.execute(select(func.count()).select_from(table)).scalar_one()


def _write_file(link: Connection, sink: IO[bytes], progress: Progress) -> int:
    tables = _ours(link)
    counts = {
        name: link.execute(select(func.count()).select_from(table)).scalar_one() for name, table in tables.items()
    }
    total = sum(counts.values())
    digest = sha256()
    done = 0
    with gzip.GzipFile(filename="", fileobj=sink, mode="wb", compresslevel=_LEVEL) as file:

        def write(value: object) -> None:
            line = msgspec.json.encode(value) + b"\n"
            digest.update(line)
            file.write(line)

        made_at = time.time_ns() // 1_000_000
        write(Header(format=FORMAT, version=VERSION, revision=revisions()[0], made_at=made_at, rows=counts))
        for name, table in tables.items():
            query = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=_BATCH)
            for batch in link.execute(query).partitions():
                for row in batch:
                    write((name, _named(row)))
                done += len(batch)
                progress(done, total)
        write(End(end=counts, sha256=digest.hexdigest()))
    return done


def _fill(link: Connection, backup: Backup, progress: Progress) -> int:
    """What is done in the one transaction of an import."""
    tables = _ours(link)
    for table in tables.values():
        if link.execute(select(1).select_from(table).limit(1)).first() is not None:
            raise BackupRefused(msg("the database is not empty: import into a new one"))
    done = _insert(link, tables, backup, progress)
    _check_kept(link)
    return done


def _insert(link: Connection, tables: dict[str, Table], backup: Backup, progress: Progress) -> int:
    total = sum(backup.header.rows.values())
    done = 0
    try:
        for name, rows in checked_rows(backup, tables, _BATCH):
            link.execute(insert(tables[name]), rows)
            done += len(rows)
            progress(done, total)
    except IntegrityError as error:
        raise BackupRefused(msg("two rows are the same, or one belongs to nothing")) from error
    return done


def _check_kept(link: Connection) -> None:
    """Whether the server will be able to read it all, and every log is whole."""
    for table in schema.metadata.sorted_tables:
        found = link.execute(select(table).execution_options(yield_per=_BATCH))
        try:
            for row in found:
                for shape in _SHAPES.get(table.name, ()):
                    msgspec.convert(_named(row), shape)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            reason = msg("a row of {table} makes no sense: {reason}", table=table.name, reason=str(error))
            raise BackupRefused(reason) from error
    tables, acts = schema.tables, schema.acts
    logs: Any = (
        select(tables.c.id)
        .outerjoin(acts, acts.c.table_id == tables.c.id)
        .group_by(tables.c.id, tables.c.last_act)
        .having(
            or_(
                func.count(acts.c.number) != tables.c.last_act,
                func.coalesce(func.max(acts.c.number), 0) != tables.c.last_act,
                func.coalesce(func.min(acts.c.number), 1) != 1,
            )
        )
        .limit(1)
    )
    broken = link.execute(logs).scalar_one_or_none()
    if broken is not None:
        raise BackupRefused(msg("acts are missing in the log of table {table}", table=broken))
