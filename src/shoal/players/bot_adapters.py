"""Any bot as one that thinks, and bots made ready before a clock runs."""

import random
import time
from collections.abc import Mapping
from typing import Final, TypeGuard

from shoal.core import Bot, BotMaker, Game, SearchLimit, Step, Table, Thinker, Thought, View
from shoal.players.failure import BotFailure

__all__ = ["as_thinker", "close_bot", "is_thinker", "warm_up"]

_A_MOMENT: Final = 0.002
_LONGEST_WARM_UP: Final = 2.0


def is_thinker(bot: Bot) -> TypeGuard[Thinker]:
    """Whether a bot can say what it thinks."""
    return hasattr(bot, "think")


def as_thinker(bot: Bot) -> Thinker:
    """The bot itself if it thinks; else one that says what it chose and has no opinion on the rest."""
    return bot if is_thinker(bot) else _SilentThinker(bot)


class _SilentThinker:
    """A bot that only chooses: for all it says, everybody is as likely to win, and 0 nodes were looked at."""

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
    """Let go of what the bot holds outside this process, if it holds anything."""
    close = getattr(bot, "close", None)
    if close is not None:
        close()


def warm_up(game: Game, options: Mapping[str, object], maker: BotMaker) -> None:
    """Have a bot play through a game in a hurry, so that what it compiles or loads is there when time counts."""
    try:
        bot = maker(random.Random(0))
        try:
            _hurry(Table(game, options, seed="00" * 32), as_thinker(bot))
        finally:
            close_bot(bot)
    except BotFailure:
        # It will fail again where it counts, and there it is reported.
        return


def _hurry(table: Table, bot: Thinker) -> None:
    started: float | None = None
    while not table.over:
        seat = table.state.to_act[0]
        table.submit(seat, bot.think(table.view(seat), SearchLimit(_A_MOMENT)).step)
        if started is None:
            # Compiling takes what it takes; only the game after it is cut short.
            started = time.monotonic()
        elif time.monotonic() - started > _LONGEST_WARM_UP:
            return
