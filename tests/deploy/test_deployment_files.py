"""The files in deploy/ hold up before the linters of those who run them, where these are installed."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
#: Tenths of a point. What is left is the network, the file system and that engines are compiled at run time.
MOST_EXPOSED = 12


def tool(name: str) -> str:
    """The path of a program; without it, the test is skipped."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def run(*command: str) -> tuple[int, str]:
    """The exit status of a program, and all it says."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def unit(folder: Path, more: str = "") -> str:
    """The path of the systemd unit, with a program that exists on this machine."""
    text = (DEPLOY / "shoal.service").read_text(encoding="utf-8")
    copy = folder / "shoal.service"
    copy.write_text(re.sub(r"(?m)^ExecStart=\S+", f"ExecStart={sys.executable}", text) + more, encoding="utf-8")
    return str(copy)


def test_the_linter_of_container_files_has_no_complaint() -> None:
    assert run(tool("hadolint"), "--no-color", str(DEPLOY / "Dockerfile")) == (0, "")


def test_systemd_understands_every_line_of_the_unit(tmp_path: Path) -> None:
    systemd = tool("systemd-analyze")
    assert run(systemd, "verify", unit(tmp_path)) == (0, "")
    assert "Unknown key" in run(systemd, "verify", unit(tmp_path, "[Service]\nProtectEverything=yes\n"))[1]


def test_a_server_under_systemd_is_hardly_exposed(tmp_path: Path) -> None:
    systemd = tool("systemd-analyze")
    if "--offline" not in run(systemd, "--help")[1]:
        pytest.skip("systemd-analyze is too old")
    command = [systemd, "security", "--offline=true", f"--threshold={MOST_EXPOSED}", "--no-pager"]
    status, said = run(*command, unit(tmp_path))
    assert status == 0, said
    more_exposed = "[Service]\nDynamicUser=no\nPrivateUsers=no\nSystemCallFilter=\n"
    assert run(*command, unit(tmp_path, more_exposed))[0] != 0
