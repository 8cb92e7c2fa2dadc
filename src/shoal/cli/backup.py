"""`shoal export` and `shoal import`: everything in a database to one file, and back."""

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
from rich.progress import Progress as ProgressBar

from shoal.cli.database import address_without_password, data_folder, database_address, sqlite_file
from shoal.cli.language import say
from shoal.core import ShoalError, msg, msgs
from shoal.store import StoreUnavailable
from shoal.store.backup import Progress, export_all, import_all

__all__ = ["export_everything", "import_everything"]

_STANDARD_STREAM: Final = "-"


def export_everything(file: str, database: str | None, *, force: bool) -> None:
    """Export to a file, which appears only when it is complete."""
    address = database_address(database)
    path = sqlite_file(address)
    if path is not None and not path.exists():
        raise ShoalError(msg("there is no database {path}", path=path))
    if file == _STANDARD_STREAM and sys.stdout.isatty():
        raise ShoalError(msg("a backup is not for reading on a terminal: name a file, or redirect the output to one"))
    with _open_output(file, force=force) as sink, _progress_bar() as progress, _database_named_in_errors(address):
        count = asyncio.run(export_all(address, sink, progress))
    _print_count(count)
    if "SHOAL_SECRET" not in os.environ:
        secret = data_folder() / "secret"
        print(say(msg("Back up {path} as well: without it, people lose their seats.", path=secret)), file=sys.stderr)


def import_everything(file: str, database: str | None) -> None:
    """Import a file into an empty database, all of it or nothing."""
    address = database_address(database)
    with _open_input(file) as source, _progress_bar() as progress, _database_named_in_errors(address):
        count = asyncio.run(import_all(address, source, progress))
    _print_count(count)


def _print_count(count: int) -> None:
    print(say(msgs("{count} row.", "{count} rows.", count)), file=sys.stderr)


@contextmanager
def _database_named_in_errors(address: str) -> Iterator[None]:
    """Name the database in its errors."""
    try:
        yield
    except StoreUnavailable as error:
        raise ShoalError(
            msg("{database}: {reason}", database=address_without_password(address), reason=error.text)
        ) from error


@contextmanager
def _progress_bar() -> Iterator[Progress]:
    """A progress bar, if standard error is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with ProgressBar(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def _open_output(file: str, *, force: bool) -> Iterator[IO[bytes]]:
    """The stream to write to. A file gets its name only when it is complete, and only its owner may read it."""
    if file == _STANDARD_STREAM:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(file)
    if path.exists() and not force:
        raise ShoalError(msg("{path} already exists: --force overwrites it", path=path))
    scratch = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(scratch, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as sink:
            yield sink
            sink.flush()
            os.fsync(sink.fileno())
        scratch.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise ShoalError(msg("cannot write {path}: {reason}", path=path, reason=error.strerror or str(error))) from None
    finally:
        with contextlib.suppress(OSError):
            scratch.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Put a file's new name on the disk too, on systems where folders can be opened."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _open_input(file: str) -> Iterator[IO[bytes]]:
    if file == _STANDARD_STREAM:
        yield sys.stdin.buffer
        return
    with contextlib.ExitStack() as stack:
        try:
            source = stack.enter_context(Path(file).open("rb"))
        except OSError as error:
            reason = error.strerror or str(error)
            raise ShoalError(msg("cannot read {path}: {reason}", path=file, reason=reason)) from None
        yield source
