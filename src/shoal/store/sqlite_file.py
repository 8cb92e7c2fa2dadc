"""The file of an SQLite database, and the lock by which one server has it to itself."""

import os
import sqlite3
import struct
import sys
from pathlib import Path
from typing import Final

from shoal.core import msg
from shoal.store.errors import StoreUnavailable

if sys.platform == "linux":
    import fcntl

__all__ = ["SqliteFile", "served_by_another"]

#: A byte of the page that SQLite sets aside for its own locks, and after those: it holds no data.
_LOCK_BYTE: Final = 0x4000_0000 + 1024


class SqliteFile:
    """A database file that is open for as long as there are connections to it.

    On Linux, closing it earlier would drop the locks of SQLite's own connections.
    """

    def __init__(self, path: Path) -> None:
        """Create the folder and the file; only its owner may read it, because it holds the seeds of running games.

        A file with hard links is refused: SQLite keeps what was written last beside one name, and would not find it by
        another. Raises `StoreUnavailable`.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise StoreUnavailable(f"{error.strerror}: {path}") from error
        if os.fstat(self._file).st_nlink > 1:
            os.close(self._file)
            raise StoreUnavailable(msg("{path} has a second name (a hard link): remove one of the two", path=path))
        # One name for a file that is reached through links: SQLite looks for what was written last under this name.
        self.path: Final = Path(os.path.realpath(path))
        self._name_lock: sqlite3.Connection | None = None

    @property
    def is_served(self) -> bool:
        """Whether a server has locked the file; where only a name can be locked, it seems free."""
        if sys.platform != "linux":
            return False
        found = fcntl.fcntl(self._file, fcntl.F_OFD_GETLK, _byte_lock(fcntl.F_WRLCK))
        return found != _byte_lock(fcntl.F_UNLCK)

    def lock(self) -> None:
        """Reserve the file for this server until it unlocks it or ends, however it ends. Raises `StoreUnavailable`."""
        try:
            self._lock_file()
            self._lock_name()
        except BaseException:
            self.unlock()
            raise

    def _lock_file(self) -> None:
        """Lock the file itself, where the system can without getting in the way of SQLite's locks.

        It also finds a server that reached the file in another way, such as a mount.
        """
        if sys.platform == "linux":
            try:
                fcntl.fcntl(self._file, fcntl.F_OFD_SETLK, _byte_lock(fcntl.F_WRLCK))
            except BlockingIOError as error:
                raise served_by_another() from error
            except OSError as error:
                raise StoreUnavailable(str(error)) from error

    def _lock_name(self) -> None:
        """Lock a file beside it: SQLite does that on every system alike."""
        try:
            self._name_lock = sqlite3.connect(self.path.with_name(f"{self.path.name}-server"), timeout=0)
            self._name_lock.isolation_level = None
            self._name_lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise served_by_another() from error
            raise StoreUnavailable(str(error)) from error

    def unlock(self) -> None:
        """Let another server have the file."""
        lock, self._name_lock = self._name_lock, None
        if lock is not None:
            lock.close()
        if sys.platform == "linux":
            fcntl.fcntl(self._file, fcntl.F_OFD_SETLK, _byte_lock(fcntl.F_UNLCK))

    def close(self) -> None:
        """Close the file, after the last connection to it."""
        os.close(self._file)


def _byte_lock(kind: int) -> bytes:
    """The `struct flock` that locks or unlocks our byte: kind, whence, start, length, process."""
    return struct.pack("hhqqi4x", kind, os.SEEK_SET, _LOCK_BYTE, 1, 0)


def served_by_another() -> StoreUnavailable:
    """The refusal of a file that another server has locked."""
    return StoreUnavailable(msg("another server uses this database; several at once need PostgreSQL"))
