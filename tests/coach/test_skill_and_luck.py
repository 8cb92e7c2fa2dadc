"""Skill and luck add up to the result; who plays best loses nothing by skill; other dice change luck alone."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.coach.wagers import CHOICES, GAME, WON
from tests.pile import GAME as PILE

from shoal.coach import GameReview, find_judge, ledgers, review_game
from shoal.core import CHANCE, Game, Record, Replay, Table, find_game
from shoal.core.record import FORMAT

CHOSEN = st.lists(st.sampled_from(["safe", "toss"]), min_size=CHOICES, max_size=CHOICES)
FALLEN = st.lists(st.sampled_from([f"={WON}", "=0"]), min_size=CHOICES, max_size=CHOICES)


def wagers(chosen: list[str], fallen: list[str]) -> Replay:
    moves = (*chosen, *fallen[: chosen.count("toss")])
    return Replay(Record(FORMAT, "wagers", {"players": 2}, moves), GAME)


def random_game(game: Game, players: int, seed: int) -> Replay:
    """A game of random steps, which are mistakes as often as not."""
    rng = random.Random(seed)
    table = Table(game, {"players": players}, seed=f"{seed:064x}")
    while not table.over:
        seat = table.state.to_act[0]
        table.submit(seat, rng.choice(table.state.legal(seat)))
    return Replay(table.record(), game)


def assert_adds_up(review: GameReview, replay: Replay) -> None:
    values = review.start
    for step in review.steps:
        assert step.after == values.plus(step.skill).plus(step.luck)
        values = step.after
    result = replay.final.result
    assert result is not None
    if len(result.winners) in (1, 2):
        share = 1 / len(result.winners)
        assert values.chances == tuple(share if seat in result.winners else 0 for seat in range(len(values.chances)))
    assert values.points == tuple(map(float, result.scores))
    for ledger in ledgers(review):
        for account in (ledger.win, ledger.points):
            assert account.start + account.skill + account.luck == account.end
        assert ledger.win.own_skill <= 0
    for step in review.steps:
        assert sum(step.skill.chances) == sum(step.luck.chances) == 0


@settings(max_examples=30)
@given(CHOSEN, FALLEN)
def test_skill_and_luck_add_up_to_exactly_the_result(chosen: list[str], fallen: list[str]) -> None:
    replay = wagers(chosen, fallen)
    assert_adds_up(review_game(replay), replay)


@settings(max_examples=30)
@given(st.lists(st.sampled_from(["take1", "take2"]), min_size=7, max_size=7))
def test_without_chance_all_is_skill(takes: list[str]) -> None:
    moves: list[str] = []
    left = 7
    for take in takes:
        step = take if left > 1 else "take1"
        if left:
            moves.append(step)
            left -= int(step[-1])
    replay = Replay(Record(FORMAT, "pile", {"players": 2}, tuple(moves)), PILE)
    review = review_game(replay)
    assert_adds_up(review, replay)
    assert all(ledger.win.luck == 0 for ledger in ledgers(review))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_they_add_up_with_sealed_choices_at_tables_of_every_size(tide: Game, players: int) -> None:
    replay = random_game(tide, players, 3)
    assert_adds_up(review_game(replay, "quick"), replay)


@pytest.mark.parametrize(("game", "players"), [("penguins", 2), ("penguins", 4), ("smallfry", 3), ("fishtank", 2)])
def test_they_add_up_in_the_games_of_the_house(game: str, players: int) -> None:
    replay = random_game(find_game(game), players, 1)
    if game == "smallfry":
        # The first turns are enough, and the end is there all the same.
        replay = Replay(Record(FORMAT, game, {"players": players, "target": 5}, _short_match(players)))
    review = review_game(replay, "quick")
    assert_adds_up(review, replay)
    # Only the last choices hide nothing that a look with open cards could tell.
    marked = [step for step in review.steps if step.mark in ("inaccuracy", "mistake", "blunder")]
    opened = [step for step in review.steps if step.opened is not None]
    assert all(step in marked for step in opened)
    assert bool(opened) == (game == "fishtank")


def _short_match(players: int) -> tuple[str, ...]:
    """The steps of a match that the first session decides, played fast."""
    table = Table(find_game("smallfry"), {"players": players, "target": 5}, seed="12" * 32)
    while not table.over:
        seat = table.state.to_act[0]
        table.submit(seat, table.state.legal(seat)[0])
    return table.record().moves


@settings(max_examples=30)
@given(FALLEN)
def test_a_player_who_always_plays_best_loses_nothing_by_skill(fallen: list[str]) -> None:
    judge = find_judge(GAME)
    state, chosen = GAME.start({}), []
    while state.to_act and state.to_act[0] != CHANCE:
        step = judge.judge(state.view(state.to_act[0])).best.step
        chosen.append(str(step))
        state = state.play(step)
    for ledger in ledgers(review_game(wagers(chosen, fallen))):
        assert ledger.win.own_skill == ledger.win.others_skill == 0
        assert ledger.points.own_skill == 0
        assert ledger.marks["best"] == CHOICES // 2


def test_so_it_is_with_an_engine_that_estimates() -> None:
    game = find_game("penguins")
    judge = find_judge(game, "quick")
    table = Table(game, {"players": 2}, seed="34" * 32)
    rng = random.Random(1)
    while not table.over:
        seat = table.state.to_act[0]
        best = judge.judge(table.view(0 if seat == 0 else 1)).best.step if seat == 0 else None
        table.submit(seat, best or rng.choice(table.state.legal(seat)))
    review = review_game(Replay(table.record()), "quick")
    assert ledgers(review)[0].win.own_skill == 0
    assert ledgers(review)[1].win.own_skill < 0


@settings(max_examples=30)
@given(CHOSEN, FALLEN, FALLEN)
def test_other_dice_change_luck_alone(chosen: list[str], fallen: list[str], others: list[str]) -> None:
    review, other = review_game(wagers(chosen, fallen)), review_game(wagers(chosen, others))
    for one, two in zip(review.steps, other.steps, strict=True):
        assert one.skill == two.skill
        assert (one.mark, one.cost) == (two.mark, two.cost)
    for one_seat, two_seat in zip(ledgers(review), ledgers(other), strict=True):
        assert one_seat.win.skill == two_seat.win.skill
        assert one_seat.win.luck - two_seat.win.luck == one_seat.win.end - two_seat.win.end


@settings(max_examples=8)
@given(st.data())
def test_another_card_changes_nothing_that_was_judged_before_it(data: st.DataObject) -> None:
    moves = _short_match(2)[: data.draw(st.integers(10, 40))]
    replay = Replay(Record(FORMAT, "smallfry", {"players": 2, "target": 5}, moves))
    number = max(number for number, taker in enumerate(replay.history.takers) if taker == CHANCE)
    other = data.draw(st.sampled_from([str(step) for step in replay.states[number].chance().steps]))
    one, two = (
        review_game(Replay(Record(FORMAT, "smallfry", {"players": 2, "target": 5}, (*moves[:number], step))), "quick")
        for step in (moves[number], other)
    )
    assert one.steps[:number] == two.steps[:number]
    assert not any(one.steps[number].skill.chances + two.steps[number].skill.chances)


def test_chance_has_no_mark_and_blames_nobody() -> None:
    review = review_game(wagers(["toss"] * 4, ["=0", "=5", "=0", "=5"]))
    for step in review.steps:
        assert (step.mark is None) == (step.seat == CHANCE)
    assert [step.luck_kind for step in review.steps if step.seat == CHANCE] == ["chance"] * 4


def test_before_a_deal_all_seats_have_equal_shares() -> None:
    table = Table(find_game("penguins"), {"players": 3}, seed="56" * 32)
    for seat in (0, 1, 2):
        table.submit(seat, table.state.legal(seat)[0])
    review = review_game(Replay(table.record()), "quick")
    assert max(review.start.chances) - min(review.start.chances) < 1e-5
    assert review.steps[0].luck_kind == "chance"
