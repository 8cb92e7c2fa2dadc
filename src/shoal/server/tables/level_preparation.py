"""Levels get ready: their engines are compiled while the lobby is open, once on a machine, in processes of their own.

Until a level is ready, a simple bot, which needs nothing compiled, plays for it at the tables of this server. Those
whose tables have such a level come first. On later starts the compiled code is loaded, which takes seconds.
"""

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import structlog

from shoal.core import Game, find_game, game_names
from shoal.core.levels import game_levels
from shoal.players import bot_names, usual_opponent
from shoal.server.tables.bot_process import BotProcess
from shoal.server.tables.worker_process import WorkerFailure

__all__ = ["LevelPreparation", "stand_in"]

#: How long a bot waits for its level to be ready before a simple one plays.
_PATIENCE_SECONDS: Final = 1.0
#: Beyond this, the levels are being compiled, not loaded.
_LOADING_SECONDS: Final = 4.0
#: Most processes that compile: one for each game.
_MOST_PROCESSES: Final = 3
_CORES_A_PROCESS: Final = 2
#: Behind those who play and their bots.
_NICENESS: Final = 10

_log = structlog.get_logger("shoal.tables")


class _GameLevel(NamedTuple):
    game: str
    level: str


def stand_in(game: Game) -> str:
    """The bot that plays for a level that is not ready: the game's own simple one, or else one for any game."""
    names = bot_names(game)
    return "greedy" if "greedy" in names else names[0]


class LevelPreparation:
    """Which levels are ready, and the processes that prepare the others. Until `start`, all count as ready."""

    def __init__(self, workers: Sequence[BotProcess], clock: Callable[[], float] = time.monotonic) -> None:
        """`workers` are the processes that bots think in: each level is loaded there as soon as it is ready."""
        self._workers = workers
        #: The levels that each of the workers has still to load.
        self._to_load: list[asyncio.Queue[_GameLevel]] = [asyncio.Queue() for _ in workers]
        self._clock = clock
        self._started_at = 0.0
        #: The levels that are not ready, those to prepare first at the front.
        self._waiting: dict[_GameLevel, asyncio.Event] = {}
        self._games_under_way: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._told: set[_GameLevel] = set()
        #: The levels that a bot has waited for in vain: the next steps are not held up as well.
        self._overdue: set[_GameLevel] = set()
        #: Set once all levels have been compiled or loaded; until `start`, and for good if that never comes, it is not.
        self.all_ready = asyncio.Event()
        #: Called whenever a level is ready.
        self.on_ready: Callable[[], None] = lambda: None
        #: How many steps simple bots took for levels that were not ready.
        self.steps_stood_in = 0

    @property
    def count(self) -> int:
        """How many levels are not ready."""
        return len(self._waiting)

    @property
    def takes_long(self) -> bool:
        """Whether levels are being compiled: they have been getting ready for longer than it takes to load them."""
        return bool(self._waiting) and self._clock() - self._started_at > _LOADING_SECONDS

    def start(self) -> None:
        """Begin to prepare all levels of all games, those that are usually played first."""
        games = [find_game(name) for name in game_names()]
        levels = [(game, level.name) for game in games for level in game_levels(game)]
        for game, level in sorted(levels, key=lambda found: found[1] != usual_opponent(found[0])):
            self._waiting[_GameLevel(game.name, level)] = asyncio.Event()
        self._started_at = self._clock()
        for worker, to_load in zip(self._workers, self._to_load, strict=True):
            for game in games:
                to_load.put_nowait(_GameLevel(game.name, stand_in(game)))
            self._tasks.append(asyncio.create_task(self._load_levels(worker, to_load)))
        cores = os.cpu_count() or 1
        for _ in range(max(1, min(_MOST_PROCESSES, cores // _CORES_A_PROCESS))):
            self._tasks.append(asyncio.create_task(self._prepare_levels()))

    def is_ready(self, game: Game, bot: str) -> bool:
        """Tell whether a bot can think at once; those that are no levels always can."""
        return _GameLevel(game.name, bot) not in self._waiting

    async def wait_for(self, game: Game, bot: str) -> None:
        """Prepare this level next, and wait until it is ready, but not for long, and only once."""
        wanted = _GameLevel(game.name, bot)
        ready = self._waiting.get(wanted)
        if ready is None:
            return
        self._waiting = {wanted: self._waiting.pop(wanted), **self._waiting}
        if wanted in self._overdue:
            return
        try:
            await asyncio.wait_for(ready.wait(), _PATIENCE_SECONDS)
        except TimeoutError:
            self._overdue.add(wanted)

    def note_stand_in(self, game: Game, bot: str) -> None:
        """Count a step that a simple bot takes for a level, and log the first one."""
        self.steps_stood_in += 1
        level = _GameLevel(game.name, bot)
        if level not in self._told:
            self._told.add(level)
            _log.info("a simple bot plays until the level is compiled", game=game.name, level=bot, bot=stand_in(game))

    async def close(self) -> None:
        """Stop preparing."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _prepare_levels(self) -> None:
        """Prepare one level after the other, of games at which no other process is."""
        process = BotProcess(_NICENESS)
        try:
            while (level := self._next()) is not None:
                self._games_under_way.add(level.game)
                await self._prepare(process, level)
                self._games_under_way.discard(level.game)
        finally:
            await process.stop()

    def _next(self) -> _GameLevel | None:
        return next((level for level in self._waiting if level.game not in self._games_under_way), None)

    async def _prepare(self, process: BotProcess, level: _GameLevel) -> None:
        try:
            await process.warm_up(*level)
        except WorkerFailure as error:
            # The level is asked all the same, and whoever plays against it hears what is wrong.
            _log.error("a level cannot be prepared", game=level.game, level=level.level, reason=str(error))
        else:
            for to_load in self._to_load:
                to_load.put_nowait(level)
        self._waiting.pop(level).set()
        self.on_ready()
        if not self._waiting:
            self.all_ready.set()
            if self.steps_stood_in:
                _log.info("all levels are compiled")

    async def _load_levels(self, worker: BotProcess, to_load: asyncio.Queue[_GameLevel]) -> None:
        """Load one level after the other where bots think, so that a question waits for no more than one of them.

        The simple bots are the first: with them the process is there before the first question.
        """
        while True:
            level = await to_load.get()
            try:
                await worker.warm_up(*level)
            except WorkerFailure as error:
                _log.error("a level cannot be loaded", game=level.game, level=level.level, reason=str(error))
