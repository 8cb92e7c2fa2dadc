"""A backup file, read with suspicion: whatever is in it, an import ends with all rows or with a clear refusal.

The file is JSON lines in gzip: a header, one line a row, and an end with the counts and the SHA-256 of all
lines before it. Rows are checked against the columns of the tables they are for.
"""

import binascii
import gzip
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import IO, Final

import msgspec
from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, Table
from sqlalchemy import Text as Letters

from shoal.core import ShoalError, Text, msg
from shoal.core.errors import shorten
from shoal.store.migrate import revisions

__all__ = ["FORMAT", "VERSION", "Backup", "BackupRefused", "End", "Header", "checked_rows"]

FORMAT: Final = "shoal-backup"
VERSION: Final = 1

#: Longer than any row can be: what people send is a good deal smaller, and memory is to stay bounded.
_LONGEST_LINE: Final = 16 * 1024 * 1024


class BackupRefused(ShoalError):
    """A file that is not imported; nothing of it was kept."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first line. `revision` is the layout of the database, `rows` how many there are of each table."""

    format: str
    version: int
    revision: str
    made_at: int
    rows: dict[str, int]


class End(msgspec.Struct, forbid_unknown_fields=True):
    """The last line."""

    end: dict[str, int]
    sha256: str


class Backup:
    """A file of which the header has been read."""

    def __init__(self, source: IO[bytes]) -> None:
        self._file = gzip.GzipFile(fileobj=source, mode="rb")
        self._digest = sha256()
        self.line = 0
        try:
            self.header = msgspec.json.decode(self._next(), type=Header)
        except msgspec.DecodeError as error:
            raise _no_backup() from error
        if self.header.format != FORMAT:
            raise _no_backup()
        if self.header.version != VERSION or self.header.revision not in revisions():
            raise BackupRefused(msg("the file was made by a newer version of Shoal"))
        if min(self.header.rows.values(), default=0) < 0:
            raise _no_backup()

    def rows(self) -> Iterator[tuple[str, dict[str, object]]]:
        """The rows as they come; at the end, it is certain that none is missing or changed."""
        counts = dict.fromkeys(self.header.rows, 0)
        while True:
            before = self._digest.hexdigest()
            line = self._next()
            if line.startswith(b'{"end"'):
                break
            try:
                name, row = msgspec.json.decode(line, type=tuple[str, dict[str, object]])
            except msgspec.DecodeError as error:
                raise self.refusal(msg("this is no row")) from error
            if name not in counts:
                raise self.refusal(msg("there is no table {table}", table=shorten(name)))
            counts[name] += 1
            yield name, row
        try:
            end = msgspec.json.decode(line, type=End)
        except msgspec.DecodeError as error:
            raise self.refusal(msg("this is no row")) from error
        if self._read(1):
            raise self.refusal(msg("something follows the end"))
        if end.sha256 != before or end.end != counts or self.header.rows != counts:
            raise BackupRefused(msg("the file is damaged: its checksum is wrong"))

    def refusal(self, reason: Text) -> BackupRefused:
        """Why the line that was read last is not taken."""
        return BackupRefused(msg("the file is damaged in line {line}: {reason}", line=self.line, reason=reason))

    def _next(self) -> bytes:
        line = self._read(_LONGEST_LINE)
        self.line += 1
        if not line.endswith(b"\n"):
            if self.line == 1:
                raise _no_backup()
            raise BackupRefused(msg("the file breaks off in line {line}, or that is too long", line=self.line))
        self._digest.update(line)
        return line

    def _read(self, limit: int) -> bytes:
        try:
            return self._file.readline(limit)
        except (OSError, EOFError, zlib.error) as error:
            if self.line == 0:
                raise _no_backup() from error
            raise BackupRefused(msg("the file breaks off after line {line}", line=self.line)) from error


def _no_backup() -> BackupRefused:
    return BackupRefused(msg("this is not a file that `shoal export` wrote"))


def checked_rows(
    backup: Backup, tables: Mapping[str, Table], size: int
) -> Iterator[tuple[str, list[dict[str, object]]]]:
    """The rows in batches of one table each, fit to be inserted."""
    readers = {name: {column.name: _reader(column) for column in table.columns} for name, table in tables.items()}
    batch: list[dict[str, object]] = []
    of = ""
    for name, row in backup.rows():
        if name not in readers:
            raise backup.refusal(msg("there is no table {table}", table=shorten(name)))
        if batch and (name != of or len(batch) >= size):
            yield of, batch
            batch = []
        of = name
        batch.append(_checked(backup, row, readers[name]))
    if batch:
        yield of, batch


_Reader = Callable[[object], object]


def _checked(backup: Backup, row: dict[str, object], readers: Mapping[str, _Reader]) -> dict[str, object]:
    if row.keys() != readers.keys():
        raise backup.refusal(msg("the columns are not those of the table"))
    try:
        return {name: read(row[name]) for name, read in readers.items()}
    except ValueError as error:
        raise backup.refusal(msg("the value of {column} does not fit", column=str(error))) from error


def _reader(column: "Column[object]") -> _Reader:
    """What turns a value of a file into one for this column; it raises `ValueError`."""
    kind = column.type
    read = _READERS[next(known for known in _READERS if isinstance(kind, known))]

    def read_column(value: object) -> object:
        if value is None and column.nullable:
            return None
        try:
            return read(value)
        except (ValueError, binascii.Error):
            raise ValueError(column.name) from None

    return read_column


def _whole(value: object, bits: int) -> int:
    if type(value) is not int or not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise ValueError(value)
    return value


def _text(value: object) -> str:
    # PostgreSQL keeps no zero bytes.
    if not isinstance(value, str) or "\0" in value:
        raise ValueError(value)
    return value


def _truth(value: object) -> bool:
    if value is True or value is False:
        return value
    raise ValueError(value)


def _bytes(value: object) -> bytes:
    return b64decode(_text(value), validate=True)


#: The narrower kinds first: a large integer is an integer too.
_READERS: Final[Mapping[type, _Reader]] = {
    BigInteger: lambda value: _whole(value, 64),
    Integer: lambda value: _whole(value, 32),
    Boolean: _truth,
    LargeBinary: _bytes,
    Letters: _text,
}
