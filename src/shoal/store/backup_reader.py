"""Reads backup files from untrusted sources: an import ends with all rows, or with an error that says why not.

The file is JSON lines in gzip: a header, a line for each row, and a trailer with the row counts and the SHA-256 of all
lines before it. Each row is checked against the columns of its table.
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
from sqlalchemy import Text as TextColumn

from shoal.core import ShoalError, Text, msg
from shoal.core.errors import shorten
from shoal.store.migrate import revisions

__all__ = ["FORMAT", "VERSION", "BackupHeader", "BackupReader", "BackupRefused", "BackupTrailer", "read_batches"]

FORMAT: Final = "shoal-backup"
VERSION: Final = 1

#: Longer than any real row, since requests are much smaller; it bounds the memory that a hostile file can take.
_MAX_LINE_BYTES: Final = 16 * 1024 * 1024


class BackupRefused(ShoalError):
    """The file cannot be imported; nothing of it was stored."""


class BackupHeader(msgspec.Struct, forbid_unknown_fields=True):
    """The first line. `revision` is the database's, `rows` the number of rows of each table."""

    format: str
    version: int
    revision: str
    made_at: int
    rows: dict[str, int]


class BackupTrailer(msgspec.Struct, forbid_unknown_fields=True):
    """The last line: the counts again, and the checksum."""

    end: dict[str, int]
    sha256: str


class BackupReader:
    """A backup file; its header is read at once, its rows on demand."""

    def __init__(self, source: IO[bytes]) -> None:
        self._file = gzip.GzipFile(fileobj=source, mode="rb")
        self._digest = sha256()
        self.line_number = 0
        try:
            self.header = msgspec.json.decode(self._next_line(), type=BackupHeader)
        except msgspec.DecodeError as error:
            raise _not_a_backup() from error
        if self.header.format != FORMAT:
            raise _not_a_backup()
        if self.header.version != VERSION or self.header.revision not in revisions():
            raise BackupRefused(msg("the file was made by a newer version of Shoal"))
        if min(self.header.rows.values(), default=0) < 0:
            raise _not_a_backup()

    def rows(self) -> Iterator[tuple[str, dict[str, object]]]:
        """The rows in order; the checksum is checked after the last one."""
        counts = dict.fromkeys(self.header.rows, 0)
        while True:
            digest_so_far = self._digest.hexdigest()
            line = self._next_line()
            if line.startswith(b'{"end"'):
                break
            try:
                name, row = msgspec.json.decode(line, type=tuple[str, dict[str, object]])
            except msgspec.DecodeError as error:
                raise self.refusal(msg("this is not a row")) from error
            if name not in counts:
                raise self.refusal(msg("there is no table {table}", table=shorten(name)))
            counts[name] += 1
            yield name, row
        try:
            trailer = msgspec.json.decode(line, type=BackupTrailer)
        except msgspec.DecodeError as error:
            raise self.refusal(msg("this is not a row")) from error
        if self._read_line(1):
            raise self.refusal(msg("there is more after the end"))
        if trailer.sha256 != digest_so_far or trailer.end != counts or self.header.rows != counts:
            raise BackupRefused(msg("the file is damaged: its checksum is wrong"))

    def refusal(self, reason: Text) -> BackupRefused:
        """An error about the line that was read last."""
        return BackupRefused(msg("the file is damaged in line {line}: {reason}", line=self.line_number, reason=reason))

    def _next_line(self) -> bytes:
        line = self._read_line(_MAX_LINE_BYTES)
        self.line_number += 1
        if not line.endswith(b"\n"):
            if self.line_number == 1:
                raise _not_a_backup()
            raise BackupRefused(
                msg("the file breaks off in line {line}, or the line is too long", line=self.line_number)
            )
        self._digest.update(line)
        return line

    def _read_line(self, limit: int) -> bytes:
        try:
            return self._file.readline(limit)
        except (OSError, EOFError, zlib.error) as error:
            if self.line_number == 0:
                raise _not_a_backup() from error
            raise BackupRefused(msg("the file breaks off after line {line}", line=self.line_number)) from error


def _not_a_backup() -> BackupRefused:
    return BackupRefused(msg("this is not a file that `shoal export` wrote"))


def read_batches(
    backup: BackupReader, tables: Mapping[str, Table], size: int
) -> Iterator[tuple[str, list[dict[str, object]]]]:
    """The rows in batches of up to `size`, each of one table, checked and ready to insert."""
    parsers = {
        name: {column.name: _column_parser(column) for column in table.columns} for name, table in tables.items()
    }
    batch: list[dict[str, object]] = []
    batch_table = ""
    for name, row in backup.rows():
        if name not in parsers:
            raise backup.refusal(msg("there is no table {table}", table=shorten(name)))
        if batch and (name != batch_table or len(batch) >= size):
            yield batch_table, batch
            batch = []
        batch_table = name
        batch.append(_parse_row(backup, row, parsers[name]))
    if batch:
        yield batch_table, batch


_Parser = Callable[[object], object]


def _parse_row(backup: BackupReader, row: dict[str, object], parsers: Mapping[str, _Parser]) -> dict[str, object]:
    if row.keys() != parsers.keys():
        raise backup.refusal(msg("the columns are not those of the table"))
    try:
        return {name: parse(row[name]) for name, parse in parsers.items()}
    except ValueError as error:
        raise backup.refusal(msg("the value of {column} does not fit", column=str(error))) from error


def _column_parser(column: "Column[object]") -> _Parser:
    """A function from a value in the file to one for this column; it raises `ValueError`."""
    kind = column.type
    parse = _PARSERS[next(known for known in _PARSERS if isinstance(kind, known))]

    def parse_value(value: object) -> object:
        if value is None and column.nullable:
            return None
        try:
            return parse(value)
        except (ValueError, binascii.Error):
            raise ValueError(column.name) from None

    return parse_value


def _integer(value: object, bits: int) -> int:
    if type(value) is not int or not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise ValueError(value)
    return value


def _text(value: object) -> str:
    # PostgreSQL cannot store zero bytes.
    if not isinstance(value, str) or "\0" in value:
        raise ValueError(value)
    return value


def _boolean(value: object) -> bool:
    if value is True or value is False:
        return value
    raise ValueError(value)


def _bytes(value: object) -> bytes:
    return b64decode(_text(value), validate=True)


#: Subclasses first: SQLAlchemy's BigInteger is an Integer.
_PARSERS: Final[Mapping[type, _Parser]] = {
    BigInteger: lambda value: _integer(value, 64),
    Integer: lambda value: _integer(value, 32),
    Boolean: _boolean,
    LargeBinary: _bytes,
    TextColumn: _text,
}
