"""Where bots think: a few worker processes, each thinking about one position at a time.

They speak the lines of docs/engine.md, so nothing but text crosses over, and one that hangs or dies is
replaced. Whoever asks waits in a line; the event loop never does.
"""

import asyncio
import contextlib
import os
import sys
from collections import deque
from collections.abc import AsyncIterator
from typing import Final

import msgspec

from shoal.core import Seat, ShoalError, Text, msg, seat_name
from shoal.server.tables.snapshot import TableSnapshot

__all__ = ["BotWorkerFailure", "BotWorkers", "Mind"]

#: Longer than any level thinks, and long enough for the first start on a machine, which compiles the engines.
_LONGEST_SECONDS: Final = 180.0
_LINE_LIMIT: Final = 1 << 20


class BotWorkerFailure(ShoalError):
    """A bot that gave no step."""


class _WorkerAnswer(msgspec.Struct):
    id: str | None = None
    step: str | None = None
    error: str | None = None


class _BotProcess:
    """One process that thinks."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self.asked = 0

    async def ask(self, question: dict[str, object]) -> str:
        self.asked += 1
        mark = str(self.asked)
        try:
            async with asyncio.timeout(_LONGEST_SECONDS):
                return await self._exchange(await self._start(), {"id": mark, **question}, mark)
        except (TimeoutError, OSError, ValueError, msgspec.DecodeError) as error:
            await self.stop()
            raise BotWorkerFailure(_failed(f"{type(error).__name__}: {error}")) from error
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
        answer = msgspec.json.decode(line, type=_WorkerAnswer)
        if answer.id != mark or answer.step is None:
            raise ValueError(answer.error or "no step")
        return answer.step


class Mind:
    """A worker whose turn it is to think for somebody."""

    def __init__(self, worker: _BotProcess) -> None:
        self._worker = worker

    async def choose(self, course: TableSnapshot, seat: Seat) -> str:
        """The step of the bot on a seat, as it sees the table now. Raises `BotWorkerFailure`."""
        question: dict[str, object] = {
            "game": course.game.name,
            "options": course.row.options,
            "moves": course.table.record().moves,
            "seat": seat_name(seat),
            "bot": course.seats[seat].bot,
            "time_ms": None,
        }
        return await self._worker.ask(question)


class BotWorkers:
    """All workers of this machine; at most so many bots think at once, and the others wait in lines.

    There is a line for each person who set up tables, and the lines are served in turn: however many tables
    one person has, everybody else's bots wait for at most one of them at a time.
    """

    def __init__(self, workers: int) -> None:
        self._workers = [_BotProcess() for _ in range(workers)]
        self._idle = list(self._workers)
        #: Those who wait, by person; the person at the front is next.
        self._lines: dict[str | None, deque[asyncio.Future[_BotProcess]]] = {}

    @property
    def waiting(self) -> int:
        """How many bots wait."""
        return sum(map(len, self._lines.values()))

    @property
    def asked(self) -> int:
        """How many steps were asked for so far."""
        return sum(worker.asked for worker in self._workers)

    def occupancy(self) -> dict[str, int]:
        """How many bots wait and how many think."""
        return {"bots_waiting": self.waiting, "bots_thinking": len(self._workers) - len(self._idle)}

    @contextlib.asynccontextmanager
    async def turn(self, person: str | None) -> AsyncIterator[Mind]:
        """Wait until a worker is free for a table of this person, and have it."""
        worker = self._idle.pop() if self._idle else await self._wait(person)
        try:
            yield Mind(worker)
        finally:
            self._hand_on(worker)

    async def _wait(self, person: str | None) -> _BotProcess:
        place: asyncio.Future[_BotProcess] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(person, deque()).append(place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._hand_on(place.result())
            raise

    def _hand_on(self, worker: _BotProcess) -> None:
        """The worker is free: for the first in the front line, and that line goes to the back."""
        while self._lines:
            person = next(iter(self._lines))
            line = self._lines.pop(person)
            first = line.popleft()
            if line:
                self._lines[person] = line
            if not first.done():
                first.set_result(worker)
                return
        self._idle.append(worker)

    async def close(self) -> None:
        for worker in self._workers:
            await worker.stop()


def _failed(reason: str) -> Text:
    return msg("the bot gave no step: {reason}", reason=reason)
