"""Export everything in a database to one file, and import it: docs/deployment.md describes the file.

The file holds rows as they are in the database. So an older file is imported into a database of its own revision, which
the same migrations as ever bring up to date. `backup_reader.py` reads the file.
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
from sqlalchemy import Connection, MetaData, Row, Table, delete, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from shoal.core import msg
from shoal.store import schema, sqlite
from shoal.store.backup_reader import (
    FORMAT,
    VERSION,
    BackupHeader,
    BackupReader,
    BackupRefused,
    BackupTrailer,
    read_batches,
)
from shoal.store.database import Database
from shoal.store.heartbeat import SERVER
from shoal.store.migrate import revisions, upgrade
from shoal.store.models import (
    AccessTokenRow,
    DesignRow,
    Event,
    PadRow,
    Person,
    PuzzleProgressRow,
    ReviewRow,
    Seating,
    TableRow,
    TableSummary,
)

__all__ = ["Progress", "export_all", "import_all"]

#: Called with the number of rows that are done, and the number of all rows.
Progress = Callable[[int, int], None]

_BATCH_SIZE: Final = 500
_COMPRESSION_LEVEL: Final = 6

#: The structs that a table's rows must convert to; one row may fill several.
_STRUCTS: Final[dict[str, tuple[type[msgspec.Struct], ...]]] = {
    "people": (Person,),
    "tables": (TableRow, TableSummary),
    "seats": (Seating,),
    "acts": (Event,),
    "reviews": (ReviewRow,),
    "pads": (PadRow,),
    "designs": (DesignRow,),
    "puzzle_progress": (PuzzleProgressRow,),
    "passes": (AccessTokenRow,),
}


async def export_all(address: str, sink: IO[bytes], progress: Progress) -> int:
    """Write a database as of one moment; the number of rows."""
    database = await Database.open(address)
    try:
        with _stop_when_abandoned(progress) as report:
            return await database.read(_export_rows, sink, report)
    finally:
        await database.close()


async def import_all(address: str, source: IO[bytes], progress: Progress) -> int:
    """Read a file into an empty database, all of it or nothing; the number of rows. Raises `BackupRefused`."""
    backup = BackupReader(source)
    if backup.header.revision != revisions()[0]:
        with tempfile.TemporaryDirectory(prefix="shoal-") as folder:
            migrated = Path(folder) / "migrated"
            await _migrate_backup(backup, Path(folder) / "old.db", migrated)
            with migrated.open("rb") as file:
                return await import_all(address, file, progress)
    database = await Database.open(address)
    try:
        with _stop_when_abandoned(progress) as report:
            return await database.write(_import_rows, backup, report)
    finally:
        await database.close()


async def _migrate_backup(backup: BackupReader, scratch: Path, migrated: Path) -> None:
    """Import an older file into a scratch database of its revision, migrate that, and export it to a new file."""
    writer = sqlite.open_writer(str(scratch))
    try:
        await writer.run(lambda connection: upgrade(connection, backup.header.revision))
        await writer.run(lambda connection: _insert(connection, _reflect(connection), backup, _silent))
    finally:
        await writer.close()
    with migrated.open("wb") as file:
        await export_all(f"sqlite:///{scratch}", file, _silent)


def _silent(_done: int, _total: int) -> None:
    """Report no progress."""


class _Abandoned(Exception):
    """The caller has given up."""


@contextmanager
def _stop_when_abandoned(progress: Progress) -> Iterator[Progress]:
    """The same progress callback, which also stops the transaction's thread once the caller has given up."""
    abandoned = threading.Event()

    def report(done: int, total: int) -> None:
        if abandoned.is_set():
            raise _Abandoned
        progress(done, total)

    try:
        yield report
    finally:
        abandoned.set()


