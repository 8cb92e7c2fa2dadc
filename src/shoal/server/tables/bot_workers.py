"""Bots think in a few worker processes, each about one position at a time.

A worker is `python -m shoal.players.analysis` and speaks the lines of docs/engine.md, so nothing but text crosses over:
the view of the bot's seat, never the game. One that hangs or dies is replaced. Bots wait for a worker in a queue
(`bot_queue.py`); the event loop never waits for a bot.

The worker keeps the bot of a seat, with what it found, for its next step. So a bot goes back to the worker it was at,
if that is free; at any other it begins anew, as after a restart.
"""

import asyncio
import contextlib
import os
import sys
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import Final, NamedTuple

import msgspec

from shoal.core import Seat, ShoalError, msg, seat_name, view_bytes
from shoal.server.tables.bot_queue import BotOwner, BotQueue, WaitingBot
from shoal.server.tables.snapshot import TableSnapshot

__all__ = ["BotProcess", "BotWorkerFailure", "BotWorkers", "seated_bot"]

#: Longer than any level thinks, and long enough for the first start on a machine, which compiles the engines.
_LONGEST_SECONDS: Final = 180.0
_LINE_LIMIT: Final = 1 << 20
_NICENESS: Final = 5
#: How many seats' bots are remembered with their worker, for each worker; it keeps no more than about as many.
_KNOWN_BOTS: Final = 128


def seated_bot(snapshot: TableSnapshot, seat: Seat) -> str:
    """The name under which a worker keeps the bot on a seat: no other seat, at any table, ever has the same."""
    return f"{snapshot.row.id} {seat_name(seat)}"


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

    async def choose(self, snapshot: TableSnapshot, seat: Seat, seconds: float | None = None) -> str:
        """Return the step of the bot on a seat, in notation. Raises `BotWorkerFailure`.

        `seconds` limits its time; None is the time that it usually takes.
        """
        self.steps_requested += 1
        question: dict[str, object] = {
            "id": str(self.steps_requested),
            "game": snapshot.game.name,
            "options": snapshot.row.options,
            "view": msgspec.Raw(view_bytes(snapshot.table.view(seat))),
            "bot": snapshot.seats[seat].bot,
            "keep_as": seated_bot(snapshot, seat),
            "time_ms": seconds * 1000 if seconds is not None else None,
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
            if os.name == "posix":
                # What people do comes before what bots think, also where there are fewer cores than workers.
                with contextlib.suppress(ProcessLookupError):
                    os.setpriority(os.PRIO_PROCESS, self._process.pid, os.getpriority(os.PRIO_PROCESS, 0) + _NICENESS)
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


class _Grant(NamedTuple):
    """What a bot waits for: a worker, and the time that it may take."""

    seated: str
    future: asyncio.Future[tuple[BotProcess, float | None]]


class BotWorkers:
    """The worker processes of this machine. A bot that finds none free waits in the queue."""

    def __init__(self, workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._workers = [BotProcess() for _ in range(workers)]
        self._free = list(self._workers)
        self._queue = BotQueue(workers)
        self._clock = clock
        self._granted: dict[WaitingBot, _Grant] = {}
        #: The worker at which each bot was last, by the bot's name; the latest at the end.
        self._last_workers: OrderedDict[str, BotProcess] = OrderedDict()
        #: How many bots were given less time than they usually take.
        self.hurried = 0

    @property
    def waiting(self) -> int:
        """How many bots wait."""
        return len(self._queue)

    @property
    def steps_requested(self) -> int:
        """How many steps were requested of the workers."""
        return sum(worker.steps_requested for worker in self._workers)

    def occupancy(self) -> dict[str, int]:
        """Return how many bots wait, for how many networks, and how many think."""
        return {
            "bots_waiting": self.waiting,
            "bot_networks_waiting": self._queue.networks_waiting,
            "bots_thinking": len(self._workers) - len(self._free),
        }

    @contextlib.asynccontextmanager
    async def turn(
        self,
        owner: BotOwner,
        usual_seconds: float,
        on_hurry: Callable[[bool], None] = lambda hurried: None,
        *,
        seated: str = "",
    ) -> AsyncIterator[tuple[BotProcess, float | None]]:
        """Wait until it is the turn of a bot of this owner, and hold a worker for it.

        Gives the worker, and the seconds that the bot may think if they are less than usual. `on_hurry` is told
        whether they are: what it looks like when the bot has to wait, and what it comes to. The bot that is `seated`
        by this name gets the worker it was at last, if that one is free.
        """
        bot = self._queue.add(owner, usual_seconds, self._clock())
        granted = asyncio.get_running_loop().create_future()
        self._granted[bot] = _Grant(seated, granted)
        self._hand_out()
        if not granted.done():
            on_hurry(self._queue.seconds_for(bot) is not None)
        try:
            worker, seconds = await granted
        except asyncio.CancelledError:
            if self._granted.pop(bot, None) is not None:
                self._queue.remove(bot)
            elif not granted.cancelled():
                self._take_back(granted.result()[0])
            raise
        began = self._clock()
        on_hurry(seconds is not None)
        self.hurried += seconds is not None
        try:
            yield worker, seconds
        finally:
            ended = self._clock()
            self._queue.finish(bot, ended - began, ended)
            self._take_back(worker)

    def _take_back(self, worker: BotProcess) -> None:
        self._free.append(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        """Give the free workers to those whose turn it is."""
        while self._free and (following := self._queue.next(self._clock())) is not None:
            bot, seconds = following
            seated, granted = self._granted.pop(bot)
            if not granted.done():  # otherwise it was cancelled just now
                granted.set_result((self._worker_for(seated), seconds))

    def _worker_for(self, seated: str) -> BotProcess:
        """A free worker: the one where this bot was last, or else the one that was busy last."""
        worker = self._last_workers.pop(seated, None)
        if worker is None or worker not in self._free:
            worker = self._free[-1]
        self._free.remove(worker)
        if seated:
            self._last_workers[seated] = worker
            if len(self._last_workers) > _KNOWN_BOTS * len(self._workers):
                self._last_workers.popitem(last=False)
        return worker

    async def close(self) -> None:
        """Stop all workers."""
        for worker in self._workers:
            await worker.stop()
