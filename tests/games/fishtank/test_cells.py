"""The plane of cells and the frames on it."""

import random

import pytest

from shoal.core import NotationError
from shoal.games.fishtank.cells import CELL_NAMES, CELLS, FRAMES, cells_of, parse_cell, possible_frames, reach


def _mask(names: str) -> int:
    return sum(1 << parse_cell(name) for name in names.split())


def _names(mask: int) -> str:
    return " ".join(CELL_NAMES[cell] for cell in cells_of(mask))


def _fit(cells: list[int]) -> bool:
    """Whether cells fit into a square of 4 × 4, told from their distances alone."""
    across, down = [cell % 7 for cell in cells], [cell // 7 for cell in cells]
    return max(across) - min(across) < 4 and max(down) - min(down) < 4


def test_names_and_numbers_go_together() -> None:
    assert [parse_cell(name) for name in CELL_NAMES] == list(CELLS)
    assert (CELL_NAMES[0], CELL_NAMES[1], CELL_NAMES[7], CELL_NAMES[48]) == ("a1", "b1", "a2", "g7")


@pytest.mark.parametrize("name", ["", "d", "h1", "a0", "a8", "A1", "d4*", "٤", "d44"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(NotationError):
        parse_cell(name)


@pytest.mark.rule("T8")
def test_the_first_card_lies_on_d4() -> None:
    assert _names(reach(0)) == "d4"


@pytest.mark.rule("T8")
def test_all_frames_round_d4_are_open_after_the_first_card() -> None:
    assert len(possible_frames(_mask("d4"))) == len(FRAMES) == 16
    assert reach(_mask("d4")) == (1 << 49) - 1


@pytest.mark.rule("T8")
def test_two_cards_in_opposite_corners_fix_the_frame() -> None:
    assert _names(reach(_mask("d4 g7"))).split()[0] == "d4"
    assert len(possible_frames(_mask("d4 g7"))) == 1
    assert reach(_mask("d4 g7")).bit_count() == 16


@pytest.mark.rule("T8")
def test_two_cards_in_a_row_may_fix_the_width_alone() -> None:
    assert {cell % 7 for cell in cells_of(reach(_mask("a4 d4")))} == {0, 1, 2, 3}
    assert {cell // 7 for cell in cells_of(reach(_mask("a4 d4")))} == set(range(7))


@pytest.mark.rule("T8")
def test_a_cell_is_in_reach_exactly_when_all_cards_still_fit() -> None:
    rng = random.Random(8)
    for _ in range(300):
        cells = [24]
        for _ in range(rng.randrange(14)):
            cells.append(rng.choice([cell for cell in CELLS if cell not in cells and _fit([*cells, cell])]))
            occupied = sum(1 << cell for cell in cells)
            assert cells_of(reach(occupied)) == tuple(cell for cell in CELLS if _fit([*cells, cell]))
