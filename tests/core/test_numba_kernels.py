"""Kernels come back from the cache on disk."""

import subprocess
import sys
from pathlib import Path

PAIRS = """
from shoal.core.numba_kernels import generator_kernel

@generator_kernel
def pairs(count):
    for first in range(count):
        for second in range(first):
            yield first, second
"""
USER = """
from pairs import pairs
from shoal.core.numba_kernels import kernel

@kernel
def total(count):
    found = 0
    for first, second in pairs(count):
        found += first * second
    return found

print(total(4))
"""


def test_a_later_process_can_compile_another_kernel_that_loops_over_a_generator(tmp_path: Path) -> None:
    (tmp_path / "pairs.py").write_text(PAIRS, encoding="utf-8")
    for name in ("one", "other"):
        (tmp_path / f"{name}.py").write_text(USER, encoding="utf-8")
    for name in ("one", "other", "one"):
        done = subprocess.run([sys.executable, str(tmp_path / f"{name}.py")], capture_output=True, text=True)
        assert done.stdout == "11\n", done.stderr
