"""A lock on an open file: a second process does not get it, and it ends with the process that holds it."""

import sys
from typing import IO

__all__ = ["try_lock"]

if sys.platform == "win32":
    import msvcrt

    #: A byte far behind all games; locking one that holds a game would keep others from reading it.
    _FAR = 1 << 40

    def try_lock(file: IO[bytes]) -> bool:
        """Lock the file until it is closed or the process ends; False when another process has the lock."""
        position = file.tell()
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            file.seek(position)
        return True

else:
    import fcntl

    def try_lock(file: IO[bytes]) -> bool:
        """Lock the file until it is closed or the process ends; False when another process has the lock."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
