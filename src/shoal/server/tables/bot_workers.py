"""Bots think in a few worker processes, each about one position at a time.

A worker is `python -m shoal.players.analysis` and speaks the lines of docs/engine.md, so nothing but text crosses over.
One that hangs or dies is replaced. Bots wait for a worker in queues; the event loop never waits for a bot.
"""

import asyncio
import contextlib
import os
import sys
from collections import deque
from collections.abc import AsyncIterator
from typing import Final

import msgspec

from shoal.core import Seat, ShoalError, msg, seat_name
from shoal.server.tables.snapshot import TableSnapshot

__all__ = ["BotProcess", "BotWorkerFailure", "BotWorkers"]

#: Longer than any level thinks, and long enough for the first start on a machine, which compiles the engines.
_LONGEST_SECONDS: Final = 180.0
_LINE_LIMIT: Final = 1 << 20


class BotWorkerFailure(ShoalError):
    """A worker that returned no step."""


class _WorkerAnswer(msgspec.Struct):
    id: str | None = None
    step: str | None = None
    error: str | None = None


class BotProcess:
    """One worker process. It is started for its first step, and again after a failure."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        #: How many steps were requested of it.
        self.steps_requested = 0

    async def choose(self, snapshot: TableSnapshot, seat: Seat) -> str:
        """Return the step of the bot on a seat, in notation. Raises `BotWorkerFailure`."""
        self.steps_requested += 1
        question: dict[str, object] = {
            "id": str(self.steps_requested),
            "game": snapshot.game.name,
            "options": snapshot.row.options,
            "moves": snapshot.table.record().moves,
            "seat": seat_name(seat),
            "bot": snapshot.seats[seat].bot,
            "time_ms": None,
        }
        try:
            async with asyncio.timeout(_LONGEST_SECONDS):
                return await self._ask(await self._start(), question)
        except (TimeoutError, OSError, ValueError, msgspec.DecodeError) as error:
            await self.stop()
            reason = f"{type(error).__name__}: {error}"
            raise BotWorkerFailure(msg("the bot gave no step: {reason}", reason=reason)) from error
        except asyncio.CancelledError:
            await self.stop()  # otherwise its late answer would be taken for the answer to the next question
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
                # One thread each, so that no bot slows down the bots of other tables.
                env={**os.environ, "NUMBA_NUM_THREADS": "1"},
            )
        return self._process

    async def _ask(self, process: asyncio.subprocess.Process, question: dict[str, object]) -> str:
        if process.stdin is None or process.stdout is None:
            raise OSError("no pipes")
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise OSError("the worker ended")
        answer = msgspec.json.decode(line, type=_WorkerAnswer)
        if answer.id != question["id"] or answer.step is None:
            raise ValueError(answer.error or "no step")
        return answer.step


class BotWorkers:
    """The worker processes of this machine. A bot that finds none free waits in a queue.

    Each person who made tables has a queue for the bots at them, and the queues are served in turn. However many tables
    one person has, the bots of others wait for at most one of theirs at a time.
    """

    def __init__(self, workers: int) -> None:
        self._workers = [BotProcess() for _ in range(workers)]
        self._free = list(self._workers)
        #: Who waits, by person. The person at the front is next.
        self._queues: dict[str | None, deque[asyncio.Future[BotProcess]]] = {}

    @property
    def waiting(self) -> int:
        """How many bots wait."""
        return sum(map(len, self._queues.values()))

    @property
    def steps_requested(self) -> int:
        """How many steps were requested of the workers."""
        return sum(worker.steps_requested for worker in self._workers)

    def occupancy(self) -> dict[str, int]:
        """Return how many bots wait and how many think."""
        return {"bots_waiting": self.waiting, "bots_thinking": len(self._workers) - len(self._free)}

    @contextlib.asynccontextmanager
    async def turn(self, person: str | None) -> AsyncIterator[BotProcess]:
        """Wait until a worker is free for a table of this person, and hold it."""
        worker = self._free.pop() if self._free else await self._wait(person)
        try:
            yield worker
        finally:
            self._pass_on(worker)

    async def _wait(self, person: str | None) -> BotProcess:
        waiting: asyncio.Future[BotProcess] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(person, deque()).append(waiting)
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():
                self._pass_on(waiting.result())
            raise

    def _pass_on(self, worker: BotProcess) -> None:
        """Give a worker to the first bot in the front queue, and move that queue to the back."""
        while self._queues:
            person = next(iter(self._queues))
            queue = self._queues.pop(person)
            first = queue.popleft()
            if queue:
                self._queues[person] = queue
            if not first.done():
                first.set_result(worker)
                return
        self._free.append(worker)

    async def close(self) -> None:
        """Stop all workers."""
        for worker in self._workers:
            await worker.stop()
