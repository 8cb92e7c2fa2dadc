"""Kernels: what a search remembers of positions it has seen, in flat arrays of a fixed size.

An entry is two words, the second one what is known and the first one that word combined with the position's
fingerprint. Threads share the arrays without locks: an entry torn between two of them fits no fingerprint.
"""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, kernel

__all__ = ["fingerprint", "memory_of", "recall", "remember"]

_ONE: Final = -7046029254386353131
_TWO: Final = -4658895280553007687
_THREE: Final = -7723592293110705685
_LOW: Final = (1 << 34) - 1


def memory_of(bits: int) -> Numbers:
    """Room for so many bits' worth of entries."""
    return np.zeros(2 << bits, dtype=np.int64)


@kernel
def fingerprint(free: int, me: int, opponent: int) -> int:
    """A number that two different positions hardly ever share."""
    mixed = free * _ONE ^ (me + 1) * _TWO
    mixed ^= mixed >> 30 & _LOW
    mixed = (mixed + opponent) * _THREE
    mixed ^= mixed >> 30 & _LOW
    mixed *= _TWO
    return mixed ^ mixed >> 30 & _LOW


@kernel
def recall(memory: Numbers, mark: int) -> int:
    """What is known of a position; 0 when nothing is."""
    at = mark & (len(memory) - 2)
    known: int = memory[at + 1]
    if memory[at] ^ known == mark:
        return known
    at ^= 2
    known = memory[at + 1]
    if memory[at] ^ known == mark:
        return known
    return 0


@kernel
def remember(memory: Numbers, mark: int, known: int, place: int) -> None:
    """Write an entry to its first place (0) or, so as to keep what is there, to its second (1)."""
    at = mark & (len(memory) - 2)
    if place and memory[at] ^ memory[at + 1] != mark:
        at ^= 2
    memory[at] = mark ^ known
    memory[at + 1] = known
