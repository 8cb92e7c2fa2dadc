"""Games in the kernels go as in the rules: passing, laying, the end."""

import random
from itertools import pairwise

import numpy as np
import pytest
from tests.games.fishtank.decks import random_step, start

from shoal.core.numba_kernels import Numbers
from shoal.games.fishtank.cells import CENTRE
from shoal.games.fishtank.engine.encoding import Numbering, framed
from shoal.games.fishtank.engine.last_two_cards import full_merit
from shoal.games.fishtank.engine.rollout_policy import CELL, KIND, TURNED
from shoal.games.fishtank.engine.rollouts import Sea, deal_hands, finish, new_sea, pass_hands, settle
from shoal.games.fishtank.engine.scoring_tables import book_of
from shoal.games.fishtank.engine.settings import Settings, habit_of
from shoal.games.fishtank.state import Phase, TankState


def _lie_alike(state: TankState, sea: Sea, frames: list[tuple[int, ...]], numbering: Numbering) -> None:
    for seat, tank in enumerate(state.tanks):
        one = next(one for one in framed(tank, numbering) if one.frame == frames[seat])
        assert sea.tanks[seat].tolist() == one.cells.tolist()
        assert sea.free[seat] == one.free


def _final_frames(state: TankState, rng: random.Random) -> tuple[list[TankState], list[tuple[int, ...]]]:
    """A random game, and the frames that its tanks have in the end."""
    states = [state]
    while state.to_act:
        state = state.play(random_step(state, rng)[1])
        states.append(state)
    return states, [tank.frames[0] for tank in state.tanks]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(8))
def test_a_random_game_of_the_rules_goes_the_same_way_in_the_kernels(players: int, seed: int) -> None:
    rng = random.Random(seed)
    states, frames = _final_frames(start(players=players, deck=rng.choice(("advised", "full"))), rng)
    box = states[0].box
    book, numbering = book_of(box.deck), Numbering(box)
    sea = new_sea(players, len(numbering.kinds))
    sea.pile[:] = sea.pool[:] = numbering.counts
    for before, after in pairwise(states):
        if before.phase is Phase.PLACE and after.phase is not Phase.PLACE:
            _lay_all(before, after, sea, frames, numbering)
            for seat in range(players):
                settle(book, sea, seat)
            _lie_alike(after, sea, frames, numbering)
            sea.now[0] += 1
            left = sea.hands.copy()
            pass_hands(sea)
            _check_passing(left, sea, players)
        opens = after.phase is Phase.CHOOSE and before.phase is not Phase.CHOOSE
        if opens and (after.round == 1 or players == 2):
            sea.hands[:] = numbering.hands(after)
        if opens and players > 2:
            assert sea.hands.tolist() == numbering.hands(after).tolist()
    final = states[-1]
    for seat in range(players):
        score = box.judge.score(final.tanks[seat].within(frames[seat]))
        assert full_merit(book, sea.tanks[seat]) == score.total + score.sets / 64


def _lay_all(
    before: TankState, after: TankState, sea: Sea, frames: list[tuple[int, ...]], numbering: Numbering
) -> None:
    """What was placed, read from the tanks before and after."""
    for seat, (old, new) in enumerate(zip(before.tanks, after.tanks, strict=True)):
        cell = (old.occupied ^ new.occupied).bit_length() - 1
        turned = (old.turned ^ new.turned).bit_length() - 1
        assert old.occupied or cell == CENTRE
        sea.chosen[seat, KIND] = numbering.numbers[before.revealed[seat]]
        sea.chosen[seat, CELL] = frames[seat].index(cell)
        sea.chosen[seat, TURNED] = frames[seat].index(turned) if turned >= 0 else -1


def _check_passing(left: Numbers, sea: Sea, players: int) -> None:
    played = int(sea.now[0])
    if played % 8 == 0:
        assert not sea.hands.any()
    elif players == 2:
        # One card of what was passed is another one now; before a single card nothing is discarded (T17).
        for seat in range(2):
            single = played % 8 == 7
            assert sea.hands[seat].sum() == left[1 - seat].sum() + single
    else:
        step = 1 if played < 8 else -1
        assert sea.hands.tolist() == np.roll(left, step, axis=0).tolist()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_game_by_habit_uses_the_cards_of_the_box_and_fills_all_tanks(players: int) -> None:
    box = start(players=players).box
    book, numbering = book_of(box.deck), Numbering(box)
    habits = np.stack([habit_of(Settings())] * players)
    for seed in range(1, 20):
        sea = new_sea(players, len(numbering.kinds))
        sea.pile[:] = sea.pool[:] = numbering.counts
        sea.dice[0] = seed * 77_777_777_777
        deal_hands(sea)
        finish(book, habits, sea)
        assert not sea.free.any()
        assert sea.pool.sum() == numbering.counts.sum() - 16 * players
        assert (sea.pool >= 0).all()
        assert (sea.pile >= 0).all()
        for seat in range(players):
            assert np.bitwise_or.reduce(sea.tanks[seat]) == 0xFFFF
            assert sum(int(cells).bit_count() for cells in sea.tanks[seat]) == 16
