"""Where bots think: a few worker processes, each thinking about one position at a time.

They speak the lines of docs/engine.md, so nothing but text crosses over, and one that hangs or dies is
replaced. Whoever asks waits in line; the event loop never does.
"""

import asyncio
import contextlib
import os
import sys
from typing import Final

import msgspec

from shoal.core import Seat, ShoalError, Text, msg, seat_name
from shoal.server.course import Course

__all__ = ["MindFailure", "Minds"]

#: Longer than any level thinks, and long enough for the first start on a machine, which compiles the engines.
_LONGEST_SECONDS: Final = 180.0
_LINE_LIMIT: Final = 1 << 20


class MindFailure(ShoalError):
    """A bot that gave no step."""


class _Answer(msgspec.Struct):
    id: str | None = None
    step: str | None = None
    error: str | None = None


class _Worker:
    """One process that thinks."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._asked = 0

    async def ask(self, question: dict[str, object]) -> str:
        process = await self._start()
        self._asked += 1
        mark = str(self._asked)
        try:
            async with asyncio.timeout(_LONGEST_SECONDS):
                return await self._exchange(process, {"id": mark, **question}, mark)
        except (TimeoutError, OSError, ValueError, msgspec.DecodeError) as error:
            await self.stop()
            raise MindFailure(_failed(f"{type(error).__name__}: {error}")) from error
        except asyncio.CancelledError:
            await self.stop()  # what it still writes would be taken for the next answer
            raise

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _start(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "shoal.players.analysis",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE_LIMIT,
                # Games must not wait for each other's bots longer than need be.
                env={**os.environ, "NUMBA_NUM_THREADS": "1"},
            )
        return self._process

    async def _exchange(self, process: asyncio.subprocess.Process, question: dict[str, object], mark: str) -> str:
        if process.stdin is None or process.stdout is None:
            raise OSError("no pipes")
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise OSError("the worker ended")
        answer = msgspec.json.decode(line, type=_Answer)
        if answer.id != mark or answer.step is None:
            raise ValueError(answer.error or "no step")
        return answer.step


class Minds:
    """All workers of this machine; at most so many bots think at once, and the others wait in line."""

    def __init__(self, workers: int) -> None:
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        self._workers = [_Worker() for _ in range(workers)]
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._waiting = 0

    def occupancy(self) -> dict[str, int]:
        """How many bots wait and how many think."""
        return {"bots_waiting": self._waiting, "bots_thinking": len(self._workers) - self._idle.qsize()}

    async def choose(self, course: Course, seat: Seat) -> str:
        """The step of the bot on a seat, as it sees the table now."""
        question: dict[str, object] = {
            "game": course.game.name,
            "options": course.row.options,
            "moves": course.table.record().moves,
            "seat": seat_name(seat),
            "bot": course.seats[seat].bot,
            "time_ms": None,
        }
        self._waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self._waiting -= 1
        try:
            return await worker.ask(question)
        finally:
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()


def _failed(reason: str) -> Text:
    return msg("the bot gave no step: {reason}", reason=reason)
