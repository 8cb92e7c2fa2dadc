"""How many files this process may open, and how many connections that leaves room for."""

import contextlib
import sys
from typing import Final

from shoal.core import ShoalError, msg

__all__ = ["most_connections", "raise_open_files"]

#: As many as a server can use; a higher limit would only let it have more connections than its memory can hold.
_ENOUGH_FILES: Final = 65_536
#: macOS allows no more than this, whatever it says.
_MACOS_FILES: Final = 10_240
#: Windows does not limit the files of a process.
_WINDOWS_FILES: Final = 8_192
#: For the database, the log and libraries, and for connections that are just being refused or closed.
_OWN_FILES: Final = 96
#: For the pipes of a bot's process.
_FILES_OF_WORKER: Final = 6
#: The most connections unless more are asked for: with more, a flood would cost too much memory.
_DEFAULT_CONNECTIONS: Final = 5_000
_FEWEST_CONNECTIONS: Final = 16


def raise_open_files() -> int:
    """Raise the limit of open files as far as the system allows it; return the limit."""
    if sys.platform == "win32":
        return _WINDOWS_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for files in (_ENOUGH_FILES, _MACOS_FILES):
        wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            break
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            break
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _ENOUGH_FILES if soft == resource.RLIM_INFINITY else soft


def most_connections(wanted: int | None, files: int, workers: int) -> int:
    """How many connections may be open: as many as wanted, if the limit of open files leaves room for them."""
    room = files - _OWN_FILES - _FILES_OF_WORKER * workers
    if room < (wanted or _FEWEST_CONNECTIONS):
        raise ShoalError(
            msg(
                "{files} open files are allowed, and {wanted} connections need {needed}: see `ulimit -n`",
                files=files,
                wanted=wanted or _FEWEST_CONNECTIONS,
                needed=files - room + (wanted or _FEWEST_CONNECTIONS),
            )
        )
    return wanted or min(room, _DEFAULT_CONNECTIONS)
