"""What the search proves is true, by exhaustive search."""

import random
from functools import cache

import numpy as np
import pytest
from tests.games.penguins.engine.positions import any_options, dealt, wander

from shoal.core.search_limits import SearchLimit
from shoal.games.penguins import State
from shoal.games.penguins.engine import Engine, Settings
from shoal.games.penguins.engine.lookup_tables import WORTH_OF_A_FISH, build_tables
from shoal.games.penguins.engine.move_generation import reach
from shoal.games.penguins.engine.search_workspace import GUESSES, new_workspace
from shoal.games.penguins.engine.solo_walk_kernel import walk_worth
from shoal.games.penguins.engine.transposition_table import new_transposition_table
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.solo_walk import best_walk
from shoal.games.penguins.worth import Worth


def endgame(rng: random.Random, free: int) -> State:
    """Two players, at most `free` free floes, both able to move."""
    while True:
        state = dealt({**any_options(rng), "players": 2}, rng)
        state = wander(state, rng, lambda now: now.phase is IcePhase.MOVING and now.free.bit_count() <= free)
        if state.to_act and all(state.board.can_move(penguins, state.free) for penguins in state.penguins):
            return state


def final_margin(state: State) -> int:
    """By looking at everything: the best final fish difference for the seat on turn, floes breaking ties, as worth."""
    fish, board = state.fish, state.board

    @cache
    def best(free: int, me: int, opponent: int) -> int:
        moves = board.moves(me, free)
        if not moves:
            return -best(free, opponent, me) if board.can_move(opponent, free) else 0
        return max(
            WORTH_OF_A_FISH * fish[move.end]
            + 1
            - best(free ^ 1 << move.end, opponent, me ^ 1 << move.start ^ 1 << move.end)
            for move in moves
        )

    seat = state.to_act[0]
    stood = [
        WORTH_OF_A_FISH * (score + sum(number for floe, number in enumerate(fish) if penguins >> floe & 1))
        + floes
        + penguins.bit_count()
        for score, floes, penguins in zip(state.scores, state.floes, state.penguins, strict=True)
    ]
    return stood[seat] - stood[1 - seat] + best(state.free, state.penguins[seat], state.penguins[1 - seat])


@pytest.mark.parametrize("seed", range(40))
def test_what_is_proved_of_an_endgame_is_what_an_exhaustive_search_finds(seed: int) -> None:
    rng = random.Random(seed)
    state = endgame(rng, 9 + seed % 5)
    seat = state.to_act[0]
    thought = Engine(rng, Settings(memory=4)).think(state.view(seat), SearchLimit(60))
    assert thought.proved
    best = final_margin(state)
    # Floes come to less than a fish.
    assert abs(WORTH_OF_A_FISH * (thought.points[seat] - thought.points[1 - seat]) - best) < WORTH_OF_A_FISH
    assert thought.shares[seat] == (0.5 if not best else float(best > 0))
    after = state.play(thought.step)
    if after.to_act:
        kept = final_margin(after)
        assert (kept if after.to_act[0] == seat else -kept) == best


def test_a_proved_game_is_played_out_as_proved() -> None:
    rng = random.Random(5)
    state = endgame(rng, 14)
    seat = state.to_act[0]
    engines = [Engine(rng, Settings(memory=4)), Engine(rng, Settings(memory=4))]
    thought = engines[seat].think(state.view(seat), SearchLimit(60))
    assert thought.proved
    while state.to_act:
        turn = state.to_act[0]
        state = state.play(engines[turn].think(state.view(turn), SearchLimit(60)).step)
    assert state.scores[seat] - state.scores[1 - seat] == pytest.approx(
        thought.points[seat] - thought.points[1 - seat], abs=0.99
    )


@pytest.mark.parametrize("seed", range(15))
def test_a_lone_penguin_walks_as_well_as_the_rules_know(seed: int) -> None:
    rng = random.Random(seed)
    state = dealt(any_options(rng), rng)
    tables = build_tables(state.options, state.fish)
    floe = 1 << rng.randrange(60)
    ice = state.ice & ~floe & (rng.getrandbits(60) & rng.getrandbits(60) | rng.getrandbits(60) & rng.getrandbits(60))
    ice = int(reach(tables, floe, ice))
    walk = best_walk(state.board, state.fish, floe, ice)
    workspace = new_workspace(10_000_000)
    found = walk_worth(tables, new_transposition_table(16), workspace, ice, floe)
    assert walk is not None
    assert not workspace[GUESSES]
    worth = Worth(state.fish).of(sum(1 << move.end for move in walk))
    fish, floes = divmod(worth, 61)
    assert found == WORTH_OF_A_FISH * fish + floes


@pytest.mark.parametrize("seed", range(15))
def test_several_penguins_of_one_owner_walk_as_well_as_can_be(seed: int) -> None:
    rng = random.Random(seed)
    state = dealt({**any_options(rng), "players": 2}, rng)
    tables, board, fish = build_tables(state.options, state.fish), state.board, state.fish
    floes = rng.sample(range(60), 2 + seed % 2)
    penguins = sum(1 << floe for floe in floes)
    ice = state.ice & ~penguins & rng.getrandbits(60) & rng.getrandbits(60)

    @cache
    def best(free: int, standing: int) -> int:
        return max(
            (
                WORTH_OF_A_FISH * fish[move.end]
                + 1
                + best(free ^ 1 << move.end, standing ^ 1 << move.start ^ 1 << move.end)
                for move in board.moves(standing, free)
            ),
            default=0,
        )

    free = int(reach(tables, penguins, ice))
    workspace = new_workspace(10_000_000)
    assert walk_worth(tables, new_transposition_table(16), workspace, free, penguins) == best(free, penguins)
    assert not workspace[GUESSES]


def test_walks_that_are_given_up_count_as_a_guess() -> None:
    state = dealt({"players": 2}, random.Random(1))
    workspace = new_workspace(3)
    free = state.ice & ~1
    found = walk_worth(build_tables(state.options, state.fish), new_transposition_table(10), workspace, free, 1)
    assert workspace[GUESSES] == 1
    assert 0 <= found <= WORTH_OF_A_FISH * sum(state.fish) + 60


def test_a_transposition_table_of_an_earlier_deal_is_not_believed() -> None:
    engine = Engine(random.Random(1), Settings(memory=4))
    rng = random.Random(2)
    for _ in range(4):
        state = endgame(rng, 11)
        seat = state.to_act[0]
        thought = engine.think(state.view(seat), SearchLimit(60))
        told = thought.points[seat] - thought.points[1 - seat]
        assert abs(WORTH_OF_A_FISH * told - final_margin(state)) < WORTH_OF_A_FISH


def test_equal_deals_have_equal_lookup_tables() -> None:
    state = endgame(random.Random(3), 12)
    tables = build_tables(state.options, state.fish)
    again = build_tables(state.options, state.fish)
    assert np.array_equal(tables, again)
