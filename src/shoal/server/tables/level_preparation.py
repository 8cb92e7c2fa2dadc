"""Levels get ready: their engines are compiled while the lobby is open, once on a machine, in processes of their own.

Whether a level is compiled, the processes know in which bots think: they load one level after the other, those that
are usually played first, and say which they cannot load. Until such a level is compiled, a simple bot, which needs
nothing compiled, plays for it at the tables of this server. Those whose tables have such a level come first.
"""

import asyncio
import os
from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

import structlog

from shoal.core import Game, find_game, game_names
from shoal.core.levels import game_levels
from shoal.players import bot_names, usual_opponent
from shoal.server.tables.bot_process import BotProcess
from shoal.server.tables.worker_process import WorkerFailure

__all__ = ["LevelPreparation", "stand_in"]

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
    """The bot that plays for a level that is not compiled: the game's own simple one, or else one for any game."""
    names = bot_names(game)
    return "greedy" if "greedy" in names else names[0]


class _LevelQueue:
    """Levels that wait, one after the other, for those who load or compile them."""

    def __init__(self) -> None:
        self._levels: list[_GameLevel] = []
        self._changed = asyncio.Event()

    def put(self, level: _GameLevel) -> None:
        if level not in self._levels:
            self._levels.append(level)
        self.look_again()

    def prefer(self, level: _GameLevel) -> None:
        """Put a level that waits here before all others."""
        if level in self._levels:
            self._levels.remove(level)
            self._levels.insert(0, level)

    def look_again(self) -> None:
        """Have everybody who waits for a level look for one."""
        self._changed.set()

    async def next(self, busy: Collection[str] = ()) -> _GameLevel:
        """Wait for the next level, of a game that is not `busy`, and take it."""
        while True:
            for level in self._levels:
                if level.game not in busy:
                    self._levels.remove(level)
                    return level
            self._changed.clear()
            await self._changed.wait()


class LevelPreparation:
    """Which levels are compiled, and the processes that prepare the others. Until `start`, all count as compiled."""

    def __init__(self, workers: Sequence[BotProcess]) -> None:
        """`workers` are the processes that bots think in."""
        self._workers = workers
        self._to_load = [_LevelQueue() for _ in workers]
        self._to_compile = _LevelQueue()
        #: The levels that get ready here. Any other bot is compiled, if need be, when it is asked for a step.
        self._levels: set[_GameLevel] = set()
        #: Those that no worker has loaded yet; and those that are not compiled, as far as is known.
        self._not_loaded: set[_GameLevel] = set()
        self._not_compiled: set[_GameLevel] = set()
        self._games_under_way: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._told: set[_GameLevel] = set()
        #: Set once all levels are loaded; until `start`, and for good if that never comes, it is not.
        self.all_ready = asyncio.Event()
        #: Called whenever a level has been compiled.
        self.on_ready: Callable[[], None] = lambda: None
        #: How many steps simple bots took for levels that were not compiled.
        self.steps_stood_in = 0

    @property
    def count(self) -> int:
        """How many levels are not ready."""
        return len(self._not_loaded)

    @property
    def takes_long(self) -> bool:
        """Whether levels are being compiled."""
        return bool(self._not_compiled)

    def start(self) -> None:
        """Begin to prepare all levels of all games, those that are usually played first."""
        games = [find_game(name) for name in game_names()]
        levels = [(game, level.name) for game in games for level in game_levels(game)]
        levels.sort(key=lambda found: found[1] != usual_opponent(found[0]))
        in_order = [_GameLevel(game.name, level) for game, level in levels]
        self._levels.update(in_order)
        self._not_loaded.update(in_order)
        for worker, to_load in zip(self._workers, self._to_load, strict=True):
            for game in games:
                to_load.put(_GameLevel(game.name, stand_in(game)))
            for level in in_order:
                to_load.put(level)
            self._tasks.append(asyncio.create_task(self._load_levels(worker, to_load)))
        cores = os.cpu_count() or 1
        for _ in range(max(1, min(_MOST_PROCESSES, cores // _CORES_A_PROCESS))):
            self._tasks.append(asyncio.create_task(self._compile_levels()))

    def is_ready(self, game: Game, bot: str) -> bool:
        """Tell whether a bot can be asked for a step: all but the levels that are known not to be compiled."""
        return _GameLevel(game.name, bot) not in self._not_compiled

    def may_compile(self, game: Game, bot: str) -> bool:
        """Tell whether a bot that is asked for a step may be compiled then: all but the levels that get ready here."""
        return _GameLevel(game.name, bot) not in self._levels

    def prefer(self, game: Game, bot: str) -> None:
        """Prepare this level next."""
        wanted = _GameLevel(game.name, bot)
        for queue in (*self._to_load, self._to_compile):
            queue.prefer(wanted)

    def note_not_compiled(self, game: Game, bot: str) -> None:
        """Compile a level next, because it was to take a step and could not be loaded."""
        level = _GameLevel(game.name, bot)
        self._compile_later(level)
        self._to_compile.prefer(level)

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

    async def _load_levels(self, worker: BotProcess, to_load: _LevelQueue) -> None:
        """Load one level after the other where bots think, so that a question waits for no more than one of them.

        The simple bots are the first: with them the process is there before the first question.
        """
        while True:
            level = await to_load.next()
            try:
                loaded = await worker.load(*level)
            except WorkerFailure as error:
                _log.error("a level cannot be loaded", game=level.game, level=level.level, reason=str(error))
                loaded = True
            if loaded:
                self._note_loaded(level)
            else:
                self._compile_later(level)

    def _note_loaded(self, level: _GameLevel) -> None:
        self._not_loaded.discard(level)
        if not self._not_loaded:
            self.all_ready.set()

    def _compile_later(self, level: _GameLevel) -> None:
        if level in self._levels and level not in self._not_compiled:
            self._not_compiled.add(level)
            self._to_compile.put(level)

    async def _compile_levels(self) -> None:
        """Compile one level after the other, of games at which no other process is."""
        process = BotProcess(_NICENESS)
        try:
            while True:
                level = await self._to_compile.next(self._games_under_way)
                self._games_under_way.add(level.game)
                await self._compile(process, level)
                self._games_under_way.discard(level.game)
                self._to_compile.look_again()
                if not self._not_compiled:
                    await process.stop()
        finally:
            await process.stop()

    async def _compile(self, process: BotProcess, level: _GameLevel) -> None:
        try:
            await process.warm_up(*level)
        except WorkerFailure as error:
            # The level is asked all the same, and whoever plays against it hears what is wrong.
            _log.error("a level cannot be prepared", game=level.game, level=level.level, reason=str(error))
            self._levels.discard(level)
            self._note_loaded(level)
        else:
            for to_load in self._to_load:
                to_load.put(level)
        self._not_compiled.discard(level)
        self.on_ready()
        if not self._not_compiled and self.steps_stood_in:
            _log.info("all levels are compiled")
