"""Runs the real program in a process of its own, with its own home folder."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Shoal = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home folder."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def shoal(home: Path) -> Shoal:
    """`shoal("replay", "-", stdin=text)` runs the program in an environment of its own."""
    program = Path(sys.executable).parent / "shoal"

    def run(*words: str, stdin: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [str(program), *words],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=120,
            env={"HOME": str(home), "PATH": os.environ["PATH"], "COLUMNS": "80", **environment},
        )

    return run
