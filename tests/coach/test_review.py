"""A review: what it holds, how it is kept, and what it says of games that are not over."""

import msgspec
import pytest
from tests.coach.wagers import GAME
from tests.pile import GAME as PILE

from shoal.coach import GameReview, read_review, review_game, review_steps, start_of, turning_points
from shoal.core import CHANCE, Game, Record, RecordError, Replay, Table, find_game
from shoal.core.record import FORMAT


def replay_of(game: Game, moves: tuple[str, ...], **options: object) -> Replay:
    return Replay(Record(FORMAT, game.name, {"players": 2, **options}, moves), game)


PILE_GAME = replay_of(PILE, ("take2", "take2", "take1", "take1", "take1"))


def test_a_review_is_kept_as_json_and_read_back() -> None:
    review = review_game(PILE_GAME)
    assert read_review(review.to_json(), PILE_GAME) == review


def test_a_review_of_another_game_is_refused() -> None:
    text = review_game(PILE_GAME).to_json()
    with pytest.raises(RecordError, match="another game"):
        read_review(text, replay_of(PILE, ("take1", "take2", "take2", "take2")))
    with pytest.raises(RecordError, match="expected a review"):
        read_review(b"{}", PILE_GAME)
    with pytest.raises(RecordError, match="expected a review"):
        read_review(b"\xff", PILE_GAME)


def test_the_steps_come_one_by_one_and_are_those_of_the_whole_review() -> None:
    review = review_game(PILE_GAME)
    assert tuple(review_steps(PILE_GAME)) == review.steps
    assert start_of(PILE_GAME) == review.start


def test_progress_is_told_after_each_step() -> None:
    told: list[tuple[int, int]] = []
    review_game(PILE_GAME, progress=lambda done, total: told.append((done, total)))
    assert told == [(number, 5) for number in range(1, 6)]


def test_a_step_has_its_mark_its_cost_and_the_better_one() -> None:
    blunder, lucky, best = review_game(PILE_GAME).steps[:3]
    assert (blunder.mark, blunder.best) == ("blunder", "take1")
    assert blunder.cost is not None
    assert (blunder.cost.chance, blunder.cost.certain, blunder.certainty) == (1.0, True, "proved")
    assert lucky.mark == "best"
    assert best.mark in ("best", "blunder")


def test_the_last_coin_is_forced() -> None:
    assert review_game(PILE_GAME).steps[-1].mark == "forced"


def test_a_game_that_is_not_over_is_reviewed_as_far_as_it_goes() -> None:
    review = review_game(replay_of(PILE, ("take2",)))
    assert review.end.chances == (0.0, 1.0)
    waiting = replay_of(GAME, ("toss", "safe", "safe", "safe"))
    assert waiting.final.to_act == (CHANCE,)
    assert len(review_game(waiting).steps) == 4


def test_sealed_choices_are_judged_by_what_each_seat_knew() -> None:
    """A seat's cost is the same whatever the others have sealed."""
    table = Table(find_game("fishtank"), {"players": 2}, seed="61" * 32)
    legal = [list(table.view(seat).legal) for seat in (0, 1)]
    dealt = table.record().moves
    costs = set()
    for other in legal[1][:2]:
        replay = Replay(Record(FORMAT, "fishtank", {"players": 2}, (*dealt, str(legal[0][0]), str(other))))
        costs.add(review_game(replay, "quick").steps[len(dealt)].cost)
    assert len(costs) == 1


def test_half_of_a_sealed_round_can_be_reviewed() -> None:
    table = Table(find_game("fishtank"), {"players": 2}, seed="62" * 32)
    table.submit(0, table.view(0).legal[0])
    review = review_game(Replay(table.record()), "quick")
    assert review.steps[-1].mark is not None
    assert not any(review.steps[-1].luck.chances)


def test_a_review_holds_no_more_than_numbers_and_notation() -> None:
    review = review_game(PILE_GAME)
    assert msgspec.json.decode(review.to_json(), type=GameReview) == review


def test_turning_points_tell_the_mistakes_in_words() -> None:
    point = turning_points(PILE_GAME, review_game(PILE_GAME), ["Ada", "Bob"])[0]
    told = " ".join(map(str, point.sentences))
    assert "The chance of Ada to win fell from 100% to 0%: blunder." in told
    assert "Better was take1" in told
    assert point.better[0] == "take1"


def test_turning_points_of_a_seat_concern_that_seat() -> None:
    review = review_game(PILE_GAME)
    assert all(point.seat == 0 for point in turning_points(PILE_GAME, review, ["Ada", "Bob"], seat=0))
    assert not [point for point in turning_points(PILE_GAME, review, ["Ada", "Bob"], seat=1) if point.seat == 0]


def test_great_luck_is_told_without_blame() -> None:
    replay = replay_of(GAME, ("toss", "toss", "toss", "toss", "=5", "=0", "=5", "=0"))
    points = turning_points(replay, review_game(replay), ["Ada", "Bob"])
    assert any(point.seat == CHANCE and "Luck for Ada" in str(point.sentences[-1]) for point in points)
