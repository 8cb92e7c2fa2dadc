"""Larger tables: the signs of a step, what suggests itself, and the seats' chances."""

import random

import numpy as np
import pytest
from tests.games.penguins.engine.positions import any_options, dealt, wander

from shoal.games.penguins import Move, Phase, State, bits
from shoal.games.penguins.engine.chances import INPUTS, UNITS, chances
from shoal.games.penguins.engine.crowd import CROWD
from shoal.games.penguins.engine.grove import Grove
from shoal.games.penguins.engine.leanings import GLANCE, SHOWN, SIGNS, STAGES, glance, signs_of, stage_of
from shoal.games.penguins.engine.learnt import leanings_of, network_of
from shoal.games.penguins.engine.mind import manner_for, step_of
from shoal.games.penguins.engine.race import FREE, PENGUINS, TURN, WORTHS, race_of
from shoal.games.penguins.engine.table import table_of
from shoal.games.penguins.engine.weights import weigh
from shoal.games.penguins.steps import Place

#: Where two kinds of signs begin.
_FISH, _WAYS_ON = 0, 12


def any_moment(rng: random.Random, players: int) -> State:
    """A moment at which somebody is on turn."""
    left = rng.randint(4, 60)
    state = dealt({**any_options(rng), "players": players, "cut_off": "end"}, rng)
    state = wander(state, rng, lambda now: now.free.bit_count() <= left)
    return state if state.to_act else any_moment(rng, players)


def start_and_end(step: Move | Place) -> tuple[int, int]:
    return (step.start, step.end) if isinstance(step, Move) else (60, step.floe)


@pytest.mark.parametrize("players", [3, 4])
def test_the_signs_of_a_step_say_what_is_there(players: int) -> None:
    rng = random.Random(players)
    seen, signs = np.zeros(GLANCE, dtype=np.int64), np.zeros(SHOWN, dtype=np.int64)
    for _ in range(60):
        state = any_moment(rng, players)
        table, race, seat = table_of(state.setup, state.fish), race_of(state), state.to_act[0]
        glance(table, race, seen)
        assert 0 <= stage_of(table, race) < STAGES
        assert (stage_of(table, race) >= 5) == (state.phase is Phase.PLACING)
        come = [
            {move.end for bit in bits(penguins) for move in state.board.moves(bit, state.free)}
            for penguins in state.penguins
        ]
        for step in state.legal(seat):
            assert isinstance(step, Move | Place)
            start, end = start_and_end(step)
            shown = signs_of(table, int(race[FREE]), seen, start, end, signs)
            assert 0 < shown <= SHOWN
            assert all(0 <= sign < SIGNS for sign in signs[:shown])
            rivals = sum(end in ends for other, ends in enumerate(come) if other != seat)
            assert signs[0] == _FISH + 4 * (state.fish[end] - 1) + rivals
            ways = state.board.neighbours[1 << end] & state.free & ~(1 << end)
            assert signs[1] == _WAYS_ON + ways.bit_count()


@pytest.mark.parametrize("players", [3, 4])
def test_chances_add_up_and_do_not_depend_on_which_seat_comes_first(players: int) -> None:
    rng = random.Random(players)
    rows, units = np.zeros((4, INPUTS), dtype=np.float32), np.zeros(UNITS, dtype=np.float32)
    scratch = np.zeros(CROWD, dtype=np.int64)
    for _ in range(40):
        state = any_moment(rng, players)
        table, race = table_of(state.setup, state.fish), race_of(state)
        weigh(table)
        turned = race.copy()
        for words in (PENGUINS, WORTHS):
            turned[words : words + players] = np.roll(race[words : words + players], 1)
        turned[TURN] = (race[TURN] + 1) % players
        found = []
        for moment in (race, turned):
            shares = np.zeros(4)
            chances(table, moment, network_of(players), scratch, rows, units, shares)
            assert shares[:players].sum() == pytest.approx(1)
            found.append(shares[:players])
        assert np.roll(found[0], 1) == pytest.approx(found[1], abs=1e-5)


@pytest.mark.parametrize("players", [3, 4])
def test_what_was_learnt_fits_the_kernels(players: int) -> None:
    network = network_of(players)
    assert leanings_of(players).shape == (STAGES, SIGNS)
    assert network.inputs.shape == (STAGES, INPUTS, UNITS)
    assert network.starts.shape == network.units.shape == (STAGES, UNITS)
    assert all(np.isfinite(part).all() for part in (leanings_of(players), *network))


@pytest.mark.parametrize("players", [3, 4])
def test_a_tree_looks_at_legal_steps_alone_and_counts_its_looks(players: int) -> None:
    rng = random.Random(players)
    for _ in range(10):
        state = any_moment(rng, players)
        table = table_of(state.setup, state.fish)
        weigh(table)
        grove = Grove(nodes=1 << 14, manner=manner_for(players), most=300)
        grove.begin()
        grove.run(table, race_of(state))
        if grove.strolling:
            continue
        steps, looks = grove.looks
        legal = state.legal(state.to_act[0])
        assert sorted(map(str, legal)) == sorted(str(step_of(state, int(step))) for step in steps)
        assert int(looks.sum()) == grove.leaves
