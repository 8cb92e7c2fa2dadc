"""People who delete themselves leave nothing behind; games of others go on, and can be replayed."""

import pytest
from msgspec.structs import replace

from shoal.core import HUMAN
from shoal.server.retention.person_deletion import PersonDeletion
from shoal.server.tables.commands import AgreeToRematch, LeaveToBot, TakeSeat, TakeStep
from shoal.server.tables.service import TableService
from shoal.server.tables.snapshot import TableSnapshot
from shoal.store import Person, Seating

pytestmark = pytest.mark.anyio

ANN, BOB = Person("ann-of-the-sea", "Annika", {}, 1, 1), Person("bob-of-the-ice", "Bob", {}, 1, 1)
BOTH = (Seating(0, "person", "Annika", ANN.id), Seating(1, "person", "Bob", BOB.id))
ALONE = (Seating(0, "person", "Annika", ANN.id), Seating(1, "bot", "Minnow", bot="random"))


async def make_table(service: TableService, seats: tuple[Seating, ...] = BOTH, maker: Person = ANN) -> str:
    for person in (ANN, BOB):
        await service.store.save_person(person)
    return await service.create_table(maker.id, "smallfry", {"players": len(seats)}, seats, settings={})


async def play(service: TableService, table_id: str, most: int = 1000) -> TableSnapshot:
    """Play on, for Ann and Bob, until the game is over."""
    for _ in range(most):
        snapshot = await service.snapshot(table_id)
        if snapshot.over:
            break
        seat = snapshot.to_act[0]
        person = snapshot.seats[seat].person
        if person is None:
            break
        step = str(snapshot.table.view(seat).legal[0])
        await service.execute(person, table_id, TakeStep(seat=seat, step=step, key=f"key-{snapshot.event_number}"))
    return await service.snapshot(table_id)


async def assert_without_trace_of_ann(service: TableService, table_id: str) -> TableSnapshot:
    """Neither the database nor the table in memory, nor a replay, has her name or id."""
    stored = await service.store.table(table_id)
    assert stored is not None
    for found in (repr(stored), repr((await service.snapshot(table_id)).seats)):
        assert "ann" not in found.lower()
    replayed = TableSnapshot.replay(stored)
    assert replayed.seats == stored.seats
    return replayed


async def test_a_running_game_goes_on_with_a_bot_in_their_place(service: TableService) -> None:
    table_id = await make_table(service)
    await play(service, table_id, 4)
    await PersonDeletion(service).delete_at_own_wish(ANN.id, "Guest")
    replayed = await assert_without_trace_of_ann(service, table_id)
    assert (replayed.seats[0].kind, replayed.seats[0].name) == ("bot", "Guest")
    assert replayed.seats_of(BOB.id) == (1,)
    assert replayed.event_number >= 5, "her steps are still there, and the seat she left"


async def test_a_finished_game_stays_as_it_was_played(service: TableService) -> None:
    table_id = await make_table(service)
    before = await play(service, table_id)
    assert before.over
    record = before.record()
    await PersonDeletion(service).delete_at_own_wish(ANN.id, "Guest")
    replayed = await assert_without_trace_of_ann(service, table_id)
    after = replayed.record()
    assert (after.moves, after.result, after.fair) == (record.moves, record.result, record.fair)
    assert (after.seats, after.players) == (("Guest", "Bob"), (HUMAN, HUMAN))
    # Bob plays again, and a bot for her.
    again = await service.execute(BOB.id, table_id, AgreeToRematch(seat=1, key="again-and-again"))
    assert [(seat.kind, seat.person) for seat in again.seats] == [("person", BOB.id), ("bot", None)]


async def test_a_seat_that_they_took_and_left_again_has_no_trace_of_them(service: TableService) -> None:
    table_id = await make_table(service, (replace(BOTH[1], seat=0), Seating(1, "open", "")), BOB)
    invitation = service.invitations.secret_of(table_id)
    await service.execute(ANN.id, table_id, TakeSeat(seat=1, name="Annika", key="sit-down"), invitation)
    await play(service, table_id, 3)
    await service.execute(ANN.id, table_id, LeaveToBot(seat=1, bot="random", key="leave-it"))
    await PersonDeletion(service).delete_at_own_wish(ANN.id, "Guest")
    replayed = await assert_without_trace_of_ann(service, table_id)
    assert replayed.seats[1].name == "Guest"


async def test_what_is_theirs_alone_goes_with_them(service: TableService) -> None:
    alone, waiting = await make_table(service, ALONE), await make_table(service, (BOTH[0], Seating(1, "open", "")))
    of_bob = await make_table(service, ALONE, BOB)
    await PersonDeletion(service).delete_at_own_wish(ANN.id, "Guest")
    for table_id in (alone, waiting):
        assert await service.store.table(table_id) is None
    await assert_without_trace_of_ann(service, of_bob)
    assert await service.tables_of(ANN.id) == []
    assert len(await service.tables_of(BOB.id)) == 1


async def test_many_tables_are_deleted_in_bites(service: TableService) -> None:
    for _ in range(45):
        await make_table(service, ALONE)
    await PersonDeletion(service).delete_at_own_wish(ANN.id, "Guest")
    assert await service.tables_of(ANN.id) == []
