"""Bots that are kept from question to question: those used last, within a bound of memory.

A kept bot remembers what it found, and its randomness comes from a seed that is drawn here and told to nobody. A bot
that was dropped, because others needed its memory or because it failed, is made again, and begins anew.
"""

import contextlib
import random
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from shoal.core import Bot, BotMaker
from shoal.players.bot_adapters import close_bot, held_bytes

__all__ = ["KeptBots"]

#: What the bots of one process may hold together while they wait for their next question.
_MOST_BYTES: Final = 128 << 20
#: What every bot counts for at least, so that there are not too many of them.
_LEAST_BYTES: Final = 1 << 20
_SEED_BYTES: Final = 32


class KeptBots:
    """The bots of named players by key. One that thinks is nowhere here, so no two questions ever share a bot."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        #: The bots that wait, with what they count for; the one used last is at the end.
        self._waiting: OrderedDict[bytes, tuple[Bot, int]] = OrderedDict()

    @property
    def bytes_waiting(self) -> int:
        """What the bots count for that wait."""
        return sum(size for _, size in self._waiting.values())

    @contextlib.contextmanager
    def bot_for(self, key: bytes | None, maker: BotMaker) -> Iterator[Bot]:
        """The bot that is kept by this key, or a new one. Without a key, always a new one from the same generator."""
        if key is None:
            # An answer does not depend on the questions before it.
            yield maker(random.Random(0))
            return
        bot = self._take(key)
        if bot is None:
            bot = maker(random.Random(secrets.token_bytes(_SEED_BYTES)))
        try:
            yield bot
        except BaseException:
            close_bot(bot)
            raise
        self._keep(key, bot)

    def _take(self, key: bytes) -> Bot | None:
        with self._lock:
            bot, _ = self._waiting.pop(key, (None, 0))
            return bot

    def _keep(self, key: bytes, bot: Bot) -> None:
        with self._lock:
            dropped = [self._waiting.pop(key)[0]] if key in self._waiting else []
            self._waiting[key] = bot, max(_LEAST_BYTES, held_bytes(bot))
            while self.bytes_waiting > self._most_bytes:
                dropped.append(self._waiting.popitem(last=False)[1][0])
        for other in dropped:
            close_bot(other)
