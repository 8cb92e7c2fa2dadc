"""The bot on a seat plays on whatever happens at its table: steps taken back, a branch, another server."""

import random

import pytest

from shoal.core import find_game
from shoal.server.tables.commands import RequestUndo, TakeStep
from shoal.server.tables.service import TableService
from shoal.server.tables.snapshot import TableSnapshot
from shoal.store import Seating
from tests.server.tables.test_two_services_one_database import ANNA, listen_until, service_on, some_step

pytestmark = pytest.mark.anyio

SEATS = (Seating(0, "person", "Anna", "anna"), Seating(1, "bot", "Bot", bot="random"))


def annas_turn(snapshot: TableSnapshot) -> bool:
    return snapshot.over or snapshot.to_act == (0,)


async def play(service: TableService, table_id: str, rng: random.Random, steps: int) -> TableSnapshot:
    """Have Anna take some steps, each when the bot has answered the one before."""
    for _ in range(steps):
        snapshot = await listen_until(service, table_id, annas_turn)
        if not snapshot.over:
            await service.execute("anna", table_id, some_step(snapshot, 0, rng))
    return await listen_until(service, table_id, annas_turn)


async def test_a_bot_plays_on_after_steps_were_taken_back_in_a_branch_and_at_another_server(sqlite_url: str) -> None:
    rng, game = random.Random(1), "penguins"
    async with service_on(sqlite_url) as service:
        table_id = await service.create_table(ANNA.id, game, {"players": 2}, SEATS, settings={})
        reached = await play(service, table_id, rng, 3)
        await service.execute("anna", table_id, RequestUndo(seat=0, key="back"))
        back = await listen_until(service, table_id, lambda now: now.table.length < reached.table.length)
        assert back.position_id > reached.position_id
        after = await play(service, table_id, rng, 2)
        assert after.table.length > back.table.length
        branch = await service.create_table(
            ANNA.id, game, {"players": 2}, SEATS, settings={}, opening=after.table.record().moves
        )
        assert (await play(service, branch, rng, 2)).table.length > after.table.length
    async with service_on(sqlite_url) as service:
        assert (await play(service, table_id, rng, 100)).over


async def test_a_bot_answers_otherwise_when_the_same_game_is_played_again(sqlite_url: str) -> None:
    """What it did the last time cannot be learnt by heart: here it has about thirty steps to choose from."""
    game = find_game("penguins")
    answers = set()
    async with service_on(sqlite_url) as service:
        for _ in range(4):
            table_id = await service.create_table(ANNA.id, game.name, {}, SEATS, settings={}, seed="00" * 32)
            snapshot = await listen_until(service, table_id, annas_turn)
            first = str(snapshot.table.view(0).legal[0])
            command = TakeStep(seat=0, step=first, position_id=snapshot.position_id, key=table_id)
            await service.execute("anna", table_id, command)
            after = await listen_until(service, table_id, lambda now: now.to_act == (0,) and now.table.length > 2)
            answers.add(after.table.record().moves[2])
    assert len(answers) > 1
