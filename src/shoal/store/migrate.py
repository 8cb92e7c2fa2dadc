"""Migrates a database to the newest revision, once, however many processes open it at the same moment."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from shoal.core import msg
from shoal.store.errors import StoreUnavailable

__all__ = ["is_migrated", "migrate", "revisions", "upgrade"]

_SCRIPTS: Final = Path(__file__).parent / "migrations"

#: An advisory lock until the end of the transaction, for PostgreSQL; SQLite's write lock does the same. The number is
#: arbitrary, but every version of Shoal must use the same.
_ADVISORY_LOCK: Final = "SELECT pg_advisory_xact_lock(5408161)"

#: Alembic keeps its state in module variables, so one process migrates one database at a time.
_ALEMBIC_LOCK: Final = threading.Lock()
_POLL_SECONDS: Final = 0.01


async def migrate(run: Callable[[Callable[[Connection], None]], Awaitable[None]]) -> None:
    """Run the missing migrations in one transaction, which other processes wait for; `run` runs a transaction."""
    # Polled, because a lock of asyncio belongs to one event loop, and there may be several.
    while not _ALEMBIC_LOCK.acquire(blocking=False):
        await asyncio.sleep(_POLL_SECONDS)
    try:
        await run(upgrade)
    except CommandError as error:
        raise StoreUnavailable(msg("the database was made by a newer version of Shoal")) from error
    finally:
        _ALEMBIC_LOCK.release()


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the missing migrations up to a revision, while no other process does."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(_ADVISORY_LOCK)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def is_migrated(connection: Connection) -> bool:
    """Whether the database is at the newest revision."""
    return MigrationContext.configure(connection).get_current_revision() == revisions()[0]


def revisions() -> list[str]:
    """All revisions, the newest first."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]


def _config() -> Config:
    config = Config()
    # Alembic substitutes `%(names)s`, so a percent sign in a folder's name must be doubled.
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    return config
