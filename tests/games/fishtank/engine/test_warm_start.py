"""A second process that finds the kernels compiled loads them and thinks the same."""

import os
import subprocess
import sys
from pathlib import Path

_SCRIPT = """
import random
from shoal.core import SearchLimit, Table, find_game
from shoal.games.fishtank.engine.bot import Engine
from shoal.games.fishtank.engine.settings import Settings
table = Table(find_game("fishtank"), {"players": 2}, seed="07" * 32)
engine = Engine(random.Random(1), Settings(games=12))
for _ in range(8):
    seat = table.state.to_act[0]
    thought = engine.think(table.view(seat), SearchLimit(600.0))
    print(thought.step, thought.points, thought.nodes)
    table.submit(seat, thought.step)
"""


def _run(cache: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_second_start_from_a_warm_cache_thinks_the_same(tmp_path: Path) -> None:
    first = _run(tmp_path)
    assert any(tmp_path.rglob("*.kernel")), "nothing was kept on disk"
    compiled = {path: path.stat().st_ino for path in tmp_path.rglob("*.kernel")}
    assert _run(tmp_path) == first
    assert {path: path.stat().st_ino for path in tmp_path.rglob("*.kernel")} == compiled, "compiled again"
