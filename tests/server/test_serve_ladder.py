"""`shoal serve --ladder` says in one line what is wrong with a file, and does not start."""

import os
import subprocess
import sys
from pathlib import Path


def test_a_file_that_is_no_tournament_is_named_and_nothing_starts(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    file.write_text("fish\n", encoding="utf-8")
    command = [sys.executable, "-m", "shoal", "serve", "--port", "0", "--ladder", str(file)]
    ended = subprocess.run(
        [*command, "--database", f"sqlite:///{tmp_path / 'shoal.db'}"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "SHOAL_SECRET": "5e" * 32, "SHOAL_LANG": "en"},
    )
    assert ended.returncode == 2
    assert f"{file} is no file of the arena: line 1" in ended.stderr
    assert ended.stderr.count("\n") == 1, ended.stderr
