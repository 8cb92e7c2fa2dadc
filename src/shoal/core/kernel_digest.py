"""What the machine code of a kernel depends on, as texts: it, all that it calls, and the constants that they read."""

import hashlib
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final

import numpy as np
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.extending import is_jitted

__all__ = ["VERSIONED", "parts"]

#: Code of these packages does not change but with their versions.
VERSIONED: Final = frozenset({"numba", "llvmlite", "numpy", "math"})


def parts(found: Any, seen: set[int]) -> Iterator[str]:
    """All that machine code made of `found` depends on, as texts; `found` is what a name in a kernel stands for."""
    if isinstance(found, bool | int | float | str | bytes | None | np.generic):
        yield repr(found)
    elif isinstance(found, np.ndarray):
        yield f"{found.dtype} {found.shape} {hashlib.sha256(found.tobytes()).hexdigest()}"
    elif id(found) in seen:
        yield getattr(found, "__qualname__", "")
    elif isinstance(found, Dispatcher):
        seen.add(id(found))
        yield repr(sorted(found.targetoptions.items()))
        yield from parts(found.py_func, seen)
    elif isinstance(found, FunctionType):
        seen.add(id(found))
        yield from _function_parts(found, seen)
    elif is_jitted(found) or hasattr(found, "_defn"):  # an intrinsic: instructions that a function builds
        yield from parts(found._defn, seen)
    elif isinstance(found, tuple):
        for part in found:
            yield from parts(part, seen)
    elif isinstance(found, type):
        yield f"{found.__module__}.{found.__qualname__} {getattr(found, '_fields', '')}"
    elif isinstance(found, BuiltinFunctionType | ModuleType | types.Type | np.ufunc) or _is_versioned(found):
        yield getattr(found, "__name__", repr(found))
    else:
        raise TypeError(f"a kernel reads {found!r}, and the cache does not know when a {type(found).__name__} changes")


def _function_parts(function: FunctionType, seen: set[int]) -> Iterator[str]:
    if _is_versioned(function):
        yield function.__qualname__
        return
    yield from parts(function.__defaults__, seen)
    for cell in function.__closure__ or ():
        yield from parts(cell.cell_contents, seen)
    for code in _codes(function.__code__):
        yield code.co_code.hex()
        yield repr([const for const in code.co_consts if not isinstance(const, CodeType)])
        for name in code.co_names:
            yield name
            if name in function.__globals__:
                value = function.__globals__[name]
                yield from _module_parts(value, code, seen) if isinstance(value, ModuleType) else parts(value, seen)


def _module_parts(module: ModuleType, code: CodeType, seen: set[int]) -> Iterator[str]:
    """What a function may read of a module of ours."""
    yield module.__name__
    if module.__name__.partition(".")[0] not in VERSIONED:
        for name in code.co_names:
            if name in vars(module):
                yield from parts(vars(module)[name], seen)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those within it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


def _is_versioned(found: Any) -> bool:
    module = getattr(found, "__module__", None) or type(found).__module__
    return module.partition(".")[0] in VERSIONED
