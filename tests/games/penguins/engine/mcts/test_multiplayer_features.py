"""Features for two to four players: territory, every seat's features, and the walks of isolated seats."""

import random
from functools import cache

import numpy as np
import pytest
from tests.games.penguins.engine.positions import any_options, dealt, wander

from shoal.core.search_limits import SearchLimit
from shoal.games.penguins import State
from shoal.games.penguins.board import bits
from shoal.games.penguins.engine import Engine, Settings
from shoal.games.penguins.engine.evaluation import write_features
from shoal.games.penguins.engine.features import FEATURE_COUNT, FEATURE_ROW
from shoal.games.penguins.engine.lookup_tables import WORTH_OF_A_FISH, build_tables
from shoal.games.penguins.engine.mcts.multiplayer_features import (
    FEATURES_SCRATCH_SIZE,
    settle_isolated_seats,
    write_features_of_all,
)
from shoal.games.penguins.engine.search_position import FREE, PENGUINS, TURN, WORTHS, position_of
from shoal.games.penguins.engine.search_workspace import GUESSES, new_workspace
from shoal.games.penguins.engine.territory import TERRITORY_SCRATCH_SIZE, territory_worths
from shoal.games.penguins.engine.transposition_table import new_transposition_table
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.steps import Move


def any_state(rng: random.Random, players: int) -> State:
    state = dealt({**any_options(rng), "players": players, "cut_off": "end"}, rng)
    left = rng.randint(6, 60)
    return wander(state, rng, lambda now: now.free.bit_count() <= left)


def worth(state: State, floe: int) -> int:
    return WORTH_OF_A_FISH * state.fish[floe] + 1


def slides_to(state: State, penguins: int) -> dict[int, int]:
    """By floe: how many slides these penguins need at least."""
    needed: dict[int, int] = {}
    edge, slides = penguins, 1
    while edge:
        ends = {move.end for bit in bits(edge) for move in state.board.moves(bit, state.free)} - needed.keys()
        needed |= dict.fromkeys(ends, slides)
        edge = sum(1 << end for end in ends)
        slides += 1
    return needed


def best_walks(state: State, seat: int) -> int:
    """By looking at everything: the most a seat can take if no other ever moves."""
    board = state.board

    @cache
    def best(free: int, standing: int) -> int:
        return max(
            (
                worth(state, move.end) + best(free ^ 1 << move.end, standing ^ 1 << move.start ^ 1 << move.end)
                for move in board.moves(standing, free)
            ),
            default=0,
        )

    return best(state.free, state.penguins[seat])


def ice_of(state: State, seat: int) -> int:
    """The free floes that a seat can reach."""
    return state.board.connected(state.penguins[seat], state.free | state.penguins[seat]) & state.free


def is_alone(state: State, seat: int) -> bool:
    ice = ice_of(state, seat)
    return bool(ice) and not any(ice & ice_of(state, other) for other in range(state.options.players) if other != seat)


def with_a_seat_alone(rng: random.Random, players: int) -> State:
    """A late state in which the seat on turn can meet no other any more."""
    while True:
        state = dealt({**any_options(rng), "players": players, "cut_off": "end"}, rng)
        state = wander(
            state,
            rng,
            lambda now: now.phase is IcePhase.MOVING and now.free.bit_count() < 25 and is_alone(now, now.to_act[0]),
        )
        if state.to_act and 3 <= ice_of(state, state.to_act[0]).bit_count() <= 12:
            return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_territory_counts_a_floe_for_the_seat_that_needs_fewest_slides_and_for_none_among_equals(players: int) -> None:
    rng = random.Random(players)
    for _ in range(40):
        state = any_state(rng, players)
        position, worths = position_of(state), np.zeros(TERRITORY_SCRATCH_SIZE, dtype=np.int64)
        expected = position[WORTHS : WORTHS + players].tolist()
        needed = [slides_to(state, penguins) for penguins in state.penguins]
        for floe in range(60):
            slides = [of_seat.get(floe, 99) for of_seat in needed]
            if min(slides) < 99 and slides.count(min(slides)) == 1:
                expected[slides.index(min(slides))] += worth(state, floe)
        territory_worths(build_tables(state.options, state.fish), position, worths)
        assert worths[:players].tolist() == expected


@pytest.mark.parametrize("players", [3, 4])
def test_a_seat_is_judged_against_all_others_together(players: int) -> None:
    rng = random.Random(players)
    for _ in range(60):
        state = any_state(rng, players)
        if not state.to_act:
            continue
        tables, position = build_tables(state.options, state.fish), position_of(state)
        found, alone = np.zeros(FEATURES_SCRATCH_SIZE, dtype=np.int64), np.zeros(FEATURE_ROW, dtype=np.int64)
        write_features_of_all(tables, position, found)
        for seat in range(players):
            me = state.penguins[seat]
            write_features(tables, state.free, me, sum(state.penguins) - me, alone, 0)
            row = found[FEATURE_ROW * seat : FEATURE_ROW * seat + FEATURE_COUNT + 1].tolist()
            assert row == [*alone[:FEATURE_COUNT].tolist(), (seat - state.to_act[0]) % players]


@pytest.mark.parametrize("players", [3, 4])
def test_an_isolated_seat_takes_its_best_walks_and_changes_nothing_for_the_others(players: int) -> None:
    rng = random.Random(players)
    for _ in range(12):
        state = with_a_seat_alone(rng, players)
        position, workspace = position_of(state), new_workspace(1_000_000)
        before = position.copy()
        settle_isolated_seats(build_tables(state.options, state.fish), new_transposition_table(14), workspace, position)
        assert not workspace[GUESSES]
        free = state.free
        for seat in range(players):
            by_itself = is_alone(state, seat)
            taken = best_walks(state, seat) if by_itself else 0
            assert position[WORTHS + seat] - before[WORTHS + seat] == taken
            free &= ~ice_of(state, seat) if by_itself else -1
        assert position[FREE] == free
        assert position[PENGUINS : PENGUINS + players].tolist() == list(state.penguins)
        able = [seat for seat in range(players) if state.board.can_move(state.penguins[seat], free)]
        turns = [(state.to_act[0] + wait) % players for wait in range(players)]
        assert position[TURN] == next((seat for seat in turns if seat in able), -1)


@pytest.mark.parametrize("players", [3, 4])
def test_an_isolated_seat_walks_as_well_as_can_be(players: int) -> None:
    rng = random.Random(10 + players)
    for _ in range(8):
        state = with_a_seat_alone(rng, players)
        seat = state.to_act[0]
        thought = Engine(rng, Settings(leaves=50, memory=4)).think(state.view(seat), SearchLimit(60))
        step = thought.step
        assert isinstance(step, Move)
        assert worth(state, step.end) + best_walks(state.play(step), seat) == best_walks(state, seat)
        assert sum(thought.shares) == pytest.approx(1)