def _reflect(connection: Connection) -> dict[str, Table]:
    """The tables of a database with the database's own column types, referenced tables first."""
    found = MetaData()
    found.reflect(connection)
    return {str(table.name): table for table in found.sorted_tables if table.name != "alembic_version"}


def _reflect_schema(connection: Connection) -> dict[str, Table]:
    """The same for an up-to-date database; tables that are not in our schema are left out."""
    return {name: table for name, table in _reflect(connection).items() if name in schema.metadata.tables}


def _row_dict(row: "Row[*tuple[Any, ...]]") -> dict[str, object]:
    """A row by column names, as plain `str` rather than SQLAlchemy's subclass."""
    return {str(name): value for name, value in row._mapping.items()}


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _export_rows(connection: Connection, sink: IO[bytes], progress: Progress) -> int:
    tables = _reflect_schema(connection)
    counts = {name: _count(connection, table) for name, table in tables.items()}
    total = sum(counts.values())
    digest = sha256()
    done = 0
    with gzip.GzipFile(filename="", fileobj=sink, mode="wb", compresslevel=_COMPRESSION_LEVEL) as file:

        def write_line(value: object) -> None:
            line = msgspec.json.encode(value) + b"\n"
            digest.update(line)
            file.write(line)

        made_at = time.time_ns() // 1_000_000
        write_line(BackupHeader(format=FORMAT, version=VERSION, revision=revisions()[0], made_at=made_at, rows=counts))
        for name, table in tables.items():
            query = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=_BATCH_SIZE)
            for batch in connection.execute(query).partitions():
                for row in batch:
                    write_line((name, _row_dict(row)))
                done += len(batch)
                progress(done, total)
        write_line(BackupTrailer(end=counts, sha256=digest.hexdigest()))
    return done


def _import_rows(connection: Connection, backup: BackupReader, progress: Progress) -> int:
    """The one transaction of an import."""
    tables = _reflect_schema(connection)
    # A database that has seen a server and nobody else is as good as empty.
    connection.execute(delete(schema.people).where(schema.people.c.id == SERVER))
    for table in tables.values():
        if connection.execute(select(1).select_from(table).limit(1)).first() is not None:
            raise BackupRefused(msg("the database is not empty: import into a new one"))
    done = _insert(connection, tables, backup, progress)
    _check_imported(connection)
    return done


def _insert(connection: Connection, tables: dict[str, Table], backup: BackupReader, progress: Progress) -> int:
    total = sum(backup.header.rows.values())
    done = 0
    try:
        for name, rows in read_batches(backup, tables, _BATCH_SIZE):
            connection.execute(insert(tables[name]), rows)
            done += len(rows)
            progress(done, total)
    except IntegrityError as error:
        raise BackupRefused(msg("two rows are the same, or one refers to a row that is missing")) from error
    return done


def _check_imported(connection: Connection) -> None:
    """Raise `BackupRefused` unless the server can read every row, and no event log has a gap."""
    for table in schema.metadata.sorted_tables:
        found = connection.execute(select(table).execution_options(yield_per=_BATCH_SIZE))
        try:
            for row in found:
                for struct in _STRUCTS.get(table.name, ()):
                    msgspec.convert(_row_dict(row), struct)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            reason = msg("a row of {table} is invalid: {reason}", table=table.name, reason=str(error))
            raise BackupRefused(reason) from error
    tables, events = schema.tables, schema.events
    logs: Any = (
        select(tables.c.id)
        .outerjoin(events, events.c.table_id == tables.c.id)
        .group_by(tables.c.id, tables.c.last_act)
        .having(
            or_(
                func.count(events.c.number) != tables.c.last_act,
                func.coalesce(func.max(events.c.number), 0) != tables.c.last_act,
                func.coalesce(func.min(events.c.number), 1) != 1,
            )
        )
        .limit(1)
    )
    broken = connection.execute(logs).scalar_one_or_none()
    if broken is not None:
        raise BackupRefused(msg("events are missing from the log of table {table}", table=broken))
