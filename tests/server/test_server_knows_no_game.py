"""The server knows no game by its name, and its scripts are short files without dependencies."""

import re
from pathlib import Path

import pytest

import shoal.server
from shoal.core import game_names

SERVER = Path(shoal.server.__file__).parent
FILES = sorted(path for path in SERVER.rglob("*") if path.suffix in (".py", ".html", ".js", ".css", ".svg"))


def test_the_page_modules_are_short_files_without_dependencies() -> None:
    modules = sorted(SERVER.rglob("*.js"))
    assert [path.name for path in modules] == ["analysis.js", "page.js"]
    for module in modules:
        text = module.read_text(encoding="utf-8")
        assert len(text.splitlines()) < 340
        assert not re.search(r"^\s*import\b|\bimport\(|\brequire\(", text, re.MULTILINE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_game_is_named_in_the_server(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    for name in game_names():
        assert name not in text
