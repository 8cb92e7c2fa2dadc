"""Games in the kernels go as in the rules: passing, placing, the end."""

import random
from itertools import pairwise

import numpy as np
import pytest
from tests.games.fishtank.decks import random_step, start

from shoal.core.numba_kernels import Numbers
from shoal.games.fishtank.cells import CENTRE
from shoal.games.fishtank.engine.encoding import KindNumbers, framed_tanks
from shoal.games.fishtank.engine.last_two_cards import final_value
from shoal.games.fishtank.engine.rules_kernel import (
    CELL,
    KIND,
    TURNED,
    GameArrays,
    new_game_arrays,
    pass_hands,
    place_chosen,
)
from shoal.games.fishtank.engine.scoring_tables import scoring_tables
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State


def _lie_alike(state: State, game: GameArrays, frames: list[tuple[int, ...]], numbers: KindNumbers) -> None:
    for seat, tank in enumerate(state.tanks):
        one = next(one for one in framed_tanks(tank, numbers) if one.frame == frames[seat])
        assert game.tanks[seat].tolist() == one.cells.tolist()
        assert game.free[seat] == one.free


def _final_frames(state: State, rng: random.Random) -> tuple[list[State], list[tuple[int, ...]]]:
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
    options = states[0].options
    tables, numbers = scoring_tables(options.deck), KindNumbers(options)
    game = new_game_arrays(players, len(numbers.kinds))
    game.pile[:] = game.unchosen[:] = numbers.counts
    for before, after in pairwise(states):
        if before.phase is RoundPhase.PLACE and after.phase is not RoundPhase.PLACE:
            _lay_all(before, after, game, frames, numbers)
            for seat in range(players):
                place_chosen(game, tables.plant, seat)
            _lie_alike(after, game, frames, numbers)
            game.rounds_played[0] += 1
            left = game.hands.copy()
            pass_hands(game)
            _check_passing(left, game, players)
        opens = after.phase is RoundPhase.CHOOSE and before.phase is not RoundPhase.CHOOSE
        if opens and (after.round == 1 or players == 2):
            game.hands[:] = numbers.hands(after)
        if opens and players > 2:
            assert game.hands.tolist() == numbers.hands(after).tolist()
    final = states[-1]
    for seat in range(players):
        score = options.scorer.score(final.tanks[seat].within(frames[seat]))
        assert final_value(tables, game.tanks[seat]) == score.total + score.sets / 64


def _lay_all(
    before: State, after: State, game: GameArrays, frames: list[tuple[int, ...]], numbers: KindNumbers
) -> None:
    """What was placed, read from the tanks before and after."""
    for seat, (old, new) in enumerate(zip(before.tanks, after.tanks, strict=True)):
        cell = (old.occupied ^ new.occupied).bit_length() - 1
        turned = (old.turned ^ new.turned).bit_length() - 1
        assert old.occupied or cell == CENTRE
        game.chosen[seat, KIND] = numbers.numbers[before.revealed[seat]]
        game.chosen[seat, CELL] = frames[seat].index(cell)
        game.chosen[seat, TURNED] = frames[seat].index(turned) if turned >= 0 else -1


def _check_passing(left: Numbers, game: GameArrays, players: int) -> None:
    played = int(game.rounds_played[0])
    if played % 8 == 0:
        assert not game.hands.any()
    elif players == 2:
        # One card of what was passed is another one now; before a single card nothing is discarded (T17).
        for seat in range(2):
            single = played % 8 == 7
            assert game.hands[seat].sum() == left[1 - seat].sum() + single
    else:
        step = 1 if played < 8 else -1
        assert game.hands.tolist() == np.roll(left, step, axis=0).tolist()
