"""The file of a tournament: its settings on the first line, then one finished game a line, each a JSON object.

Lines are only ever appended, each with one write, so that a crash can leave at most the last line cut short.
That line is removed when the file is opened again, and the tournament goes on where it stopped. While one
process has the file open, others are refused: two tournaments would write into each other's lines.
"""

from pathlib import Path
from types import TracebackType
from typing import IO, Final, Literal, Self, TypeVar

import msgspec

from shoal.arena.file_lock import try_lock
from shoal.arena.match import PlayedGame
from shoal.arena.pairing import MatchSettings
from shoal.core import SaveError, msg
from shoal.core.errors import shorten

__all__ = ["ResultsFile", "read_results"]

_Line = TypeVar("_Line")
#: How the first line begins; a file that begins otherwise is not truncated.
_BEGINNING: Final = b'{"format":"shoal-arena/1",'


class _ResultsHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line; the file calls the settings `terms`."""

    format: Literal["shoal-arena/1"]
    terms: MatchSettings


class ResultsFile:
    """Finished games, in a file or, without a path, in memory."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._file: IO[bytes] | None = None
        self.settings: MatchSettings | None = None
        self.entries: dict[int, PlayedGame] = {}
        if path is not None:
            try:
                self._open(path)
            except SaveError:
                self._close()
                raise
            except OSError as error:
                self._close()
                raise SaveError(
                    msg("cannot open {path}: {reason}", path=path, reason=error.strerror or str(error))
                ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()

    def begin(self, settings: MatchSettings) -> None:
        """Write the settings, or check that the games in the file were played under the same ones."""
        if self.settings is None:
            self.settings = settings
            self._write(msgspec.json.encode(_ResultsHeader("shoal-arena/1", settings)))
            return
        for field in MatchSettings.__struct_fields__:
            there, wanted = getattr(self.settings, field), getattr(settings, field)
            if there != wanted:
                raise SaveError(
                    msg(
                        "{path} holds another tournament: {field} is {there}, not {wanted}",
                        path=self._path,
                        field=field,
                        there=shorten(there),
                        wanted=shorten(wanted),
                    )
                )

    def add(self, entry: PlayedGame) -> None:
        """Append a finished game."""
        self.entries[entry.number] = entry
        self._write(msgspec.json.encode(entry))

    def _write(self, line: bytes) -> None:
        if self._file is None:
            return
        try:
            rest = memoryview(line + b"\n")
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise SaveError(
                msg("cannot write {path}: {reason}", path=self._path, reason=error.strerror or str(error))
            ) from None

    def _open(self, path: Path) -> None:
        # Unbuffered, so that a line is one call to the system.
        self._file = path.open("ab", buffering=0)
        # Before anything is read: a line that another tournament is just writing would look cut short.
        if not try_lock(self._file):
            raise SaveError(msg("{path} is in use: another tournament is writing to it", path=path))
        whole = 0
        with path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.endswith(b"\n") and (number > 1 or _BEGINNING.startswith(line[: len(_BEGINNING)])):
                    break
                self._read(line, number)
                whole += len(line)
        self._file.truncate(whole)

    def _read(self, line: bytes, number: int) -> None:
        if number == 1:
            self.settings = _decode(line, _ResultsHeader, self._path, number).terms
            return
        entry = _decode(line, PlayedGame, self._path, number)
        self.entries[entry.number] = entry


def read_results(path: Path) -> tuple[MatchSettings, list[PlayedGame]]:
    """The settings and the games of a file, which stays as it is, even while a tournament writes to it."""
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except OSError as error:
        raise SaveError(msg("cannot open {path}: {reason}", path=path, reason=error.strerror or str(error))) from None
    settings = _decode(lines[0] if lines else b"", _ResultsHeader, path, 1).terms
    games = [_decode(line, PlayedGame, path, number) for number, line in enumerate(lines[1:], start=2)]
    return settings, list({game.number: game for game in games}.values())


def _decode(line: bytes, kind: type[_Line], path: Path | None, number: int) -> _Line:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise SaveError(
            msg("{path} is no file of the arena: line {number}: {reason}", path=path, number=number, reason=str(error))
        ) from None
