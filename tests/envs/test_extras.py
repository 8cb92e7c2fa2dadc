"""Extras: nothing is loaded before it is asked for, and what is missing is named."""

import importlib
import subprocess
import sys

import pytest

from shoal.core import ShoalError
from shoal.envs.extras import needs


def _loaded_after(code: str) -> set[str]:
    program = f"import sys; {code}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize("code", ["import shoal; shoal.play('smallfry', ['random', 'random'])", "import shoal.envs"])
def test_playing_loads_no_environment(code: str) -> None:
    assert not _loaded_after(code) & {"gymnasium", "pettingzoo", "pyspiel", "PIL", "resvg_py"}


def test_gymnasium_does_without_the_others() -> None:
    loaded = _loaded_after("import shoal.envs.gymnasium")
    assert "gymnasium" in loaded
    assert not loaded & {"pettingzoo", "pyspiel", "PIL", "resvg_py", "numba"}


def test_openspiel_does_without_the_others() -> None:
    loaded = _loaded_after("import shoal.envs.openspiel")
    assert "pyspiel" in loaded
    assert not loaded & {"pettingzoo", "gymnasium", "PIL", "resvg_py", "numba"}


def test_a_missing_package_is_named_with_what_installs_it() -> None:
    with (
        pytest.raises(ShoalError, match=r"no_such_package is not installed: install shoal\[pettingzoo\]"),
        needs("pettingzoo"),
    ):
        importlib.import_module("no_such_package")
