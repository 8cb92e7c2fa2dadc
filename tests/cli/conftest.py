"""Runs the real program in a process of its own, with its own home folder."""

import os
import subprocess
import sys
import time
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


def wait_for_games(path: Path, process: "subprocess.Popen[str]", games: int) -> None:
    """Wait until a process has written this many games to its file."""
    while not path.exists() or path.read_bytes().count(b"\n") <= games:
        assert process.poll() is None
        time.sleep(0.01)
