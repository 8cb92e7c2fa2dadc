"""Tables: turns, sealed choices, undo, logs, saving and resuming."""

import pytest

from shoal.core import CHANCE, Game, IllegalStep, NotationError, Refusal, Replay, Table, parse_record, verify

SEED = "5e" * 32


@pytest.fixture
def table(tide: Game) -> Table:
    return Table(tide, {}, seed=SEED, names=["Ada", "Grace"])


def test_chance_acts_by_itself(table: Table) -> None:
    assert table.length == 1
    assert table.taker(0) == CHANCE
    assert table.state.to_act == (0, 1)


def test_a_refused_step_changes_nothing(table: Table) -> None:
    before = table.state
    for step, error in (("A:9", IllegalStep), ("B:1", IllegalStep), ("nonsense", NotationError)):
        with pytest.raises(error):
            table.submit(0, step)
    assert table.state == before
    assert table.length == 1


def test_nobody_acts_out_of_turn(table: Table) -> None:
    while not table.over:
        table.submit(table.state.to_act[0], table.state.legal(table.state.to_act[0])[0])
    with pytest.raises(Refusal, match="not the turn of seat A"):
        table.submit(0, "A:0")


def test_a_sealed_choice_is_hidden_and_may_be_replaced(table: Table) -> None:
    table.submit(0, "A:2")
    assert table.log(0)[-1] == "A:2"
    assert table.log(1)[-1] == "A:?"
    assert table.log(None)[-1] == "A:?"
    seen = table.view(1)
    table.submit(0, "A:3")
    assert table.view(1) == seen
    assert [step for step in table.log(1) if step.startswith("A")] == ["A:?"]
    table.submit(1, "B:0")
    assert [step for step in table.log(1) if step.startswith("A")] == ["A:3"]


def test_undo_takes_back_a_sealed_choice(table: Table) -> None:
    before = table.state
    table.submit(0, "A:2")
    assert table.can_undo(0)
    table.undo(0)
    assert table.state == before


def test_undo_never_reaches_past_chance_or_an_opened_choice(table: Table) -> None:
    with pytest.raises(Refusal, match="chance has acted since"):
        table.undo(0)
    for _ in range(2):
        table.submit(0, "A:0")
        table.submit(1, "B:0")
    table.submit(0, "A:0")
    table.submit(1, "B:0")
    assert table.over
    with pytest.raises(Refusal, match="opened since"):
        table.undo(1)
    assert not table.can_undo(0)


def test_a_running_game_keeps_its_seed_to_itself(table: Table) -> None:
    fair = table.record().fair
    assert fair is not None
    assert fair.seed is None
    assert fair.commitment == table.commitment
    assert SEED not in table.record().to_text()


def test_a_finished_game_tells_its_seed_and_verifies(table: Table, tide: Game) -> None:
    while not table.over:
        seat = table.state.to_act[0]
        table.submit(seat, table.state.legal(seat)[-1])
    record = parse_record(table.record().to_text())
    assert verify(Replay(record, tide)) == 3
    assert record.fair is not None
    assert record.fair.seed == SEED


def test_a_saved_game_goes_on_as_if_nothing_had_happened(table: Table, tide: Game) -> None:
    table.submit(0, "A:2")
    again = Table.resume(parse_record(table.record(with_seed=True).to_text()), tide)
    assert again.state == table.state
    assert again.names == ("Ada", "Grace")
    assert [again.taker(number) for number in range(again.length)] == [CHANCE, 0]
    for each in (table, again):
        each.submit(1, "B:1")
    assert again.state == table.state, "the next wave comes from the same seed"


def test_a_table_needs_a_name_for_each_seat(tide: Game) -> None:
    with pytest.raises(Refusal, match="found 3 seats, expected 2"):
        Table(tide, {}, names=["a", "b", "c"])


def test_a_game_that_never_settles_cannot_be_finished(table: Table) -> None:
    assert not table.finish_offered()
    with pytest.raises(Refusal, match="cannot be finished by agreement"):
        table.agree_to_finish(0)


def test_a_line_of_the_log_tells_no_more_than_was_seen(table: Table) -> None:
    table.submit(0, "A:2")
    told = [str(table.tell(1, table.log(seat)[1], ["Ada", "Bo"], seat)) for seat in (0, 1)]
    assert told == ["Ada: do A:2", "Ada: A:?"]
