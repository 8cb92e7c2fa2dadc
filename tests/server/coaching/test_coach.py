"""The coach of a server: the same answers as in this process, computed once, in turn, and again if the process dies."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from shoal.coach import best_steps, find_hint, tell_hint
from shoal.coach.answers import HintAnswer, VerdictAnswer
from shoal.core import Table, find_game
from shoal.server.coaching.coach import Coach
from shoal.server.coaching.coach_process import SeatPosition
from shoal.server.errors import CoachBusy
from shoal.server.tables.bot_queue import BotOwner

pytestmark = pytest.mark.anyio

ANNA, BEN = BotOwner("203.0.113.7", "anna"), BotOwner("203.0.113.8", "ben")


def position_after(steps: int, seed: int = 1) -> tuple[SeatPosition, Table]:
    """A position of Small Fry, whose judge is loaded quickly, after some cards."""
    game = find_game("smallfry")
    table = Table(game, {"players": 2}, seed=f"{seed:064x}")
    for _ in range(steps):
        seat = table.state.to_act[0]
        table.submit(seat, table.view(seat).legal[0])
    return SeatPosition(game, table.record().options, table.view(table.state.to_act[0])), table


@pytest.fixture
async def coach() -> AsyncIterator[Coach]:
    coach = Coach()
    yield coach
    await coach.close()


async def test_it_says_what_the_coach_says_here_once_for_all_who_ask(coach: Coach) -> None:
    position, table = position_after(3)
    hint, same = await asyncio.gather(coach.hint(ANNA, position, "quick"), coach.hint(BEN, position, "quick"))
    assert coach.answered == 1
    found = find_hint(position.game, position.view, "quick")
    assert hint == same == HintAnswer.of(found, table.state)
    assert list(hint.told) == tell_hint(found, table.state)
    verdict = await coach.judge(ANNA, position, "quick", 2)
    assert verdict == VerdictAnswer.of(best_steps(position.game, position.view, "quick", 2), table.state)
    tried = await coach.try_step(ANNA, position, verdict.steps[0].step, "quick")
    assert (tried.mark, tried.cost.chance, tried.tried) == ("best", 0.0, tried.best)
    other = await coach.try_step(ANNA, position, verdict.steps[1].step, "quick")
    assert other.cost.chance == pytest.approx(tried.best.value.chances[0] - other.tried.value.chances[0])
    assert other.best.step == verdict.steps[0].step


async def test_a_process_that_dies_is_started_again_and_asked_once_more(coach: Coach) -> None:
    position, _ = position_after(0)
    asked = asyncio.create_task(coach.hint(ANNA, position, "quick"))
    while coach._process._process is None:
        await asyncio.sleep(0)
    coach._process._process.kill()
    assert (await asked).best.step == "flip"


async def test_whoever_asks_too_much_at_once_is_refused_and_others_are_not(coach: Coach) -> None:
    positions = [position_after(0, seed)[0] for seed in range(1, 9)]
    distinct = [
        SeatPosition(one.game, {**one.options, "target": 50 + number}, one.view) for number, one in enumerate(positions)
    ]
    async with coach.turn(BEN, 0.1):
        waiting = [asyncio.create_task(coach.hint(ANNA, one, "quick")) for one in distinct[:6]]
        await asyncio.sleep(0)
        with pytest.raises(CoachBusy):
            await coach.hint(ANNA, distinct[6], "quick")
        more = asyncio.create_task(coach.hint(BEN, distinct[7], "quick"))
        while coach.waiting < 7:
            await asyncio.sleep(0)
        assert not any(task.done() for task in (*waiting, more))
    for task in (*waiting, more):
        task.cancel()
