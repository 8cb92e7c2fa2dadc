"""The compiled game: its chances are fair, and it counts what it has played."""

import numpy as np
import pytest
from tests.games.smallfry.engine.seas import catches_of

from shoal.games.smallfry.cards import BOX
from shoal.games.smallfry.engine.opponent_model import begin_sea, habit_of, pool_of, prospects_for
from shoal.games.smallfry.engine.sessions import (
    FIRST_FLIP,
    FIRST_ROB,
    copy_sea,
    finish,
    new_sea,
    shuffle,
    take_first,
)
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.scoring import worth


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
