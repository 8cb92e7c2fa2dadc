"""Bots think in a few worker processes (`bot_process.py`), each about one position at a time.

Bots wait for a worker in a queue (`bot_queue.py`); the event loop never waits for a bot. A simple bot plays for a level
that is not compiled yet (`level_preparation.py`).

The worker keeps the bot of a seat, with what it found, for its next step. So a bot goes back to the worker it was at,
if that is free; at any other it begins anew, as after a restart.
"""

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import Final, NamedTuple

from shoal.server.tables.bot_process import BotProcess
from shoal.server.tables.bot_queue import BotOwner, BotQueue, WaitingBot
from shoal.server.tables.level_preparation import LevelPreparation

__all__ = ["BotWorkers"]

#: How many seats' bots are remembered with their worker, for each worker; it keeps no more than about as many.
_KNOWN_BOTS: Final = 128


class _Grant(NamedTuple):
    """What a bot waits for: a worker, and the time that it may take."""

    seated: str
    future: asyncio.Future[tuple[BotProcess, float | None]]


class BotWorkers:
    """The worker processes of this machine. A bot that finds none free waits in the queue."""

    def __init__(self, workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._workers = [BotProcess() for _ in range(workers)]
        self._free = list(self._workers)
        self.levels = LevelPreparation(self._workers)
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
        await self.levels.close()
        for worker in self._workers:
            await worker.stop()
