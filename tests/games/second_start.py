"""Two processes, one after the other: the second finds on disk all that the first compiled, and compiles nothing."""

import subprocess
import sys

__all__ = ["run_twice"]

#: Printed last: how many kernels were compiled, as the cache did not have them.
_COMPILED = """
import gc
from shoal.core.kernel_cache import KernelCache
from numba.core.registry import CPUDispatcher
kernels = [found for found in gc.get_objects() if isinstance(found, CPUDispatcher)]
kept = [found for found in kernels if isinstance(found._cache, KernelCache)]
assert kept, "there is compiled code"
print(sum(sum(found.stats.cache_misses.values()) for found in kept))
"""


def run_twice(script: str) -> tuple[str, str]:
    """What the script prints in each process. The second one must compile nothing."""
    printed = []
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", script + _COMPILED], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        text, _, compiled = done.stdout.rstrip("\n").rpartition("\n")
        printed.append(text)
    assert compiled == "0", "compiled again"
    return printed[0], printed[1]
