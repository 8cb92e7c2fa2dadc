"""Every numbered rule stands on the game's rule page, in every language, and is cited by a test."""

import ast
import re
from pathlib import Path

import pytest

from shoal.core import find_game, game_names
from shoal.core.translations import LANGUAGES, rule_page

TESTS = Path(__file__).parent
#: How many rules each list holds; a page cannot shrink unnoticed.
COUNTS = {"penguins": ("P", 22), "smallfry": ("S", 25), "fishtank": ("T", 21)}


def _numbers(game: str) -> list[str]:
    letter, count = COUNTS[game]
    return [f"{letter}{number}" for number in range(1, count + 1)]


def _cited(folder: Path) -> set[str]:
    """The arguments of every `@pytest.mark.rule(…)` on a test function in a folder."""
    cited: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                        cited |= {word.value for word in mark.args if isinstance(word, ast.Constant)}  # type: ignore[misc]
    return cited


@pytest.mark.parametrize("game", sorted(COUNTS))
def test_every_rule_is_cited_by_a_test(game: str) -> None:
    missing = set(_numbers(game)) - _cited(TESTS / "games" / game)
    assert not missing, f"no test cites {sorted(missing)}"


@pytest.mark.parametrize("game", sorted(COUNTS))
def test_tests_cite_only_rules_that_exist(game: str) -> None:
    assert _cited(TESTS / "games" / game) <= set(_numbers(game))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(COUNTS))
def test_the_rule_page_holds_every_number_once(game: str, language: str) -> None:
    page = rule_page(find_game(game), language)
    found = re.findall(r"^- \*\*([A-Z]\d+)\*\*", page, flags=re.MULTILINE)
    assert sorted(found, key=lambda number: int(number[1:])) == _numbers(game)
    assert language == "en" or page != rule_page(find_game(game), "en"), "the page is not translated"


def test_every_installed_game_is_counted_here() -> None:
    assert set(game_names()) == set(COUNTS)
