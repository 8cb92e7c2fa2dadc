"""Numba kernels: the decorators and bit operations that the engines share. Nothing else in the core imports this.

All that is untyped about Numba stays in this file. Kernels are plain Python functions over whole numbers and
flat arrays, compiled when first called, cached on disk, and run without the interpreter lock. A set of floes
or cells is an int with one bit each, of at most 63 bits, so that no unsigned number is needed. Random numbers
in a kernel come from one 64-bit word, so that equal words give equal games.
"""

from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

__all__ = [
    "Numbers",
    "Reals",
    "Short",
    "below",
    "count",
    "generator_kernel",
    "kernel",
    "last",
    "lowest",
    "recursive_kernel",
    "small_kernel",
]

#: Flat arrays of 64-bit and 16-bit whole numbers, and of real ones.
Numbers: TypeAlias = NDArray[np.int64]
Short: TypeAlias = NDArray[np.int16]
Reals: TypeAlias = NDArray[np.float64]

_P = ParamSpec("_P")
_R = TypeVar("_R")


def kernel(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A function that Numba compiles when it is first called."""
    return cast(Callable[_P, _R], numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def generator_kernel(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A kernel that yields, for loops in other kernels, which are cached with it.

    It has no file of its own: Numba cannot compile a generator that it has loaded from the cache into another kernel.
    """
    return cast(Callable[_P, _R], numba.njit(nogil=True, error_model="numpy")(function))


def small_kernel(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A kernel that is always inlined: for small ones in hot loops."""
    decorator = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=True)
    return cast(Callable[_P, _R], decorator(function))


def recursive_kernel(signature: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """A kernel for a function that calls itself: its types are written out as a signature.

    If Numba infers them from a call with a literal, it caches a file that aborts the next process that loads it.
    """
    decorator = numba.njit(signature, cache=True, nogil=True, error_model="numpy")
    return cast(Callable[[Callable[_P, _R]], Callable[_P, _R]], decorator)


def _word_operation(build: Callable[[ir.IRBuilder, Any], Any]) -> Callable[[int], int]:
    """A machine instruction on one 64-bit word."""

    def instruction(typing_context: Any, word: Any) -> Any:
        def code(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
            return build(builder, arguments[0])

        return types.int64(types.int64), code

    return cast(Callable[[int], int], intrinsic(instruction))


_NO: Final = ir.Constant(ir.IntType(1), 0)

#: The number of members of a set (population count).
count = _word_operation(lambda builder, word: builder.ctpop(word))
#: The first member of a set (trailing zeros); 64 when it is empty.
lowest = _word_operation(lambda builder, word: builder.cttz(word, _NO))
_leading = _word_operation(lambda builder, word: builder.ctlz(word, _NO))


@kernel
def last(members: int) -> int:
    """One more than the last member of a set; 0 when it is empty."""
    return 64 - _leading(members)


@kernel
def below(dice: Numbers, bound: int) -> int:
    """A whole number from 0 to `bound` - 1, from `dice[0]`, which must not be 0 (xorshift, high bits).

    `dice` is `[1]` and holds the state of the generator.
    """
    word = int(dice[0])
    word ^= word << 13
    word ^= (word >> 7) & 0x1FFFFFFFFFFFFFF
    word ^= word << 17
    dice[0] = word
    return (((word >> 31) & 0xFFFFFFFF) * bound) >> 32
