"""How each seat has played, as it is counted for all to see."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.core import CHANCE
from shoal.games.smallfry import GAME
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import Flip, Rob, Stop
from shoal.games.smallfry.turn import LONGEST_ROW, PlayCounts

Make = Callable[..., State]


@settings(max_examples=30)
@given(players=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_every_free_choice_is_counted_once_over_all_sessions(players: int, seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.start(GAME.options({"players": players, "target": 30}))
    stopped, went_on, announced = Counter[tuple[int, int]](), Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    while state.to_act:
        if state.to_act == (CHANCE,):
            state = state.play(state.chance().draw(rng.randrange))
            continue
        step = rng.choice(state.legal(state.turn))
        match step:
            case Stop():
                stopped[state.turn, len(state.row)] += 1
            case Flip() if state.row:
                went_on[state.turn, len(state.row)] += 1
            case Rob(victim, number) if len(state.catches[victim]) >= 3:
                announced[state.turn, number] += 1
        state = state.play(step)
    for seat, counts in enumerate(state.play_counts):
        lengths = range(1, LONGEST_ROW + 1)
        assert counts.stopped == tuple(stopped[seat, length] for length in lengths)
        assert counts.went_on == tuple(went_on[seat, length] for length in lengths)
        assert counts.announced == tuple(announced[seat, number] for number in (1, 2, 3))


def test_a_forced_step_is_not_counted(situation: Make, play: Make) -> None:
    """The first card of a turn has to be turned up, and of a single card no two can be announced."""
    state = situation(catches=("", "eel1"), deck="octopus octopus ray2")
    state = play(state, "flip", "=octopus", "rob B1", "=roll 2", "=take eel1", "flip", "=ray2")
    assert state.play_counts == (PlayCounts(), PlayCounts())


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_all_viewers_see_it(situation: Make, play: Make, viewer: int | None) -> None:
    state = play(situation(), "flip", "=ray2", "flip", "=eel1", "stop")
    own_counts = PlayCounts().with_flip(1).with_stop(2)
    assert state.view(viewer).play_counts == (own_counts, PlayCounts())
