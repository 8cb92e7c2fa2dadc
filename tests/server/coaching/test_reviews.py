"""Reviews of finished games on a server: computed once, kept, and resumed after a restart or a process that died."""

import asyncio
from collections.abc import AsyncIterator
from functools import cache

import pytest

from shoal.coach import GameReview, review_game
from shoal.core import Refusal, Replay, find_game
from shoal.public_api import play
from shoal.server.coaching.coach import Coach
from shoal.server.coaching.reviews import Reviews
from shoal.server.coaching.table_review import TableReview, deeper, pack_review, unpack_review
from shoal.server.tables.bot_queue import BotOwner
from shoal.server.tables.replay_thread import ReplayThread
from shoal.server.tables.snapshot import TableSnapshot
from shoal.store import ReviewRow, Seating, Store
from shoal.store.models import TableRow

pytestmark = pytest.mark.anyio

ANNA, BEN = BotOwner("203.0.113.7", "anna"), BotOwner("203.0.113.8", "ben")
RECORD = play("smallfry", ["greedy", "greedy"], seed=1, target=10).record()


@cache
def expected() -> GameReview:
    return review_game(Replay(RECORD), "quick")


class Machine:
    """What a server has: a store, the coach and the reviews."""

    def __init__(self, store: Store) -> None:
        self.store, self.coach, self.replays = store, Coach(), ReplayThread()
        self.reviews = Reviews(store, self.coach, self.replays)

    async def close(self) -> None:
        await self.reviews.close()
        await self.coach.close()
        self.replays.close()


def table_of(moves: tuple[str, ...] = RECORD.moves) -> TableSnapshot:
    seats = [Seating(seat, "person", name, name) for seat, name in enumerate(("anna", "ben"))]
    return TableSnapshot(TableRow("t1", "smallfry", RECORD.options, "00" * 32, moves, {}, "anna", 0, True), seats)


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    store = await Store.open("sqlite://")
    table = table_of()
    await store.create_table(table.row, table.seats, table.summary())
    yield store
    await store.close()


@pytest.fixture
async def machine(store: Store) -> AsyncIterator[Machine]:
    machine = Machine(store)
    yield machine
    await machine.close()


async def whole(found: TableReview | None) -> TableReview:
    """The review once it is whole."""
    assert found is not None
    while not (found.whole or found.failed):
        await found.changed.wait()
    assert found.whole
    return found


async def test_it_is_computed_once_whoever_asks_and_read_back_after_a_restart(machine: Machine, store: Store) -> None:
    table = table_of()
    assert await machine.reviews.find(ANNA, table) is None, "nobody has asked for it"
    await asyncio.gather(*(machine.reviews.begin(owner, table, "quick") for owner in (ANNA, BEN)))
    assert machine.reviews.running == 1
    found = await machine.reviews.find(BEN, table)
    assert found is await machine.reviews.find(ANNA, table)
    await whole(found)
    assert found is not None
    assert found.review == expected()
    while machine.reviews.running:
        await found.changed.wait()
    await machine.close()
    again = Machine(store)
    kept = await again.reviews.find(BEN, table)
    assert kept is not None
    assert kept.review == found.review
    assert again.coach._process._process is None, "it is not computed again"
    await again.close()


async def test_a_review_goes_on_after_its_process_died_and_after_a_restart(machine: Machine, store: Store) -> None:
    table = table_of()
    await machine.reviews.begin(ANNA, table, "quick")
    found = await machine.reviews.find(ANNA, table)
    assert found is not None
    await found.changed.wait()
    assert not found.whole
    process = machine.coach._process._process
    assert process is not None
    process.kill()
    await found.changed.wait()
    await machine.close()
    again = Machine(store)
    resumed = await whole(await again.reviews.find(BEN, table))
    assert resumed.review == expected()
    await again.close()


async def test_what_would_take_too_long_is_looked_at_quickly(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoal.server.coaching.review_steps._MEASURED_SECONDS", 0.0)
    monkeypatch.setattr("shoal.server.coaching.review_steps._LONGEST_SECONDS", 0.0)
    table = table_of()
    await machine.reviews.begin(ANNA, table)
    found = await machine.reviews.find(ANNA, table)
    assert found is not None
    while machine.reviews.running and not found.whole and found.effort == "usual":
        await found.changed.wait()
        found = await machine.reviews.find(ANNA, table) or found
    assert (await whole(found)).effort == "quick"
    assert await machine.store.review_efforts("t1") == ["quick"]
    assert (deeper("quick"), deeper("usual"), deeper("deep")) == ("usual", "deep", None)


async def test_a_game_that_is_not_over_has_none(machine: Machine) -> None:
    with pytest.raises(Refusal, match="not over"):
        await machine.reviews.begin(ANNA, table_of(RECORD.moves[:-9]))
    assert await machine.store.review_efforts("t1") == []


async def test_what_is_stored_but_cannot_be_read_is_computed_again(machine: Machine) -> None:
    await machine.store.save_review(ReviewRow("t1", "quick", b"damaged", 1))
    found = await whole(await machine.reviews.find(ANNA, table_of()))
    assert unpack_review(pack_review(found), Replay(RECORD, find_game("smallfry"))) == found.review
