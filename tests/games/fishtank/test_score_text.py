"""A finished tank that was written down is scored, any other text refused with words."""

import pytest
from tests.games.fishtank.decks import WORKED_EXAMPLE, amount_deck

from shoal.core import NotationError
from shoal.games.fishtank import GAME


@pytest.mark.rule("T20")
def test_a_tank_on_paper_is_scored() -> None:
    facts = GAME.score_text(WORKED_EXAMPLE, GAME.options({})).facts()
    assert list(facts)[:2] == ["total", "kinds"]
    assert facts["total"] == 44
    assert facts["sets"] == 8
    parts = facts["parts"]
    assert isinstance(parts, list)
    assert {"kind": "pleco", "points": 6, "cells": ["a4", "d4"], "sources": ["book", "inferred"]} in parts
    assert {"kind": "snail", "points": 5, "cells": ["b2", "b1", "a2"], "sources": ["inferred"]} in parts


def test_kinds_without_points_are_told_too() -> None:
    rows = " / ".join(["angelfish angelfish loach loach"] + ["loach loach loach loach"] * 3)
    assert GAME.score_text(rows, GAME.options({})).facts()["kinds"] == {"angelfish": 0, "loach": 0}


def test_a_tank_of_an_own_deck_is_scored_by_it() -> None:
    options = GAME.options({"deck_toml": amount_deck(ant=40, bee=20)})
    rows = " / ".join(["ant ant bee plant"] * 4)
    assert GAME.score_text(rows, options).facts()["kinds"] == {"ant": 1, "bee": 1, "plant": 1}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "four rows"),
        ("snail " * 16, "four rows"),
        (WORKED_EXAMPLE + " / " + WORKED_EXAMPLE, "four rows"),
        (WORKED_EXAMPLE.replace("plant", "", 1), "four kinds in row 1"),
        (WORKED_EXAMPLE.replace("plant", "plant plant", 1), "four kinds in row 1"),
        (WORKED_EXAMPLE.replace("shrimp", "prawn"), "in row 3 one of the kinds"),
        (WORKED_EXAMPLE.replace("shrimp", "Shrimp"), "in row 3 one of the kinds"),
        (WORKED_EXAMPLE.replace("/", "\\"), "four rows"),
        ("/" * 100_000, "four rows"),
    ],
)
def test_other_texts_are_no_tank(text: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as caught:
        GAME.score_text(text, GAME.options({}))
    assert len(str(caught.value)) < 400
