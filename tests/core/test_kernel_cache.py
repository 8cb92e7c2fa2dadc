"""The cache of compiled kernels gives back what fits, and nothing else."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import numba
import pytest

from shoal.core.kernel_cache import KernelCache

FISH = [1, 2, 3]

INNER = """
from shoal.core.numba_kernels import kernel

BONUS = 5

@kernel
def points(fish):
    return fish * 2 + BONUS
"""
OUTER = """
import inner
from shoal.core.numba_kernels import kernel

@kernel
def total(fish):
    return inner.points(fish) + 1
"""
MAIN = """
from outer import total

print(total(10))
print(sum(total.stats.cache_misses.values()), "compiled")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("inner", INNER), ("outer", OUTER), ("main", MAIN)):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    return tmp_path


def reads_a_list() -> int:
    return FISH[0]


USES_NUMPY = """
import sys
import numpy as np
from shoal.core.numba_kernels import kernel

@kernel
def total(fish):
    return np.sum(fish) + hash(fish[0])

print(total(np.arange(4)), "numba.np.arraymath" in sys.modules, "scipy.linalg" in sys.modules)
"""
LOAD_ONLY = """
from shoal.core.compilation import NotCompiled, loading_only
from outer import total

try:
    with loading_only():
        print(total(10))
except NotCompiled:
    print("not compiled")
"""


def run(folder: Path, environment: Mapping[str, str] | None = None) -> tuple[int, bool]:
    """What the kernel returns in a new process, and whether it was compiled there."""
    own = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-B", str(folder / "main.py")],
        capture_output=True,
        text=True,
        check=False,
        env={**own, **(environment or {})},
    )
    assert done.returncode == 0, done.stderr
    total, compiled, _ = done.stdout.split()
    return int(total), bool(int(compiled))


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("outer.total-*.kernel"))


def edit(path: Path, old: str, new: str) -> None:
    """Change a file without changing its size or its time."""
    before = path.stat()
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size


def test_a_later_process_loads_what_an_earlier_one_compiled(folder: Path) -> None:
    assert run(folder) == (26, True)
    assert run(folder) == (26, False)


def test_an_edit_of_a_kernel_that_another_one_calls_is_noticed_and_taking_it_back_too(folder: Path) -> None:
    run(folder)
    edit(folder / "inner.py", "fish * 2", "fish * 3")
    assert run(folder) == (36, True)
    edit(folder / "inner.py", "fish * 3", "fish * 2")
    assert run(folder) == (26, False)


def test_an_edit_of_a_constant_that_a_called_kernel_reads_is_noticed(folder: Path) -> None:
    run(folder)
    edit(folder / "inner.py", "BONUS = 5", "BONUS = 7")
    assert run(folder) == (28, True)


def test_an_edit_of_something_else_compiles_nothing(folder: Path) -> None:
    run(folder)
    edit(folder / "main.py", "compiled", "Compiled")
    assert run(folder) == (26, False)


def test_another_processor_has_another_cache(folder: Path) -> None:
    assert run(folder) == (26, True)
    generic = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    assert run(folder, generic) == (26, True)
    assert len(files(folder)) == 2
    assert run(folder) == run(folder, generic) == (26, False)


@pytest.mark.parametrize("kept", [0, 20, 400])
def test_a_file_that_was_cut_off_is_not_used_and_is_made_again(folder: Path, kept: int) -> None:
    run(folder)
    (file,) = files(folder)
    whole = file.read_bytes()
    file.write_bytes(whole[:kept])
    assert run(folder) == (26, True)
    assert len(files(folder)[0].read_bytes()) == len(whole)
    assert run(folder) == (26, False)


def test_two_processes_may_compile_at_once(folder: Path) -> None:
    own = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    both = [
        subprocess.Popen([sys.executable, "-B", str(folder / "main.py")], stdout=subprocess.PIPE, text=True, env=own)
        for _ in range(2)
    ]
    assert [process.communicate()[0].split()[0] for process in both] == ["26", "26"]
    assert run(folder) == (26, False)
    assert len(files(folder)) == 1
    assert not list(folder.rglob(".*.kernel")), "nothing half-written is left"


def test_a_later_process_loads_nothing_that_only_compiling_needs(tmp_path: Path) -> None:
    (tmp_path / "kernels.py").write_text(USES_NUMPY, encoding="utf-8")
    command = [sys.executable, "-B", str(tmp_path / "kernels.py")]
    first, second = (subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert first.split()[:2] == ["6", "True"]
    assert second.split() == ["6", "False", "False"]


def test_where_kernels_may_only_be_loaded_none_is_compiled(folder: Path) -> None:
    (folder / "load_only.py").write_text(LOAD_ONLY, encoding="utf-8")
    command = [sys.executable, "-B", str(folder / "load_only.py")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "not compiled\n"
    assert files(folder) == []
    run(folder)
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "26\n"
    edit(folder / "inner.py", "BONUS = 5", "BONUS = 7")
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "not compiled\n"


def test_where_the_sources_cannot_be_written_to_the_users_cache_folder_is_used(folder: Path, tmp_path: Path) -> None:
    # A file where the folder should be stands for a folder that is read-only, also to root.
    (folder / "__pycache__").write_text("", encoding="ascii")
    home = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path / "cache")}
    assert run(folder, home) == (26, True)
    assert run(folder, home) == (26, False)
    assert files(tmp_path / "cache") or files(tmp_path / "Library")


def test_where_nothing_can_be_kept_the_kernel_runs_and_it_is_said(folder: Path) -> None:
    (folder / "file").write_text("", encoding="ascii")
    done = subprocess.run(
        [sys.executable, "-B", str(folder / "main.py")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder / "file" / "cache")},
    )
    assert done.stdout.startswith("26\n"), done.stderr
    assert done.stderr.count("RuntimeWarning: compiled engines cannot be kept") == 1


def test_what_the_cache_cannot_tell_the_changes_of_is_refused() -> None:
    cache = KernelCache(reads_a_list, ())
    with pytest.raises(TypeError, match="the cache does not know when a list changes"):
        cache.load_overload((), numba.core.registry.cpu_target.target_context)
