"""docs/architecture.md is true: every module that it names is there, and no way through the code names one twice."""

import re
from pathlib import Path

import pytest

from shoal.core import game_names

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SOURCE = ROOT / "src" / "shoal"
WAYS = ["The way of one move", "The way of a bot's thought", "The way of a record"]


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found.group(1)


def stops(title: str) -> list[str]:
    """The module at the beginning of each line of a numbered list."""
    return re.findall(r"^\d+\. `([^`]+)`", section(title), flags=re.MULTILINE)


@pytest.mark.parametrize("title", WAYS)
def test_a_way_has_each_module_once(title: str) -> None:
    modules = stops(title)
    assert len(modules) == len(re.findall(r"^\d+\. ", section(title), flags=re.MULTILINE)) >= 8
    assert sorted(set(modules)) == sorted(modules)


def test_every_module_that_the_page_names_is_there() -> None:
    named = set(
        re.findall(r"`((?:core|games|players|arena|envs|store|server|assistants|cli)/[^`\s]*|public_api\.py)`", PAGE)
    )
    assert len(named) > 50
    for name in named:
        for game in game_names() if "…" in name else [""]:
            assert (SOURCE / name.replace("…", game)).exists(), name
