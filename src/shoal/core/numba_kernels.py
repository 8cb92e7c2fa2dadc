"""Numba kernels: the decorators and bit operations that the engines share. Nothing else in the core imports this.

All that is untyped about Numba stays in this file. Kernels are plain Python functions over whole numbers and
flat arrays, compiled when first called, cached on disk, and run without the interpreter lock. A set of floes
or cells is an int with one bit each, of at most 63 bits, so that no unsigned number is needed. Random numbers
in a kernel come from one 64-bit word, so that equal words give equal games.
"""

from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.registry import CPUDispatcher
from numba.core.typeinfer import register_dispatcher
from numba.extending import intrinsic
from numpy.typing import NDArray

from shoal.core.kernel_cache import KernelCache

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


#: The type of a number, whether or not its value is known.
_unliteral: Callable[[Any], Any] = types.unliteral


class _Kernel(CPUDispatcher):
    """Compiles a function when it is first called, once for the types of its arguments, whatever their values."""

    def enable_caching(self) -> None:
        self._cache = KernelCache(self.py_func, sorted(self.targetoptions.items()))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """As called by another kernel: Numba would compile it again for each constant that it is called with."""
        return super().get_call_template(
            tuple(map(_unliteral, args)), {name: _unliteral(kind) for name, kind in kws.items()}
        )


def _compiled(function: Callable[_P, _R], *, cached: bool = True, inlined: bool = False) -> _Kernel:
    options = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    found = _Kernel(function, targetoptions={**options, "forceinline": True} if inlined else options)
    if cached:
        found.enable_caching()
    return found


def kernel(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A function that Numba compiles when it is first called."""
    return cast(Callable[_P, _R], _compiled(function))


def generator_kernel(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A kernel that yields, for loops in other kernels, which are cached with it.

    It has no file of its own: Numba cannot compile a generator that it has loaded from the cache into another kernel.
    """
    return cast(Callable[_P, _R], _compiled(function, cached=False))


def small_kernel(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A kernel that is always inlined: for small ones in hot loops."""
    return cast(Callable[_P, _R], _compiled(function, inlined=True))


def recursive_kernel(signature: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """A kernel for a function that calls itself: its types are written out as a signature.

    If Numba infers them from a call with a literal, it caches a file that aborts the next process that loads it.
    """

    def compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
        found = _compiled(function)
        with register_dispatcher(found):
            found.compile(signature)
        found.disable_compile()
        return cast(Callable[_P, _R], found)

    return compiled


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
