"""Brings a database to the newest revision, once, however many processes open it at the same moment."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from shoal.core import msg
from shoal.store.errors import StoreAway

__all__ = ["migrate", "revisions", "upgrade"]

_SCRIPTS: Final = Path(__file__).parent / "migrations"

#: How to be alone until the end of a transaction of PostgreSQL; one that writes to SQLite is from the start. The number
#: is any, as long as every Shoal takes the same.
_ALONE: Final = "SELECT pg_advisory_xact_lock(5408161)"

#: Alembic keeps what it is doing in module variables, so one process migrates one database at a time.
_ALEMBIC: Final = threading.Lock()
_LOOK_AGAIN_AFTER: Final = 0.01


async def migrate(run: Callable[[Callable[[Connection], None]], Awaitable[None]]) -> None:
    """Run what is missing, in one transaction that other processes wait for; `run` runs a transaction."""
    # Looked at again and again, because a lock of asyncio belongs to one event loop, and there may be several.
    while not _ALEMBIC.acquire(blocking=False):
        await asyncio.sleep(_LOOK_AGAIN_AFTER)
    try:
        await run(upgrade)
    except CommandError as error:
        raise StoreAway(msg("the database was made by a newer version of Shoal")) from error
    finally:
        _ALEMBIC.release()


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run what is missing up to a revision, alone."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(_ALONE)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def revisions() -> list[str]:
    """All revisions, the newest first."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()]


def _config() -> Config:
    config = Config()
    # Alembic fills in `%(names)s`, so a percent sign in a folder's name has to be doubled.
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    return config
