"""The cache of compiled kernels on disk: what it has fits the code as it is now, and this machine, or is not found.

A file's name holds a digest of all that its machine code depends on: the kernel, every kernel that it calls, the
constants that they read, the types of the arguments, the versions of Python and the compiler, and the processor. So an
edit anywhere, or another machine, leads to another file, and nothing has to be deleted. A file begins with a checksum
and is replaced as a whole; one that was cut off is not used, and is compiled again.
Where kernels may only be loaded (`compilation.py`), one that is not there is an error.
"""

import contextlib
import hashlib
import io
import os
import pickle
import secrets
import sys
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
import numba.cpython.hashing  # names the parts of Python that kernels with hashes refer to
import numpy as np
import platformdirs
from numba.core import config
from numba.core.compiler import CompileResult
from numba.core.environment import Environment, _rebuild_env
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from shoal.core.compilation import NotCompiled, may_compile
from shoal.core.kernel_digest import VERSIONED, parts

__all__ = ["KernelCache"]

_CHECKSUM_BYTES: Final = 32
_DIGEST_LETTERS: Final = 32
#: Of the files of a kernel, as many are kept: for some argument types, interpreters, processors and recent edits.
_MOST_KEPT: Final = 16
#: Numba's own way to make bytes of compiled code, and to read them: it has no types.
_dumps: Final[Callable[[object], bytes]] = dumps
_rebuild: Final[Callable[..., Any]] = CompileResult._rebuild
_numba_environment: Final[Callable[[str, list[object], str], Environment]] = _rebuild_env
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
        # All that compiling needs is left out: it takes as long to load as the kernels of an engine.
        rtsys.initialize(target)
        path = self._path(signature, target)
        payload = _read_checked(path)
        if payload is None:
            if not may_compile():
                raise NotCompiled(self._name)
            return None
        with contextlib.suppress(OSError):  # in a folder that only others may write to
            os.utime(path)  # so that it is among those that are kept
        return _rebuild(target, *_Unpickler(io.BytesIO(payload)).load())

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
            self._source = "\n".join(parts(self._function, set()))
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


class _Unpickler(pickle.Unpickler):
    """Reads our own files, whose checksum was right, without importing more of Numba for them."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (_numba_environment.__module__, _numba_environment.__name__):
            return _environment
        return super().find_class(module, name)


def _environment(module: str, constants: list[object], name: str) -> Environment:
    """What machine code of a module refers to: its constants, and by name its globals, which only Numba's object mode
    looks at. We have none, so the modules of Numba's that kernels are made with, and SciPy behind them, stay out.
    """
    if module.partition(".")[0] not in VERSIONED or name in Environment._memo:
        return _numba_environment(module, constants, name)
    made = Environment({"__name__": module})
    made.consts[:] = constants
    made.env_name = name
    Environment._memo[name] = made
    return made


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
