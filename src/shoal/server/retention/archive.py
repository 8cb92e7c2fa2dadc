"""The archive: what is about to be deleted is written to a file first, and is on the disk before it is deleted.

There is a file for each day, of JSON lines, as `shoal export` writes them: docs/deployment.md describes it.
"""

import os
import tempfile
from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from shoal.core import ShoalError, msg

__all__ = ["Archive", "ArchiveFailed"]

_FORMAT: Final = "shoal-archive"
_VERSION: Final = 1


class ArchiveFailed(ShoalError):
    """Nothing could be written to the archive, so nothing may be deleted."""

    def __init__(self, path: Path, error: OSError) -> None:
        reason = error.strerror or str(error)
        super().__init__(msg("cannot write the archive {path}: {reason}", path=path, reason=reason))


class Archive:
    """A folder with the rows that were deleted."""

    def __init__(self, folder: Path) -> None:
        """Have a folder that can be written to. Raises `ArchiveFailed`."""
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            raise ArchiveFailed(folder, error) from error

    def write(self, rows: Sequence[tuple[str, dict[str, object]]], at: int) -> None:
        """Append rows, and return when they are on the disk. Raises `ArchiveFailed`."""
        path = self._folder / f"deleted-{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d}.jsonl"
        header = {"format": _FORMAT, "version": _VERSION}
        try:
            # Like the database, it holds the seeds of games, so only its owner may read it.
            file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                lines = [] if os.fstat(file).st_size else [msgspec.json.encode(header)]
                lines += [msgspec.json.encode((name, _plain(row))) for name, row in rows]
                _write_all(file, b"\n".join(lines) + b"\n")
                os.fsync(file)
            finally:
                os.close(file)
            self._sync_folder()
        except OSError as error:
            raise ArchiveFailed(path, error) from error

    def _sync_folder(self) -> None:
        """Have the name of a new file on the disk too, where a system knows such a thing."""
        if os.name == "posix":
            folder = os.open(self._folder, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _plain(row: dict[str, object]) -> dict[str, object]:
    return {name: b64encode(value).decode() if isinstance(value, bytes) else value for name, value in row.items()}


def _write_all(file: int, content: bytes) -> None:
    """Write all of it, or leave the file as it was."""
    size = os.fstat(file).st_size
    try:
        written = 0
        while written < len(content):
            written += os.write(file, content[written:])
    except OSError:
        os.ftruncate(file, size)
        raise
