"""Which database the commands use, and how to name it in messages."""

from pathlib import Path
from typing import Final

import platformdirs
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from shoal.core import OptionError, ShoalError, msg

__all__ = ["address_without_password", "data_folder", "database_address", "sqlite_file"]

_FILE: Final = msg("a file name, as in sqlite:////home/anna/shoal.db")


def data_folder() -> Path:
    """The folder in which this program keeps its files for the user."""
    folder = platformdirs.user_data_path("shoal")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ShoalError(
            msg("cannot write {path}: {reason}", path=folder, reason=error.strerror or str(error))
        ) from None
    return folder


def database_address(requested: str | None) -> str:
    """The address that was requested, or by default a file in the data folder."""
    address = requested or f"sqlite:///{data_folder() / 'shoal.db'}"
    if address.startswith("sqlite:") and sqlite_file(address) is None:
        # A database in memory would lose every game when the program ends.
        raise OptionError("database", address, _FILE)
    return address


def sqlite_file(address: str) -> Path | None:
    """The file of an SQLite database; None if the address names none."""
    try:
        url = make_url(address)
    except ArgumentError:
        return None
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def address_without_password(address: str) -> str:
    """The address for messages, without a password."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        return address.partition(":")[0]
    return f"{url.drivername}://{url.host or ''}/{url.database or ''}"
