"""Reading steps: what is printed reads back, and everything else is told what was expected."""

import pytest

from shoal.core import NotationError
from shoal.games.penguins import GAME
from shoal.games.penguins.steps import AGREE, CONTENT, REFUSE, DealIce, Move, PlacePenguin, Swap

SEVEN = GAME.start(GAME.options({}))
EIGHT = GAME.start(GAME.options({"edition": "cs"}))
FULL = "=2121132/22311211/1233131/13322111/3112212/11131121/2132211/21122121"


def test_steps_read_as_what_they_are() -> None:
    assert SEVEN.parse(FULL) == DealIce(FULL)
    assert SEVEN.parse("a1") == PlacePenguin("a1", 0)
    assert SEVEN.parse("h8") == PlacePenguin("h8", 59)
    assert SEVEN.parse("a1-a3") == Move("a1-a3", 0, 2)
    assert SEVEN.parse("a1<>b1") == Swap("a1<>b1", 0, 7)
    assert [SEVEN.parse(word) for word in ("content", "agree", "refuse")] == [CONTENT, AGREE, REFUSE]


def test_steps_tell_what_to_press() -> None:
    assert SEVEN.parse("c4-c7").tokens == ("c4", "c7")
    assert SEVEN.parse("c4").tokens == ("c4",)
    assert SEVEN.parse("a1<>c4").tokens == ("a1", "c4")
    assert SEVEN.parse("agree").tokens == ("agree",)
    assert SEVEN.parse(FULL).tokens == (FULL,)


def test_every_step_of_the_board_reads_back() -> None:
    for start in (SEVEN, EIGHT):
        for text, slide in start.board.slides.items():
            assert start.parse(text) is slide.move
        for text, swap in start.board.swaps.items():
            assert str(start.parse(text)) == text == str(swap)
        for _, place in start.board.placings:
            assert start.parse(str(place)) == place


def test_names_depend_on_how_long_the_rows_are() -> None:
    assert EIGHT.parse("a8") == PlacePenguin("a8", 7)
    with pytest.raises(NotationError, match="found 'a8', expected a floe from a1 to a7"):
        SEVEN.parse("a8")
    with pytest.raises(NotationError, match="found 'b8', expected a floe from b1 to b7"):
        EIGHT.parse("b8")


def test_a_pair_is_written_in_board_order_only() -> None:
    with pytest.raises(NotationError, match="found 'c4<>a1', expected the floes in board order: a1<>c4"):
        SEVEN.parse("c4<>a1")
    with pytest.raises(NotationError, match="two different floes"):
        SEVEN.parse("a1<>a1")


NOT_STEPS = ("", " ", "a", "a0", "i1", "A1", "a1 ", " a1", "a1\n", "a１", "pass", "\x00", "a-1", "a1=1", "a1" * 5000)
NOT_MOVES = ("c4-", "-c4", "c4--c7", "c4-c7-c9", "c4–c7", "a8-a7", "☃-a1")
NOT_WORDS = ("<>", "a1<>", "<>a1", "a1<>b1<>c1", "a1-b1<>c1", "Agree", "content!")


@pytest.mark.parametrize("text", [*NOT_STEPS, *NOT_MOVES, *NOT_WORDS])
def test_anything_else_is_told_what_was_expected(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        SEVEN.parse(text)


WRONG_SHAPES = (
    "=",
    "==",
    "=1",
    FULL[:-1],
    FULL + "1",
    FULL + "/",
    FULL[1:],
    FULL.replace("/", ""),
    "=" + "/" * 100_000,
)
WRONG_DIGITS = (FULL.replace("3", "4"), FULL.replace("1", "١"), FULL.replace("1", "²"), FULL.replace("2", "-", 1))


@pytest.mark.parametrize("text", [*WRONG_SHAPES, *WRONG_DIGITS, FULL + "\n"])
def test_a_deal_that_is_none_is_told_the_shape_of_one(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        SEVEN.parse(text)
    with pytest.raises(NotationError, match=r"rows of 8, 7, 8, 7, 8, 7, 8, 7 floes"):
        EIGHT.parse(FULL)
