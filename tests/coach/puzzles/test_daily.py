"""The puzzle of the day and the order of a run: the same on all servers, and nothing comes back too soon."""

from datetime import date, timedelta

from msgspec.structs import replace
from tests.coach.puzzles.test_puzzle import PUZZLE

from shoal.coach.puzzles import Puzzle, day_of, puzzle_of_day, run_order

FIRST = date(2026, 11, 20)


def some(game: str, count: int, grade: int = 1) -> list[Puzzle]:
    record = replace(PUZZLE.record, game=game)
    return [
        replace(PUZZLE, id=f"{sum(game.encode()) % 256:02x}{grade:02x}{number:04x}", grade=grade, record=record)
        for number in range(count)
    ]


def test_games_take_turns_and_each_puzzle_has_its_day_before_one_comes_back() -> None:
    games = [some("pile", 5), [], some("wagers", 3)]
    days = [puzzle_of_day(games, FIRST + timedelta(days=number)) for number in range(60)]
    assert [puzzle.game for puzzle in days[:4]] in (["pile", "wagers"] * 2, ["wagers", "pile"] * 2)
    for game, count in (("pile", 5), ("wagers", 3)):
        shown = [puzzle.id for puzzle in days if puzzle.game == game]
        start = next(
            at
            for at in range(count)
            if all(len(set(shown[begin : begin + count])) == count for begin in range(at, len(shown) - count, count))
        )
        assert start < count


def test_the_day_is_that_of_utc() -> None:
    midnight = 1_795_132_800_000  # 20 November 2026, 0:00 UTC
    assert day_of(midnight) == FIRST
    assert day_of(midnight - 1) == FIRST - timedelta(days=1)


def test_a_run_gets_harder_and_has_each_puzzle_once() -> None:
    puzzles = [puzzle for grade in (5, 3, 1, 4, 2) for puzzle in some("pile", 6, grade)]
    order = run_order(puzzles, "seed")
    assert sorted(one.id for one in order) == sorted(one.id for one in puzzles)
    assert [one.grade for one in order[:20]] == [grade for grade in (1, 2, 3, 4, 5) for _ in range(4)]
    assert [one.grade for one in order[20:]] == [grade for grade in (5, 4, 3, 2, 1) for _ in range(2)]
    assert run_order(puzzles, "seed") == order
    assert run_order(puzzles, "another") != order
