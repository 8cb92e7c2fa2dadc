"""Hints on the page of a table, with scripts off, and the rule for them in the form for a new table."""

import re
from collections.abc import Iterator

import pytest

from tests.server.in_process_server import InProcessServer
from tests.server.tables.hints_of_tests import last_step
from tests.server.visitors import Visitor, read_forms


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path_factory.mktemp("server")) as server:
        server.tables.find_hint = last_step
        yield server


@pytest.fixture
def visitor(server: InProcessServer) -> Iterator[Visitor]:
    with Visitor(server.address) as visitor:
        yield visitor


def test_three_presses_of_a_plain_form_tell_a_nudge_the_step_and_the_reason(visitor: Visitor) -> None:
    visitor.set_up("penguins", seat_0="me", seat_1="screen")
    said = []
    for _ in range(3):
        visitor.press("act-hint")
        said.append(words(visitor.html))
    assert said[0] == "Look at the end of the list."
    assert re.match(r"Look at the end of the list. Hint: \S+ \(place a penguin on \S+\)\.$", said[1])
    assert said[2].startswith(said[1])
    assert "Estimated: chance to win 50% (± 5%), 7.0 points." in said[2]
    assert "1 hint<" in visitor.html
    with pytest.raises(LookupError):
        visitor.form("act-hint")


def test_a_hint_that_is_refused_says_why_on_the_page_of_the_table(visitor: Visitor) -> None:
    visitor.set_up("penguins", seat_0="me", seat_1="screen")
    response = visitor.press("act-hint", {"moment": "99"})
    assert response.status_code == 409
    assert "the table has changed in the meantime" in visitor.html
    for wrong in ({"stage": ""}, {"stage": "4"}, {"moment": ""}, {"seat": ""}, {"key": "x"}):
        assert visitor.press("act-hint", wrong).status_code == 409
    response = visitor.press("act-hint", {"seat": "Z"})
    assert response.status_code == 409


@pytest.mark.parametrize(
    ("seat_b", "rule", "told"),
    [
        # Who plays alone sees the button; there is nothing more to say.
        ("screen", "", ""),
        ("bot:random", "", ""),
        ("friend", "", "There are no hints at this table."),
        ("friend", "on", "Hints are allowed here; everybody sees how many are taken."),
        ("screen", "off", "There are no hints at this table."),
    ],
)
def test_the_form_says_who_may_take_hints_and_the_table_too(
    visitor: Visitor, seat_b: str, rule: str, told: str
) -> None:
    visitor.set_up("penguins", seat_0="me", seat_1=seat_b, hints=rule)
    assert f'<p id="hint-rule" class="soft">{told}</p>' in visitor.html
    offered = any(form.id == "act-hint" for form in read_forms(visitor.html))
    assert offered == (not told)


def test_there_is_no_other_rule(visitor: Visitor) -> None:
    visitor.get("/games/penguins")
    response = visitor.press("/tables", {"hints": "perhaps"})
    assert response.status_code == 400
    assert "hints: expected on or off" in visitor.html


def words(html: str) -> str:
    """What the page says in place of the hint, without its marks."""
    found = re.search(r'<div id="hint-words"[^>]*>(.*?)</div>', html, re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()).replace(" .", ".")
