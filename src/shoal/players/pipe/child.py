"""A child process that exchanges lines: started without a shell, read with timeouts, killed with its children."""

import contextlib
import os
import queue
import signal
import subprocess
import threading
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO, Final

__all__ = ["Child"]

_LONGEST_LINE: Final = 1 << 20
#: How many unread lines are buffered; then the process has to wait.
_MOST_UNREAD: Final = 1000


class Child:
    """One running process. Raises `OSError` when it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - the command is what the user asked for, and no shell reads it
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A group of its own: it is killed with all that it started, and Ctrl-C does not reach it.
            start_new_session=True,
        )
        self._unread: queue.Queue[bytes | None] = queue.Queue(_MOST_UNREAD)
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._error_lines: deque[str] = deque(maxlen=1)
        self._ended = threading.Event()
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        if pipes[0] is None or pipes[1] is None or pipes[2] is None:
            raise OSError("the process has no pipes")
        self._threads = [
            threading.Thread(target=_send, args=(pipes[0], self._unsent), daemon=True),
            threading.Thread(target=_receive, args=(pipes[1], self._unread, self._ended), daemon=True),
            threading.Thread(target=_read_errors, args=(pipes[2], self._error_lines), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        #: Runs when this object is garbage collected or the program ends, whichever comes first.
        self._end = weakref.finalize(self, _kill, self._process)

    def send(self, line: bytes) -> None:
        """Write one line, without waiting for the process to read it."""
        self._unsent.put(line + b"\n")

    def receive(self, seconds: float) -> bytes | None:
        """The next line; empty after the last one, None if there is none in time."""
        try:
            line = self._unread.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None
        if line is None:
            # Nothing more will come: the next call finds the end again.
            self._ended.set()
            with contextlib.suppress(queue.Full):
                self._unread.put_nowait(None)
            return b""
        return line

    def kill(self) -> None:
        """Kill the process now."""
        self._ended.set()
        self._unsent.put(None)
        self._end()
        for thread in self._threads:
            thread.join(timeout=1)

    @property
    def last_error_line(self) -> str:
        """The last line that it wrote to its standard error."""
        self._threads[2].join(timeout=0.2)
        return "".join(self._error_lines)

    @property
    def exit_status(self) -> int | None:
        """Its exit status, if it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(timeout=0.2)
        return None


def _send(pipe: IO[bytes], unsent: "queue.SimpleQueue[bytes | None]") -> None:
    with contextlib.suppress(OSError, ValueError):
        while (line := unsent.get()) is not None:
            pipe.write(line)
            pipe.flush()
    with contextlib.suppress(OSError):
        pipe.close()


def _receive(pipe: IO[bytes], unread: "queue.Queue[bytes | None]", ended: threading.Event) -> None:
    with contextlib.suppress(OSError, ValueError):
        while not ended.is_set() and (line := pipe.readline(_LONGEST_LINE)):
            _put(unread, line.rstrip(b"\r\n") or b" ", ended)
    _put(unread, None, ended)
    pipe.close()


def _put(unread: "queue.Queue[bytes | None]", line: bytes | None, ended: threading.Event) -> None:
    """Wait for room, but not longer than the process lives: then no line is read any more."""
    while not ended.is_set():
        with contextlib.suppress(queue.Full):
            unread.put(line, timeout=0.5)
            return


def _read_errors(pipe: IO[bytes], error_lines: "deque[str]") -> None:
    with contextlib.suppress(OSError, ValueError):
        while line := pipe.readline(_LONGEST_LINE):
            words = line.decode("utf-8", "replace").strip()
            if words:
                error_lines.append(words)
    pipe.close()


def _kill(process: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
