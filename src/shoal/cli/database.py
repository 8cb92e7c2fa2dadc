"""Which database the commands mean, and what to call it."""

from pathlib import Path
from typing import Final

import platformdirs
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from shoal.core import OptionError, ShoalError, msg

__all__ = ["data_folder", "database_address", "shown", "sqlite_file"]

_FILE: Final = msg("the name of a file, as in sqlite:////home/anna/shoal.db")


def data_folder() -> Path:
    """The user's folder for what this program keeps."""
    folder = platformdirs.user_data_path("shoal")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ShoalError(
            msg("cannot write {path}: {reason}", path=folder, reason=error.strerror or str(error))
        ) from None
    return folder


def database_address(wished: str | None) -> str:
    """The database asked for, otherwise the one in the user's folder."""
    address = wished or f"sqlite:///{data_folder() / 'shoal.db'}"
    if address.startswith("sqlite:") and sqlite_file(address) is None:
        # A database in memory would lose every game at the end.
        raise OptionError("database", address, _FILE)
    return address


def sqlite_file(address: str) -> Path | None:
    """The file of an SQLite database; None where there is none."""
    try:
        url = make_url(address)
    except ArgumentError:
        return None
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def shown(address: str) -> str:
    """The address without the password that may be in it."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        return address.partition(":")[0]
    return f"{url.drivername}://{url.host or ''}/{url.database or ''}"
