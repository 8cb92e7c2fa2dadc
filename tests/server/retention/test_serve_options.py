"""`shoal serve` takes the periods and the archive from its command line or the environment, or says what is wrong."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.test_server_lifecycle import serving


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--keep", "empty=soon"], "--keep: expected empty, unfinished, finished, people, each with = and a number"),
        (["--archive", "{file}/archive"], "cannot write the archive {file}/archive: "),
    ],
)
def test_a_server_that_cannot_keep_its_promise_does_not_start(tmp_path: Path, words: list[str], reason: str) -> None:
    file = tmp_path / "file"
    file.write_text("no folder", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "shoal",
        "serve",
        "--port",
        "0",
        "--database",
        f"sqlite:///{tmp_path / 'shoal.db'}",
    ]
    ended = subprocess.run(
        [*command, *(word.format(file=file) for word in words)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "SHOAL_SECRET": "5e" * 32, "SHOAL_LANG": "en"},
    )
    assert ended.returncode == 2
    assert reason.format(file=file) in ended.stderr
    assert ended.stderr.count("\n") == 1, ended.stderr


def test_a_server_with_other_periods_and_an_archive(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    with serving(tmp_path, "--keep", "finished=365,people=forever", SHOAL_ARCHIVE=str(archive)) as server:
        assert 'shoal_retention_deleted_total{kind="tables"} 0.0' in httpx.get(f"{server.address}/metrics").text
        assert server.stop() == 0
    assert list(archive.iterdir()) == []
