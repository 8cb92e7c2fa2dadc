"""Notation: what is printed reads back, anything else is refused."""

import pytest

from shoal.core import NotationError
from shoal.games.fishtank.cells import parse_cell
from shoal.games.fishtank.steps import Choose, Deal, Discard, Place, TankStep, parse_step

KINDS = ("snail", "tetra")
C4, D5 = parse_cell("c4"), parse_cell("d5")


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("=A:snail", Deal(0, "snail")),
        ("=B-tetra", Discard(1, "tetra")),
        ("B:snail", Choose(1, "snail")),
        ("A:c4", Place(0, C4)),
        ("A:c4*", Place(0, C4, C4)),
        ("C:c4/d5*", Place(2, C4, D5)),
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


def test_a_card_from_the_pile_is_seen_by_its_seat_only() -> None:
    deal = Deal(0, "snail")
    assert [deal.seen_by(viewer) for viewer in (0, 1, None)] == ["=A:snail", "=A:?", "=A:?"]


@pytest.mark.rule("T17")
def test_a_discard_is_seen_by_nobody() -> None:
    discard = Discard(0, "snail")
    assert {discard.seen_by(viewer) for viewer in (0, 1, None)} == {"=A-?"}


def test_choices_and_placings_are_open_once_they_are_made_known() -> None:
    for step in (Choose(0, "snail"), Place(0, C4, D5)):
        assert {step.seen_by(viewer) for viewer in (0, 1, None)} == {str(step)}


def test_tokens_tell_all_ways_to_place_apart() -> None:
    assert Place(0, C4).tokens == ("c4",)
    assert Place(0, C4, C4).tokens == ("*", "c4")
    assert Place(0, C4, D5).tokens == ("d5", "c4")
    assert Choose(0, "snail").tokens == ("snail",)


@pytest.mark.parametrize(("cell", "turned"), [(49, None), (-1, None), (24, 49), (24, -1)])
def test_there_are_no_cells_beyond_the_plane(cell: int, turned: int | None) -> None:
    with pytest.raises(ValueError, match="no cell"):
        Place(0, cell, turned)
