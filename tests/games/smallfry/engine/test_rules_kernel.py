"""The kernel of the rules: its chances are fair."""

import numpy as np
import pytest

from shoal.games.smallfry.engine.rules_kernel import (
    copy_session,
    new_session,
    opening_session,
    play_action,
    rob_action,
)


def test_the_die_and_the_blind_draw_are_fair() -> None:
    """Robbing one card succeeds five times of six, and every card of the catch is as likely (S1, S18)."""
    start, session = opening_session(2), new_session(2)
    start.sizes[:] = (1, 4)
    start.catches[0, 0] = 0
    start.catches[1, :4] = (4, 8, 12, 16)
    for seat in range(2):
        for card in start.catches[seat, : start.sizes[seat]]:
            start.held[seat, card] = 1
            start.best[seat, card >> 2] = 1
    session.dice[0] = 99
    rounds = 12_000
    won = np.zeros(40)
    backfired = 0
    for _ in range(rounds):
        copy_session(start, session)
        play_action(session, rob_action(1, 1))
        won += session.held[0]
        backfired += int(session.held[1, 0])
    assert backfired / rounds == pytest.approx(1 / 6, abs=0.015)
    assert won[[4, 8, 12, 16]] / rounds == pytest.approx([5 / 24] * 4, abs=0.015)
