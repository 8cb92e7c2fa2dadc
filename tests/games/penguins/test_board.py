"""How the floes lie: rows, neighbours, lines."""

import copy
import pickle

import pytest

from shoal.games.penguins import GAME
from shoal.games.penguins.board import Board, board_of


def around(board: Board, name: str) -> set[str]:
    return set(board.floe_names(board.neighbours[1 << board.numbers[name]]))


@pytest.mark.rule("P2")
def test_eight_rows_of_seven_and_eight_floes_in_turn() -> None:
    assert board_of(7).rows == (7, 8, 7, 8, 7, 8, 7, 8)
    assert board_of(8).rows == (8, 7, 8, 7, 8, 7, 8, 7)
    assert len(board_of(7).names) == len(board_of(8).names) == 60
    assert board_of(7).names[:8] == ("a1", "a2", "a3", "a4", "a5", "a6", "a7", "b1")
    assert board_of(8).names[-1] == "h7"


@pytest.mark.rule("P2")
def test_the_rows_of_seven_are_inset_by_half_a_floe() -> None:
    assert around(board_of(7), "a1") == {"a2", "b1", "b2"}
    assert around(board_of(7), "b1") == {"a1", "b2", "c1"}
    assert around(board_of(8), "a1") == {"a2", "b1"}
    assert around(board_of(8), "b7") == {"a7", "a8", "b6", "c7", "c8"}
    assert around(board_of(7), "e4") == {"e3", "e5", "d4", "d5", "f4", "f5"}


@pytest.mark.rule("P2")
@pytest.mark.parametrize(("edition", "rows"), [("en", 7), ("fr", 7), ("cs", 8)])
def test_the_edition_says_how_long_the_top_row_is(edition: str, rows: int) -> None:
    assert GAME.start(GAME.options({"edition": edition})).board.top_row == rows


@pytest.mark.rule("P2")
def test_the_top_row_can_be_chosen_in_any_edition() -> None:
    assert GAME.start(GAME.options({"edition": "cs", "top_row": "seven"})).board == board_of(7)
    assert GAME.start(GAME.options({"edition": "en", "top_row": "eight"})).board == board_of(8)


@pytest.mark.rule("P5")
def test_a_shifted_row_lies_against_other_floes() -> None:
    one_to_the_right = board_of(7, (0, 1, 0, 0, 0, 0, 0, 0))
    assert around(one_to_the_right, "a1") == {"a2", "b1"}
    assert around(one_to_the_right, "b8") == {"b7"}
    two_to_the_left = board_of(7, (0, -2, 0, 0, 0, 0, 0, 0))
    assert around(two_to_the_left, "a1") == {"a2", "b3", "b4"}
    assert around(two_to_the_left, "b1") == {"b2"}
    assert around(two_to_the_left, "a7") == {"a6"}


@pytest.mark.rule("P5")
def test_lines_cross_shifted_rows_straight() -> None:
    board = board_of(7, (0, 1, 0, 0, 0, 0, 0, 0))
    assert "a1-c2" in board.slides  # through b1, which lies below and to the right of a1
    assert board.floe_names(board.slides["a1-d3"].path) == ("b1", "c2", "d3")
    assert "a1-c2" in board_of(7).slides
    assert board_of(7).floe_names(board_of(7).slides["a1-c2"].path) == ("b2", "c2")


def test_neighbours_and_slides_go_both_ways() -> None:
    for board in (board_of(7), board_of(8), board_of(8, (2, -2, 1, 0, -1, 2, 2, -2))):
        for text, slide in board.slides.items():
            start, end = text.split("-")
            back = board.slides[f"{end}-{start}"]
            assert back.path ^ back.end == slide.path ^ slide.end
            assert (end in around(board, start)) == (slide.path.bit_count() == 1)


def test_parts_hang_together_and_cover_the_ice() -> None:
    board = board_of(7)
    ice = sum(1 << board.numbers[name] for name in ("a1", "a2", "b1", "d4", "e4", "h8"))
    assert [board.floe_names(part) for part in board.parts(ice)] == [("a1", "a2", "b1"), ("d4", "e4"), ("h8",)]


def test_a_board_is_a_value() -> None:
    board = board_of(8, (1, 0, 0, 0, 0, 0, 0, 0))
    assert pickle.loads(pickle.dumps(board)) == copy.deepcopy(board) == Board(8, board.shifts) == board  # noqa: S301
    assert hash(Board(8, board.shifts)) == hash(board)
    assert board != board_of(8)
    assert repr(board) == "board_of(8, (1, 0, 0, 0, 0, 0, 0, 0))"
