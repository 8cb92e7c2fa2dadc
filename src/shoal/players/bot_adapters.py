"""Adapters: any bot as a thinker, closing a bot, what it holds, its threads, warming a bot up before time counts."""

import random
import time
from collections.abc import Mapping
from typing import Final, TypeGuard

from shoal.core import Bot, BotMaker, Game, SearchLimit, Step, Table, Thinker, Thought, View
from shoal.players.failure import BotFailure

__all__ = [
    "as_thinker",
    "close_bot",
    "held_bytes",
    "is_thinker",
    "limit_threads",
    "load_engine",
    "warm_up",
    "warm_up_engine",
]

_WARM_UP_STEP: Final = 0.002
_LONGEST_WARM_UP: Final = 2.0


def is_thinker(bot: Bot) -> TypeGuard[Thinker]:
    """Whether a bot can report what it thinks."""
    return hasattr(bot, "think")


def as_thinker(bot: Bot) -> Thinker:
    """The bot itself if it thinks; otherwise an adapter that reports its choice and has no other opinion."""
    return bot if is_thinker(bot) else _ChoosingThinker(bot)


class _ChoosingThinker:
    """A bot that only chooses: it reports equal shares, the points of now, and 0 nodes."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, view: View) -> Step:
        return self._bot.choose(view)

    def think(self, view: View, limit: SearchLimit) -> Thought:
        step = self._bot.choose(view)
        count = len(view.scores)
        return Thought(
            step=step,
            shares=(1 / count,) * count,
            points=tuple(float(score) for score in view.scores),
            line=(step,),
        )


def close_bot(bot: Bot) -> None:
    """Close the bot, if it holds anything outside this process."""
    close = getattr(bot, "close", None)
    if close is not None:
        close()


def held_bytes(bot: Bot) -> int:
    """About how much memory the bot holds from step to step; 0 for a bot that says nothing about it."""
    held: int = getattr(bot, "held_bytes", 0)
    return held


def limit_threads(bot: Bot, threads: int) -> None:
    """Have a bot that thinks on several threads think on so many; others think on one."""
    use = getattr(bot, "use_threads", None)
    if use is not None:
        use(threads)


def warm_up_engine(maker: BotMaker) -> None:
    """Compile or load now all compiled code that a bot needs, at any table of its game; most bots need none."""
    bot = maker(random.Random(0))
    try:
        load_engine(bot)
    finally:
        close_bot(bot)


def load_engine(bot: Bot) -> None:
    """Load or compile what this bot needs before its clock runs; after the first time, that is nothing."""
    load = getattr(bot, "warm_up", None)
    if load is not None:
        load()


def warm_up(game: Game, options: Mapping[str, object], maker: BotMaker) -> None:
    """Have a bot play a game very fast, so that it has compiled and loaded everything before a clock runs."""
    try:
        bot = maker(random.Random(0))
        try:
            load_engine(bot)
            _play_fast(Table(game, options, seed="00" * 32), as_thinker(bot))
        finally:
            close_bot(bot)
    except BotFailure:
        # It will fail again where it counts, and there it is reported.
        return


def _play_fast(table: Table, bot: Thinker) -> None:
    started: float | None = None
    while not table.over:
        seat = table.state.to_act[0]
        table.submit(seat, bot.think(table.view(seat), SearchLimit(_WARM_UP_STEP)).step)
        if started is None:
            # The first step compiles, which cannot be cut short; the game after it can.
            started = time.monotonic()
        elif time.monotonic() - started > _LONGEST_WARM_UP:
            return
