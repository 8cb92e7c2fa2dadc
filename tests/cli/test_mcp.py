"""`shoal mcp`: its arguments, and what it takes to start."""

import subprocess
import sys

import pytest

from shoal.cli.mcp import serve_assistants
from shoal.core import ShoalError
from tests.cli.conftest import Shoal


def test_wrong_arguments_are_refused_before_anything_is_served(shoal: Shoal) -> None:
    for words, complaint in (
        (["--port", "1"], "--port needs --http"),
        (["--host", "::1"], "--host needs --http"),
        (["--http", "--host", "0.0.0.0"], "--host: found 0.0.0.0, expected one of 127.0.0.1"),  # noqa: S104
        (["--server", "http://127.0.0.1:1"], "--server needs a token in SHOAL_TOKEN"),
    ):
        done = shoal("mcp", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert complaint in done.stderr
    done = shoal("mcp", "--server", "nowhere", SHOAL_TOKEN="token")  # noqa: S106
    assert done.returncode == 2
    assert "expected the http(s) address of a server" in done.stderr


def test_nothing_is_served_when_the_input_has_ended(shoal: Shoal) -> None:
    done = shoal("mcp")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(ShoalError, match=r'mcp is not installed: run `pip install "shoal\[mcp\]"`'):
        serve_assistants(server=None, token=None, http=False, host=None, port=None)


def test_other_commands_do_not_import_the_protocol() -> None:
    """It takes a second."""
    loaded = "[name for name in ('mcp', 'pydantic', 'shoal.assistants') if name in sys.modules]"
    told = f"import sys, shoal.cli.app; print({loaded})"
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout == "[]\n"
