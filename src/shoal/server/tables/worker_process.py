"""A process that answers questions, one after the other, in JSON lines: nothing but text crosses over.

It is a module of ours, run by this Python. One that hangs or dies is replaced when the next question comes.
"""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Mapping
from typing import Final

import msgspec

from shoal.core import ShoalError, msg

__all__ = ["WorkerFailure", "WorkerProcess"]

_LINE_LIMIT: Final = 1 << 20


class WorkerFailure(ShoalError):
    """A process that returned no answer."""


class _Reply(msgspec.Struct):
    """What every answer says: to which question it belongs, or what is wrong with that one."""

    id: str | None = None
    error: str | None = None


class WorkerProcess:
    """One worker process. It is started for its first question, and again after a failure."""

    def __init__(self, module: str, niceness: int) -> None:
        """`niceness` says how far it stands behind this process, where people are answered."""
        self._module = module
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._requests = 0
        self._knows_signals = False

    async def ask(self, question: Mapping[str, object], longest: float) -> bytes:
        """Ask one thing after the other, and return the line that answers. Raises `WorkerFailure`.

        Whatever goes wrong ends the process, and the next question starts another.
        """
        async with self._lock:
            self._requests += 1
            try:
                async with asyncio.timeout(longest):
                    return await self._exchange(await self._start(), {"id": str(self._requests), **question})
            except (TimeoutError, OSError, ValueError, msgspec.DecodeError) as error:
                await self.stop()
                reason = f"{type(error).__name__}: {error}"
                raise WorkerFailure(msg("a worker process gave no answer: {reason}", reason=reason)) from error
            except asyncio.CancelledError:
                await self.stop()  # otherwise its late answer would be taken for the answer to the next question
                raise

    def interrupt(self) -> None:
        """Have it end the answer that it works on; it then says that it has none. Without signals, it goes on.

        Until it has answered for the first time, it might not know the signal yet, which would end the process.
        """
        if self._process is not None and self._process.returncode is None and self._knows_signals:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGUSR1)

    async def stop(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _start(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._knows_signals = False
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE_LIMIT,
                # One thread each, so that none slows down the work for other tables.
                env={**os.environ, "NUMBA_NUM_THREADS": "1"},
            )
            if os.name == "posix":
                # What people do comes before what machines think, also where there are fewer cores than workers.
                with contextlib.suppress(ProcessLookupError):
                    os.setpriority(
                        os.PRIO_PROCESS, self._process.pid, os.getpriority(os.PRIO_PROCESS, 0) + self._niceness
                    )
        return self._process

    async def _exchange(self, process: asyncio.subprocess.Process, question: Mapping[str, object]) -> bytes:
        if process.stdin is None or process.stdout is None:
            raise OSError("no pipes")
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise OSError("the worker ended")
        reply = msgspec.json.decode(line, type=_Reply)
        if reply.id != question["id"] or reply.error is not None:
            raise ValueError(reply.error or "no answer")
        self._knows_signals = os.name == "posix"
        return line
