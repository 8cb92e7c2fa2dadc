"""`shoal export` and `shoal import`: everything in a database as one file, and back."""

import asyncio
import contextlib
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from shoal.cli.database import data_folder, database_address, shown, sqlite_file
from shoal.cli.language import say
from shoal.core import ShoalError, msg, msgs
from shoal.store import StoreAway
from shoal.store.backup import Progress, export_all, import_all

__all__ = ["export_everything", "import_everything"]

_STANDARD: Final = "-"


def export_everything(file: str, database: str | None, *, force: bool) -> None:
    """Write a file: the whole of it, or none."""
    address = database_address(database)
    path = sqlite_file(address)
    if path is not None and not path.exists():
        raise ShoalError(msg("there is no database {path}", path=path))
    if file == _STANDARD and sys.stdout.isatty():
        raise ShoalError(msg("a backup is no reading matter: name a file, or send the output to one"))
    with _sink(file, force=force) as sink, _bar() as progress, _named(address):
        count = asyncio.run(export_all(address, sink, progress))
    _tell_count(count)
    if "SHOAL_SECRET" not in os.environ:
        secret = data_folder() / "secret"
        print(say(msg("Keep {path} as well: without it, people lose their seats.", path=secret)), file=sys.stderr)


def import_everything(file: str, database: str | None) -> None:
    """Read a file into an empty database: the whole of it, or nothing."""
    address = database_address(database)
    with _source(file) as source, _bar() as progress, _named(address):
        count = asyncio.run(import_all(address, source, progress))
    _tell_count(count)


def _tell_count(count: int) -> None:
    print(say(msgs("{count} row.", "{count} rows.", count)), file=sys.stderr)


@contextmanager
def _named(address: str) -> Iterator[None]:
    """Errors of the database say which one it is."""
    try:
        yield
    except StoreAway as error:
        raise ShoalError(msg("{database}: {reason}", database=shown(address), reason=error.text)) from error


@contextmanager
def _bar() -> Iterator[Progress]:
    """Shows how far it is to whoever sits at a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def _sink(file: str, *, force: bool) -> Iterator[IO[bytes]]:
    """Where to write. A file appears under its name when it is whole, and only its owner may read it."""
    if file == _STANDARD:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(file)
    if path.exists() and not force:
        raise ShoalError(msg("{path} is there already: --force writes over it", path=path))
    scratch = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(scratch, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as sink:
            yield sink
            sink.flush()
            os.fsync(sink.fileno())
        scratch.replace(path)
        _sync(path.parent)
    except OSError as error:
        raise ShoalError(msg("cannot write {path}: {reason}", path=path, reason=error.strerror or str(error))) from None
    finally:
        with contextlib.suppress(OSError):
            scratch.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Put the new name of a file on the disk too, where folders can be opened."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _source(file: str) -> Iterator[IO[bytes]]:
    if file == _STANDARD:
        yield sys.stdin.buffer
        return
    with contextlib.ExitStack() as stack:
        try:
            source = stack.enter_context(Path(file).open("rb"))
        except OSError as error:
            reason = error.strerror or str(error)
            raise ShoalError(msg("cannot read {path}: {reason}", path=file, reason=reason)) from None
        yield source
