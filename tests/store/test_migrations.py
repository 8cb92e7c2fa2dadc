"""A database of an older version is migrated, and nothing in it is lost."""

import asyncio
import sqlite3
from pathlib import Path

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from msgspec.structs import replace
from sqlalchemy import Connection, NullPool, create_engine
from sqlalchemy.ext.asyncio import create_async_engine

from shoal.store import Store, StoredTable, StoreUnavailable
from shoal.store.schema import metadata
from tests.store.samples import ANNA, SEATS, command_line, pad, step_event, summary, table_row

pytestmark = pytest.mark.anyio

HERE = Path(__file__).parent


async def run_sql(url: str, script: str) -> None:
    """Run statements on a database without the store."""
    if url.startswith("postgresql"):
        connection = await asyncpg.connect(url)
        await connection.execute(script)
        await connection.close()
        return
    path = Path(url.removeprefix("sqlite:///"))
    path.parent.mkdir(exist_ok=True)
    file = sqlite3.connect(path)
    file.executescript(script)
    file.close()


async def make_first_revision(url: str) -> None:
    """Create a database as the first version left it."""
    kind, _, _ = url.partition(":")
    await run_sql(url, (HERE / f"revision1.{kind}.sql").read_text(encoding="utf-8"))


async def differences(url: str) -> list[object]:
    """Where a database and the schema differ."""

    def found(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    if url.startswith("sqlite"):
        with create_engine(url, poolclass=NullPool).connect() as file:
            return found(file)
    engine = create_async_engine("postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url))
    async with engine.connect() as connection:
        found_there = await connection.run_sync(found)
    await engine.dispose()
    return found_there


async def test_a_database_of_the_first_revision_is_upgraded_with_all_it_holds(url: str) -> None:
    await make_first_revision(url)
    store = await Store.open(url)
    events = tuple(step_event(number, f"k{number}") for number in (1, 2, 3))
    # An older table is due at once: the first server that looks at it finds out what it waits for.
    due = replace(summary(3), due_at=summary(3).changed_at)
    assert await store.table("t1") == StoredTable(table_row(), SEATS, events, due)
    anna = await store.person("anna")
    assert anna is not None
    # When she was last here is not known, so the time until she is forgotten begins with the migration.
    assert anna.seen_at > ANNA.made_at
    assert replace(anna, seen_at=ANNA.seen_at) == ANNA
    await store.append("t1", step_event(4), summary(4))
    await store.create_pad(pad())
    assert await store.pads_of("anna") == [pad()]
    await store.close()


async def test_the_migrations_end_at_the_schema(url: str) -> None:
    await (await Store.open(url)).close()
    assert await differences(url) == []


async def test_the_migrations_of_an_older_database_end_there_too(url: str) -> None:
    await make_first_revision(url)
    assert await differences(url) != []
    await (await Store.open(url)).close()
    assert await differences(url) == []


async def test_a_rebuilt_table_keeps_its_layout(sqlite_url: str) -> None:
    """SQLite changes few things in place; a table that is rebuilt for them must keep its layout."""
    await make_first_revision(sqlite_url)
    await (await Store.open(sqlite_url)).close()
    file = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))
    layouts = dict(file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    file.close()
    for table in metadata.sorted_tables:
        without = not table.dialect_options["sqlite"]["with_rowid"]
        assert ("WITHOUT ROWID" in layouts[table.name]) is without, table.name


async def test_opening_again_changes_nothing(url: str) -> None:
    for expected in ([], [pad()]):
        store = await Store.open(url)
        assert await store.pads_of("anna") == expected
        if not expected:
            await store.create_pad(pad())
        await store.close()


async def test_a_database_of_a_newer_version_is_left_alone(url: str) -> None:
    await (await Store.open(url)).close()
    await run_sql(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreUnavailable, match="newer version"):
        await Store.open(url)


async def test_a_migration_that_fails_leaves_nothing_behind(url: str) -> None:
    """The second revision finds its table already there; then the first must not remain either."""
    await run_sql(url, "CREATE TABLE pads (id TEXT)")
    with pytest.raises(StoreUnavailable, match="already exists"):
        await Store.open(url)
    await run_sql(url, "DROP TABLE pads; CREATE TABLE people (id TEXT); DROP TABLE people")
    await (await Store.open(url)).close()


async def test_tasks_that_open_a_new_database_at_once_all_succeed(url: str) -> None:
    stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
    for store in stores:
        await store.ping()
        await store.close()


async def test_processes_that_open_a_new_database_at_once_all_succeed(url: str) -> None:
    pipe = asyncio.subprocess.PIPE
    openers = [
        await asyncio.create_subprocess_exec(*command_line("open", url), stdin=pipe, stdout=pipe, stderr=pipe)
        for _ in range(4)
    ]
    for opener in openers:
        assert opener.stdout is not None
        assert await opener.stdout.readline() == b"ready\n"
    outcomes = await asyncio.gather(*(opener.communicate(b"go\n") for opener in openers))
    for opener, (said, complaint) in zip(openers, outcomes, strict=True):
        assert (opener.returncode, said) == (0, b"opened\n"), complaint.decode()
