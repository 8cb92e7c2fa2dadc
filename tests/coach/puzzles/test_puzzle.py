"""Files of puzzles: what is written is read back, and anything else is refused with the line that is wrong."""

import pytest
from msgspec.structs import replace
from tests.pile import GAME as PILE

from shoal.coach.puzzles import (
    Puzzle,
    TriedStep,
    check_puzzle,
    parse_puzzles,
    replay_puzzle,
    tell_right,
    tell_solution,
    tell_wrong,
    write_puzzle,
)
from shoal.coach.puzzles.puzzle import new_puzzle
from shoal.core import Record, ShoalError
from shoal.core.record import FORMAT


def puzzle_of(moves: tuple[str, ...] = ("take2",), best: str = "take2", other: str = "take1") -> Puzzle:
    return new_puzzle(
        "B" if len(moves) % 2 else "A",
        "proved",
        TriedStep(best, 1.0, (0.0, 1.0), ("take1", "take2")),
        (TriedStep(other, 0.0, (1.0, 0.0), ("take1",)),),
        3,
        {"minnow": (0, 3), "pike": (3, 3)},
        "1:0",
        Record(FORMAT, "pile", {"players": 2}, moves),
    )


PUZZLE = puzzle_of()


def test_puzzles_are_written_one_a_line_and_read_back() -> None:
    others = puzzle_of(("take1", "take1", "take1"))
    text = f"{write_puzzle(PUZZLE)}\n{write_puzzle(others)}\n"
    assert parse_puzzles(text, "file") == (PUZZLE, others)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{}", "line 1: expected a puzzle: .*id"),
        ("nonsense", "line 1"),
        (write_puzzle(replace(PUZZLE, id="00000000")), "does not belong to the record"),
        (f"{write_puzzle(PUZZLE)}\n{write_puzzle(PUZZLE)}", "line 2.*twice"),
        (write_puzzle(replace(PUZZLE, grade=6)), "grade"),
    ],
)
def test_anything_else_is_refused_with_its_line(text: str, reason: str) -> None:
    with pytest.raises(ShoalError, match=reason):
        parse_puzzles(text, "file")


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (puzzle_of(best="take3"), "take"),
        (puzzle_of(other="take2"), "twice"),
        (puzzle_of(("take2", "take9")), "step 2"),
        (replace(PUZZLE, seat="A"), "not the turn of seat A"),
        (replace(PUZZLE, record=replace(PUZZLE.record, game="penguins")), "penguins"),
    ],
)
def test_a_puzzle_that_is_not_what_it_claims_is_found(puzzle: Puzzle, reason: str) -> None:
    with pytest.raises(ShoalError, match=reason):
        check_puzzle(puzzle, PILE)


def test_a_wrong_answer_tells_what_it_leads_to_and_not_the_solution() -> None:
    position = replay_puzzle(PUZZLE, PILE)
    told = [str(text) for text in tell_wrong(position, "take1")]
    assert told[0].startswith("No: take1")
    assert "0%" in told[1]
    assert not any("take2" in text for text in told)


def test_the_right_answer_and_the_solution_tell_the_line_and_the_next_best_step() -> None:
    position = replay_puzzle(PUZZLE, PILE)
    for told in (tell_right(position), tell_solution(position)):
        words = " ".join(map(str, told))
        assert "take2" in words
        assert "Expected: take2, take1, take2" in words
        assert "Next best: take1, 100%" in words


def test_a_line_is_walked_as_far_as_players_decide() -> None:
    position = replay_puzzle(PUZZLE, PILE)
    assert [str(state) for state in position.walk(("take2", "take1"))] == [
        str(position.state.play(position.step("take2"))),
        str(position.state.play(position.step("take2")).play(position.state.parse("take1"))),
    ]
