"""Kernels: an entry of the transposition table, as the alpha-beta search writes it: one word, never 0."""

from typing import Final

from shoal.core.numba_kernels import kernel

__all__ = [
    "EXACT",
    "LOWER_BOUND",
    "PROVED",
    "UPPER_BOUND",
    "depth_of",
    "generation_of",
    "kind_of",
    "move_of",
    "pack_entry",
    "value_of",
]

#: Whether the value of an entry is exact or a bound.
LOWER_BOUND: Final = 1
UPPER_BOUND: Final = 2
EXACT: Final = 3
#: The depth of an entry whose value is proved.
PROVED: Final = 127

#: The lowest bit of each field in the word.
_DEPTH_AT: Final = 4
_GENERATION_AT: Final = 12
_MOVE_AT: Final = 20
_VALUE_AT: Final = 32
#: Keeps values above 0.
_OFFSET: Final = 1 << 15


@kernel
def pack_entry(value: int, move: int, depth: int, kind: int, generation: int) -> int:
    """Pack what is known of a position into one word."""
    return (value + _OFFSET) << _VALUE_AT | move << _MOVE_AT | generation << _GENERATION_AT | depth << _DEPTH_AT | kind


@kernel
def value_of(entry: int) -> int:
    """The value for the player on turn, or a bound on it."""
    return (entry >> _VALUE_AT) - _OFFSET


@kernel
def move_of(entry: int) -> int:
    """The best move that was found; 0 when there is none, or no entry."""
    return entry >> _MOVE_AT & 0xFFF


@kernel
def generation_of(entry: int) -> int:
    """Which search of the game wrote it."""
    return entry >> _GENERATION_AT & 0xFF


@kernel
def depth_of(entry: int) -> int:
    """How deeply the position was searched; `PROVED` when the value is proved."""
    return entry >> _DEPTH_AT & 0x7F


@kernel
def kind_of(entry: int) -> int:
    """Whether the value is exact or a bound."""
    return entry & 3
