"""The documentation holds: its Python runs, its links lead somewhere, its pictures fetch nothing."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]


def _code_blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", ["README.md", "docs/environments.md", "docs/python.md"])
def test_the_python_of_a_page_gives_what_it_shows(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All `pycon` blocks of a page, one after the other, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    blocks = _code_blocks(ROOT / name, "pycon")
    page = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, None, 0)
    assert page.examples
    assert doctest.DocTestRunner().run(page).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_pictures_fetch_nothing() -> None:
    for picture in ROOT.glob("docs/*.svg"):
        addresses = re.findall(r"https?://[^\"')\s]+", picture.read_text(encoding="utf-8"))
        assert set(addresses) <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_in_the_manual_exist(page: Path) -> None:
    """Every `shoal WORD` names a command."""
    commands = {
        "play",
        "replay",
        "analyze",
        "puzzles",
        "perft",
        "verify",
        "score",
        "deck",
        "rules",
        "games",
        "arena",
        "study",
        "engine",
        "serve",
        "export",
        "import",
        "new-game",
        "…",
    }
    for block in _code_blocks(page, ""):
        for word in re.findall(r"^(?:\$ .*\| )?shoal (\S+)", block, flags=re.MULTILINE):
            assert word in commands, f"shoal {word}"
