"""The dealer: draws for chance from a secret seed, so that all can check the deal afterwards.

The seed's SHA-256 is published when the table opens, the seed when it ends. The numbers for the
step with number `n` of a record (from 0) come from the blocks

    HMAC-SHA256(key = seed, message = "n:0"), HMAC-SHA256(seed, "n:1"), …

each cut into four 64-bit big-endian words, used in order. A uniform number below `k` takes the next
word `w` with `w < k * (2**64 // k)`, the others are skipped, and is `w % k`. A draw from listed
outcomes takes one number below the total weight and counts off the outcomes in their listed order.

Where lots are drawn for who begins, that is one uniform number below the number of players, with `lot` in place of `n`.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator

from shoal.core.chance import Chance
from shoal.core.errors import NotationError
from shoal.core.step import Step
from shoal.core.text import msg

__all__ = ["Dealer", "new_seed"]

_WORDS = 1 << 64
_SEED_BYTES = 32


def new_seed() -> str:
    """A fresh secret seed: 64 hexadecimal digits."""
    return secrets.token_hex(_SEED_BYTES)


class Dealer:
    """Draws the steps of chance of one game."""

    __slots__ = ("_key", "seed")

    def __init__(self, seed: str) -> None:
        if len(seed) != 2 * _SEED_BYTES or any(digit not in "0123456789abcdef" for digit in seed):
            raise NotationError(seed, msg("a seed of {digits} hexadecimal digits", digits=2 * _SEED_BYTES))
        self.seed = seed
        self._key = bytes.fromhex(seed)

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed's bytes, as hexadecimal digits."""
        return hashlib.sha256(self._key).hexdigest()

    def draw(self, number: int, chance: Chance) -> Step:
        """The outcome of chance as step `number` of the record, counted from 0."""
        words = self._words(number)
        return chance.draw(lambda limit: _below(limit, words))

    def draw_lot(self, players: int) -> int:
        """Which of the players begins, counted from 0 in the order in which they were named."""
        return _below(players, self._words("lot"))

    def _words(self, name: int | str) -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.digest(self._key, f"{name}:{block}".encode(), "sha256")
            for start in range(0, len(digest), 8):
                yield int.from_bytes(digest[start : start + 8], "big")
            block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """A uniform number below the limit."""
    fair = limit * (_WORDS // limit)
    return next(word for word in words if word < fair) % limit
