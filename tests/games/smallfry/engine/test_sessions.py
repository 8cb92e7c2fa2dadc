"""The compiled game and the rules never differ."""

import random

import numpy as np
import pytest
from tests.games.smallfry.engine.seas import catches_of

from shoal.core import CHANCE
from shoal.games.smallfry import GAME
from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.engine.habits import begin_sea, habit_of, pool_of, prospects_for
from shoal.games.smallfry.engine.sessions import (
    FIRST_FLIP,
    FIRST_LEAVE,
    FIRST_ROB,
    FIRST_STOP,
    Sea,
    copy_sea,
    finish,
    new_sea,
    shuffle,
    take_first,
    turn_up,
)
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.rules import SmallFryState
from shoal.games.smallfry.scoring import best_values, worth
from shoal.games.smallfry.steps import FLIP, LEAVE, STOP, TURN_UPS, Rob


def _same(sea: Sea, state: SmallFryState) -> bool:
    """Whether arrays and state lie alike, and all that the arrays count besides is right."""
    row = list(state.row)
    deck = sorted(sea.deck[: sea.now[1]].tolist())
    return (
        sea.now.tolist() == [state.turn, len(state.deck), len(row), state.deck.count(40)]
        and deck == list(state.deck)
        and sea.row[: sea.now[2]].tolist() == row
        and catches_of(sea) == [list(catch) for catch in state.catches]
        and sea.best.tolist() == [best_values(catch) for catch in state.catches]
        and sea.held.tolist() == [[catch.count(card) for card in range(40)] for catch in state.catches]
        and sea.undrawn.tolist() == [state.deck.count(card) for card in range(41)]
        and sea.left.tolist() == [sum(card >> 2 == species for card in state.deck) for species in range(10)]
        and sea.in_row.tolist() == [any(card >> 2 == species for card in row) for species in range(10)]
    )


def _robbed(state: SmallFryState, step: Rob, catches: list[list[int]]) -> SmallFryState | None:
    """The state after a robbery that left the catches so, if the rules allow that."""
    todo = [state.play(step)]
    while todo:
        now = todo.pop()
        if now.to_act == (CHANCE,) and now.phase in ("roll", "take"):
            todo.extend(now.play(outcome) for outcome in now.chance().steps)
        elif [list(catch) for catch in now.catches] == catches:
            return now
    return None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_sessions_go_the_same_way_step_by_step(players: int) -> None:
    rng = random.Random(players)
    start, sea = begin_sea(players), new_sea(players)
    for seed in range(60):
        sea.dice[0] = seed * 1_009 + 1
        copy_sea(start, sea)
        shuffle(sea)
        # A high target keeps the last catches of the session on the table: there is none to follow.
        state = GAME.start(GAME.options({"players": players, "target": 1}))
        while state.to_act:
            assert _same(sea, state)
            if state.phase in ("begin", "choice"):
                if state.phase == "choice" and rng.random() < 0.3:
                    take_first(sea, FIRST_STOP)
                    state = state.play(STOP)
                    continue
                card = int(sea.deck[sea.now[1] - 1])
                octopus = turn_up(sea)
                state = state.play(FLIP).play(TURN_UPS[card])
                if octopus and state.phase != "octopus":
                    take_first(sea, FIRST_LEAVE)
                continue
            step = rng.choice(state.legal(state.turn))
            if step == LEAVE:
                take_first(sea, FIRST_LEAVE)
                state = state.play(LEAVE)
                continue
            assert isinstance(step, Rob)
            take_first(sea, FIRST_ROB + 3 * step.victim + step.number - 1)
            after = _robbed(state, step, catches_of(sea))
            assert after is not None
            state = after
        assert catches_of(sea) == [list(catch) for catch in state.catches]


def test_the_die_and_the_blind_draw_are_fair() -> None:
    """Robbing one card succeeds five times of six, and every card of the catch is as likely (S1, S18)."""
    start, sea = begin_sea(2), new_sea(2)
    start.sizes[:] = (1, 4)
    start.catches[0, 0] = 0
    start.catches[1, :4] = (4, 8, 12, 16)
    for seat in range(2):
        for card in start.catches[seat, : start.sizes[seat]]:
            start.held[seat, card] = 1
            start.best[seat, card >> 2] = 1
    sea.dice[0] = 99
    rounds = 12_000
    won = np.zeros(40)
    backfired = 0
    for _ in range(rounds):
        copy_sea(start, sea)
        take_first(sea, FIRST_ROB + 3)
        won += sea.held[0]
        backfired += int(sea.held[1, 0])
    assert backfired / rounds == pytest.approx(1 / 6, abs=0.015)
    assert won[[4, 8, 12, 16]] / rounds == pytest.approx([5 / 24] * 4, abs=0.015)


def test_a_finished_session_is_worth_what_the_catches_are() -> None:
    start, sea = begin_sea(3), new_sea(3)
    prospects, hopes = (np.array([row] * 3) for row in prospects_for())
    habits = np.array([habit_of(Settings(stop_after=after, announces=2), 3) for after in (0, 3, 5)])
    worths = np.zeros(3, dtype=np.int64)
    sea.dice[0] = 5
    for _ in range(50):
        copy_sea(start, sea)
        shuffle(sea)
        finish(sea, FIRST_FLIP, habits, prospects, hopes, worths)
        assert sea.now[1] == 0
        assert worths.tolist() == [worth(bytes(catch)) for catch in catches_of(sea)]
        gone = list(BOX)
        for catch in catches_of(sea):
            for card in catch:
                gone.remove(card)


def test_the_pool_is_always_the_same() -> None:
    again = pool_of.__wrapped__(2)
    assert (pool_of(2) == again).all()
    assert 20 < again.mean() < 32
