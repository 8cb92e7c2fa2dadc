"""One contest a file: a claim on an open file that a second process is refused, and that ends with its holder."""

import sys
from typing import IO

__all__ = ["claim"]

if sys.platform == "win32":
    import msvcrt

    #: A byte that no contest reaches; locking one of the games would keep others from reading it.
    _FAR = 1 << 40

    def claim(file: IO[bytes]) -> bool:
        """Whether the file is ours alone from now on, until it is closed or the process ends, however it ends."""
        place = file.tell()
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            file.seek(place)
        return True

else:
    import fcntl

    def claim(file: IO[bytes]) -> bool:
        """Whether the file is ours alone from now on, until it is closed or the process ends, however it ends."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
