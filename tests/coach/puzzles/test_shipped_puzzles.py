"""The puzzles that the games bring: enough of them, each what it says, and some of them proved once more."""

import random

import pytest

from shoal.coach.puzzles import ClearBestFinder, check_puzzle, puzzles_of, read_mining_rules, replay_puzzle
from shoal.coach.puzzles.mining_rules import graders_of
from shoal.core import CHANCE, find_game, game_names
from shoal.core.judging import lead_of

FEWEST = {"penguins": 200, "smallfry": 50, "fishtank": 50}
FEWEST_GRADES = 3
#: How many are proved again here; `shoal puzzles GAME --check` does it for all of them.
AGAIN = {"penguins": 10, "smallfry": 4, "fishtank": 6}


@pytest.mark.parametrize("game", game_names())
def test_there_are_enough_easy_and_hard_ones(game: str) -> None:
    puzzles = puzzles_of(find_game(game))
    assert len(puzzles) >= FEWEST[game]
    rules, grades = read_mining_rules(find_game(game)), [puzzle.grade for puzzle in puzzles]
    assert len(set(grades)) >= FEWEST_GRADES
    assert max(map(grades.count, grades)) <= rules.most_of_a_grade * len(puzzles) + 1
    answers = [puzzle.best.step for puzzle in puzzles]
    assert max(map(answers.count, answers)) <= rules.most_of_an_answer * len(puzzles) + 1, "nobody gets far by guessing"
    assert all(tuple(puzzle.found) == graders_of(find_game(game)) for puzzle in puzzles)


@pytest.mark.parametrize("game", game_names())
def test_each_is_replayed_and_its_step_is_legal_and_clearly_best(game: str) -> None:
    found, rules = find_game(game), read_mining_rules(find_game(game))
    for puzzle in puzzles_of(found):
        check_puzzle(puzzle, found)
        position, seat = replay_puzzle(puzzle, found), puzzle.acting
        assert position.state.to_act != (CHANCE,)
        assert len(position.view.legal) >= rules.fewest_steps
        bounds = rules.estimated if puzzle.certainty == "estimated" else rules.certain
        assert bounds is not None
        for other in puzzle.others:
            chance = puzzle.best.chance - other.chance
            if puzzle.certainty == "estimated":
                assert chance >= bounds.chance - 0.0001
                assert chance > 2 * other.doubt - 0.001
                continue
            points = lead_of(puzzle.best.points, seat) - lead_of(other.points, seat)
            assert chance >= bounds.chance - 0.0001 or (
                bounds.points is not None and chance >= 0 and points >= bounds.points - 0.11
            )


@pytest.mark.parametrize("game", game_names())
def test_the_record_does_not_say_what_chance_would_do_next(game: str) -> None:
    for puzzle in puzzles_of(find_game(game)):
        assert puzzle.record.fair is None
        assert puzzle.record.result is None


@pytest.mark.parametrize("game", game_names())
def test_some_are_proved_once_more(game: str) -> None:
    found = find_game(game)
    finder = ClearBestFinder(found, read_mining_rules(found))
    certain = [puzzle for puzzle in puzzles_of(found) if puzzle.certainty != "estimated"]
    for puzzle in random.Random(18).sample(certain, AGAIN[game]):
        check_puzzle(puzzle, found, finder)


@pytest.mark.parametrize("game", ["penguins", "smallfry"])
def test_everything_is_proved_or_exact_where_the_game_can_be_solved(game: str) -> None:
    assert {puzzle.certainty for puzzle in puzzles_of(find_game(game))} <= {"proved", "exact"}
