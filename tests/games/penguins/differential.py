"""Plays random games of penguins on the rules and the kernels, step by step, and raises where they differ.

It compares the legal steps of every position, and the whole position after every step. `python -m bench.differ --game
penguins` plays any number of such games.
"""

import random
from typing import Final

import numpy as np
from tests.games.difference import Difference

from shoal.core import Step
from shoal.games.penguins import GAME, State
from shoal.games.penguins.engine.lookup_tables import build_tables
from shoal.games.penguins.engine.rules_kernel import encode_state, legal_steps, play_step
from shoal.games.penguins.steps import Move, PlacePenguin

__all__ = ["any_opening", "compare_game", "step_number"]

#: The start of a placed penguin, in the kernels' encoding.
_NOWHERE: Final = 60


def any_opening(rng: random.Random) -> State:
    """The ice just dealt, with any options: players, editions and their differences, shifted rows."""
    options = {
        "players": rng.choice((2, 3, 4)),
        "edition": rng.choice(("en", "fr", "cs")),
        "top_row": rng.choice(("seven", "eight")),
        "placing": rng.choice(("one", "any")),
        "cut_off": rng.choice(("end", "at_once")),
        "shifts": rng.choice(((0,) * 8, tuple(rng.randint(-2, 2) for _ in range(8)))),
    }
    state = GAME.start(GAME.options(options))
    return state.play(state.chance().draw(rng.randrange))


def compare_game(state: State, rng: random.Random) -> int:
    """Play a random game on both; return the number of comparisons. Raises `Difference`."""
    steps = np.zeros(256, dtype=np.int64)
    tables, encoded = build_tables(state.options, state.fish), encode_state(state)
    compared = 0
    while state.to_act:
        offered = {step_number(choice): choice for choice in state.legal(state.to_act[0])}
        _same("legal steps", sorted(offered), steps[: legal_steps(tables, encoded, steps)].tolist(), state)
        taken = rng.choice(list(offered))
        state = state.play(offered[taken])
        play_step(tables, encoded, taken >> 6, taken & 63)
        _same(f"after {offered[taken]}", encode_state(state).tolist(), encoded.tolist(), state)
        compared += 2
    return compared


def step_number(taken: Step) -> int:
    """A step of the rules in the kernels' encoding."""
    if isinstance(taken, Move):
        return taken.start * 64 + taken.end
    if isinstance(taken, PlacePenguin):
        return _NOWHERE * 64 + taken.floe
    raise Difference(f"the kernels do not know a step like {taken}")


def _same(what: str, rules: object, kernels: object, state: State) -> None:
    if rules != kernels:
        raise Difference(f"{what}: the rules say {rules}, the kernels {kernels}, at {state}")
