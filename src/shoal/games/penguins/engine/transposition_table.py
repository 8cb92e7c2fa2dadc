"""Kernels: transposition tables, which keep what a search found out about positions, in flat arrays of a fixed size.

An entry is two words, `[slots, 2]`: the second word is what is known, the first that word XORed with the position's
hash key. Threads share the arrays without locks (Hyatt's lockless hashing): an entry torn between two of them fits
no key, so it is not found. What the word says is up to the search; 0 means nothing.
"""

from typing import Final

import numpy as np

from shoal.core.numba_kernels import Numbers, kernel

__all__ = ["first_entry", "hash_key", "new_transposition_table", "probe", "store"]

#: An entry's two words.
_WORDS: Final = 2
_KEYED: Final = 0
_ENTRY: Final = 1
#: Changes an entry's place into that of its neighbour.
_OTHER_SLOT: Final = 2

_ONE: Final = -7046029254386353131
_TWO: Final = -4658895280553007687
_THREE: Final = -7723592293110705685
_LOW: Final = (1 << 34) - 1


def new_transposition_table(bits: int) -> Numbers:
    """An empty transposition table of 2**bits entries."""
    return np.zeros(_WORDS << bits, dtype=np.int64)


@kernel
def hash_key(free: int, me: int, opponent: int) -> int:
    """A number that two different positions hardly ever share."""
    mixed = free * _ONE ^ (me + 1) * _TWO
    mixed ^= mixed >> 30 & _LOW
    mixed = (mixed + opponent) * _THREE
    mixed ^= mixed >> 30 & _LOW
    mixed *= _TWO
    return mixed ^ mixed >> 30 & _LOW


@kernel
def probe(transpositions: Numbers, key: int) -> int:
    """The entry of a position, from either of its two slots; 0 when there is none."""
    at = key & (len(transpositions) - _WORDS)
    entry: int = transpositions[at + _ENTRY]
    if transpositions[at + _KEYED] ^ entry == key:
        return entry
    at ^= _OTHER_SLOT
    entry = transpositions[at + _ENTRY]
    if transpositions[at + _KEYED] ^ entry == key:
        return entry
    return 0


@kernel
def first_entry(transpositions: Numbers, key: int) -> int:
    """The entry in a position's first slot, whichever position it is of."""
    entry: int = transpositions[(key & (len(transpositions) - _WORDS)) + _ENTRY]
    return entry


@kernel
def store(transpositions: Numbers, key: int, entry: int, slot: int) -> None:
    """Write an entry to its first slot (0) or, to keep what another position has there, to its second (1)."""
    at = key & (len(transpositions) - _WORDS)
    if slot and transpositions[at + _KEYED] ^ transpositions[at + _ENTRY] != key:
        at ^= _OTHER_SLOT
    transpositions[at + _KEYED] = key ^ entry
    transpositions[at + _ENTRY] = entry
