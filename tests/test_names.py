"""One word means one thing: no two classes in `src/` share a name, and the field's words lead to one file each."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "shoal"
#: What the folder of every game has; `State` and `View` are the protocols of the core, too.
TEMPLATE = {"Encoding", "Engine", "GreedyBot", "Options", "Settings", "State", "View"}


def test_no_two_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name not in TEMPLATE:
                homes[node.name].append(str(path.relative_to(SOURCE)))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


@pytest.mark.parametrize(
    ("word", "home"),
    [
        ("transposition table", "games/penguins/engine/transposition_table.py"),
        ("Monte Carlo tree search (MCTS)", "games/penguins/engine/mcts/__init__.py"),
        ("evaluation", "games/penguins/engine/evaluation.py"),
        ("event log", "store/event_log.py"),
        ("request context", "server/web/request_context.py"),
        ("rate limit", "server/security/rate_limit.py"),
    ],
)
def test_the_field_s_word_stands_at_the_top_of_its_file(word: str, home: str) -> None:
    docstring = ast.get_docstring(ast.parse((SOURCE / home).read_text(encoding="utf-8"))) or ""
    assert word.lower() in docstring.lower()
