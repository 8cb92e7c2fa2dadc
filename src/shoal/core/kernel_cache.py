"""The cache of compiled kernels on disk: what it has fits the code as it is now, and this machine, or is not found.

A file's name holds a digest of all that its machine code depends on: the kernel, every kernel that it calls, the
constants that they read, the types of the arguments, the versions of Python and the compiler, and the processor. So an
edit anywhere, or another machine, leads to another file, and nothing has to be deleted. A file begins with a checksum
and is replaced as a whole; one that was cut off is not used, and is compiled again.
Where kernels may only be loaded (`compilation.py`), one that is not there is an error.
"""

import contextlib
import hashlib
import os
import pickle
import secrets
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core import config, types
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps
from numba.extending import is_jitted

from shoal.core.compilation import NotCompiled, may_compile

__all__ = ["KernelCache"]

_CHECKSUM_BYTES: Final = 32
_DIGEST_LETTERS: Final = 32
#: Of the files of a kernel, as many are kept: for some argument types, interpreters, processors and recent edits.
_MOST_KEPT: Final = 16
#: Code of these packages does not change but with their versions.
_VERSIONED: Final = frozenset({"numba", "llvmlite", "numpy", "math"})
#: Numba's own way to make bytes of compiled code, and to read them: it has no types.
_dumps: Final[Callable[[object], bytes]] = dumps
_rebuild: Final[Callable[..., Any]] = CompileResult._rebuild
_VERSIONS: Final = (numba.__version__, llvmlite.__version__, np.__version__, sys.implementation.cache_tag)


class KernelCache:
    """The compiled forms of one kernel on disk, as Numba's dispatchers ask for them."""

    def __init__(self, function: Any, settings: object) -> None:
        """`settings` are those that the kernel is compiled with."""
        self._function = function
        self._settings = settings
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._source: str | None = None

    @property
    def cache_path(self) -> str:
        """The folder, as Numba's statistics show it."""
        return str(_folder(Path(self._function.__code__.co_filename).parent))

    def load_overload(self, signature: object, target: Any) -> Any:
        """The compiled form for a signature; None if it has to be compiled."""
        target.refresh()
        path = self._path(signature, target)
        payload = _read_checked(path)
        if payload is None:
            if not may_compile():
                raise NotCompiled(self._name)
            return None
        with contextlib.suppress(OSError):  # in a folder that only others may write to
            os.utime(path)  # so that it is among those that are kept
        return _rebuild(target, *pickle.loads(payload))  # noqa: S301 - our own file, with its checksum

    def save_overload(self, signature: object, compiled: Any) -> None:
        """Keep a compiled form. Where that is not possible, say so: the next start takes as long."""
        if compiled.lifted or compiled.library.has_dynamic_globals:
            raise TypeError(f"{self._name} cannot be kept on disk: it refers to addresses of this process")
        payload = _dumps(compiled._reduce())
        path = self._path(signature, compiled.target_context)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            scratch = path.with_name(f".{secrets.token_hex(8)}.kernel")
            scratch.write_bytes(hashlib.sha256(payload).digest() + payload)
            scratch.replace(path)
            self._drop_oldest(path.parent)
        except OSError as error:
            _warn_once(f"compiled engines cannot be kept in {path.parent}: {error.strerror or error}")

    def flush(self) -> None:
        """Delete all compiled forms of this kernel."""
        for path in Path(self.cache_path).glob(f"{self._name}-*.kernel"):
            path.unlink(missing_ok=True)

    def _path(self, signature: object, target: Any) -> Path:
        if self._source is None:
            self._source = "\n".join(_parts(self._function, set()))
        depends_on = (self._source, self._settings, signature, target.codegen().magic_tuple(), *_VERSIONS)
        digest = hashlib.sha256(repr(depends_on).encode()).hexdigest()[:_DIGEST_LETTERS]
        return Path(self.cache_path) / f"{self._name}-{digest}.kernel"

    def _drop_oldest(self, folder: Path) -> None:
        kept = sorted(folder.glob(f"{self._name}-*.kernel"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in kept[_MOST_KEPT:]:
            path.unlink(missing_ok=True)


def _read_checked(path: Path) -> bytes | None:
    """What a file holds behind its checksum; None if it is not there or not whole."""
    try:
        found = path.read_bytes()
    except OSError:
        return None
    checksum, payload = found[:_CHECKSUM_BYTES], found[_CHECKSUM_BYTES:]
    return payload if hashlib.sha256(payload).digest() == checksum else None


@cache
def _folder(beside: Path) -> Path:
    """Where the kernels of a folder of source files are kept: `NUMBA_CACHE_DIR`; beside them; or the user's cache."""
    chosen: str = vars(config)["CACHE_DIR"]
    if chosen:
        return Path(chosen)
    own = beside / "__pycache__"
    return own if _is_writable(own) else platformdirs.user_cache_path("shoal") / "kernels"


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


@cache
def _warn_once(reason: str) -> None:
    warnings.warn(reason, RuntimeWarning, stacklevel=3)


def _parts(found: Any, seen: set[int]) -> Iterator[str]:
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
        yield from _parts(found.py_func, seen)
    elif isinstance(found, FunctionType):
        seen.add(id(found))
        yield from _function_parts(found, seen)
    elif is_jitted(found) or hasattr(found, "_defn"):  # an intrinsic: instructions that a function builds
        yield from _parts(found._defn, seen)
    elif isinstance(found, tuple):
        for part in found:
            yield from _parts(part, seen)
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
    yield from _parts(function.__defaults__, seen)
    for cell in function.__closure__ or ():
        yield from _parts(cell.cell_contents, seen)
    for code in _codes(function.__code__):
        yield code.co_code.hex()
        yield repr([const for const in code.co_consts if not isinstance(const, CodeType)])
        for name in code.co_names:
            yield name
            if name in function.__globals__:
                value = function.__globals__[name]
                yield from _module_parts(value, code, seen) if isinstance(value, ModuleType) else _parts(value, seen)


def _module_parts(module: ModuleType, code: CodeType, seen: set[int]) -> Iterator[str]:
    """What a function may read of a module of ours."""
    yield module.__name__
    if module.__name__.partition(".")[0] not in _VERSIONED:
        for name in code.co_names:
            if name in vars(module):
                yield from _parts(vars(module)[name], seen)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those within it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


def _is_versioned(found: Any) -> bool:
    module = getattr(found, "__module__", None) or type(found).__module__
    return module.partition(".")[0] in _VERSIONED
