"""Workers that are held for one piece of work at a time, in the order of a fair queue (`bot_queue.py`).

The work is what bots think. What people ask the coach waits in the same way, for workers of its own.
"""

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from shoal.server.tables.bot_queue import BotOwner, BotQueue, WaitingBot

__all__ = ["WorkerTurns"]

#: How many seats' bots are remembered with their worker, for each worker; it keeps no more than about as many.
_KNOWN_BOTS: Final = 128

_Worker = TypeVar("_Worker")


class _Grant(NamedTuple, Generic[_Worker]):
    """What somebody waits for: a worker, and the time that it may take."""

    seated: str
    future: asyncio.Future[tuple[_Worker, float | None]]


class WorkerTurns(Generic[_Worker]):
    """Some workers, and those who wait for one of them."""

    def __init__(self, workers: Sequence[_Worker], clock: Callable[[], float] = time.monotonic) -> None:
        self._workers = list(workers)
        self._free = list(workers)
        self._queue = BotQueue(len(workers))
        self._clock = clock
        self._granted: dict[WaitingBot, _Grant[_Worker]] = {}
        #: The worker at which each bot was last, by the bot's name; the latest at the end.
        self._last_workers: OrderedDict[str, _Worker] = OrderedDict()
        #: How many bots were given less time than they usually take.
        self.hurried = 0

    @property
    def waiting(self) -> int:
        """How many bots wait."""
        return len(self._queue)

    @property
    def networks_waiting(self) -> int:
        """For how many networks bots wait."""
        return self._queue.networks_waiting

    @property
    def busy(self) -> int:
        """How many workers are held."""
        return len(self._workers) - len(self._free)

    @contextlib.asynccontextmanager
    async def turn(
        self,
        owner: BotOwner,
        usual_seconds: float,
        on_hurry: Callable[[bool], None] = lambda hurried: None,
        *,
        seated: str = "",
    ) -> AsyncIterator[tuple[_Worker, float | None]]:
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

    def _take_back(self, worker: _Worker) -> None:
        self._free.append(worker)
        self._hand_out()

    def _hand_out(self) -> None:
        """Give the free workers to those whose turn it is."""
        while self._free and (following := self._queue.next(self._clock())) is not None:
            bot, seconds = following
            seated, granted = self._granted.pop(bot)
            if not granted.done():  # otherwise it was cancelled just now
                granted.set_result((self._worker_for(seated), seconds))

    def _worker_for(self, seated: str) -> _Worker:
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
