"""Notation: what is printed reads back, anything else is refused."""

import pytest

from shoal.core import NotationError
from shoal.games.fishtank.cells import parse_cell
from shoal.games.fishtank.notation import parse_step
from shoal.games.fishtank.steps import ChooseCard, DealCard, DiscardCard, PlaceCard, TankStep

KINDS = ("snail", "tetra")
C4, D5 = parse_cell("c4"), parse_cell("d5")


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("=A:snail", DealCard(0, "snail")),
        ("=B-tetra", DiscardCard(1, "tetra")),
        ("B:snail", ChooseCard(1, "snail")),
        ("A:c4", PlaceCard(0, C4)),
        ("A:c4*", PlaceCard(0, C4, C4)),
        ("C:c4/d5*", PlaceCard(2, C4, D5)),
    ],
)
def test_steps_read_and_print(text: str, step: TankStep) -> None:
    assert parse_step(text, 3, KINDS) == step
    assert str(step) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "A", "A:", "=A:", "=A-", "snail", "D:snail", "a:snail", "A:Snail", "A:eel", "A-snail", "=A:c4", "=A-c4",
        "A:c4/c4*", "A:c4/d5", "A:c4**", "A:c8", "A:h1", "A: snail", "A:snail ", "A:c4\n", "\nA:c4", "==A:snail",
        "A:c4/d5*/e6*", "A:?", "A:c٤", "A:plant", "=A:plant",
    ],
)  # fmt: skip
def test_anything_else_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_step(text, 3, KINDS)
