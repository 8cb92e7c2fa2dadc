"""Steps: who sees them, and the tokens to press."""

import pytest

from shoal.games.fishtank.cells import parse_cell
from shoal.games.fishtank.steps import ChooseCard, DealCard, DiscardCard, PlaceCard

C4, D5 = parse_cell("c4"), parse_cell("d5")


def test_a_card_from_the_pile_is_seen_by_its_seat_only() -> None:
    deal = DealCard(0, "snail")
    assert [deal.seen_by(viewer) for viewer in (0, 1, None)] == ["=A:snail", "=A:?", "=A:?"]


@pytest.mark.rule("T17")
def test_a_discard_is_seen_by_nobody() -> None:
    discard = DiscardCard(0, "snail")
    assert {discard.seen_by(viewer) for viewer in (0, 1, None)} == {"=A-?"}


def test_choices_and_placings_are_open_once_they_are_made_known() -> None:
    for step in (ChooseCard(0, "snail"), PlaceCard(0, C4, D5)):
        assert {step.seen_by(viewer) for viewer in (0, 1, None)} == {str(step)}


def test_tokens_tell_all_ways_to_place_apart() -> None:
    assert PlaceCard(0, C4).tokens == ("c4",)
    assert PlaceCard(0, C4, C4).tokens == ("*", "c4")
    assert PlaceCard(0, C4, D5).tokens == ("d5", "c4")
    assert ChooseCard(0, "snail").tokens == ("snail",)


@pytest.mark.parametrize(("cell", "turned"), [(49, None), (-1, None), (24, 49), (24, -1)])
def test_there_are_no_cells_beyond_the_plane(cell: int, turned: int | None) -> None:
    with pytest.raises(ValueError, match="no cell"):
        PlaceCard(0, cell, turned)
