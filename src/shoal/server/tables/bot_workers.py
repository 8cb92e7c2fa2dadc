"""Bots think in a few worker processes (`bot_process.py`), each about one position at a time.

Bots wait for a worker in a queue (`worker_turns.py`); the event loop never waits for a bot. A simple bot plays for a
level that is not compiled yet (`level_preparation.py`).

The worker keeps the bot of a seat, with what it found, for its next step. So a bot goes back to the worker it was at,
if that is free; at any other it begins anew, as after a restart.
"""

import time
from collections.abc import Callable

from shoal.server.tables.bot_process import BotProcess
from shoal.server.tables.level_preparation import LevelPreparation
from shoal.server.tables.worker_turns import WorkerTurns

__all__ = ["BotWorkers"]


class BotWorkers(WorkerTurns[BotProcess]):
    """The worker processes of this machine. A bot that finds none free waits in the queue."""

    def __init__(self, workers: int, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__([BotProcess() for _ in range(workers)], clock)
        self.levels = LevelPreparation(self._workers)

    @property
    def steps_requested(self) -> int:
        """How many steps were requested of the workers."""
        return sum(worker.steps_requested for worker in self._workers)

    def occupancy(self) -> dict[str, int]:
        """Return how many bots wait, for how many networks, and how many think."""
        return {
            "bots_waiting": self.waiting,
            "bot_networks_waiting": self.networks_waiting,
            "bots_thinking": self.busy,
        }

    async def close(self) -> None:
        """Stop all workers."""
        await self.levels.close()
        for worker in self._workers:
            await worker.stop()
