"""The part of the conformance kit for games with an encoding: what must hold for the numbers of any game.

`check_encoding` plays one random game to its end. A broken promise is an `AssertionError` that names it.
"""

import math
import random
from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from shoal.core.chance import Chance
from shoal.core.conformance import random_seed
from shoal.core.encoding import GameEncoding
from shoal.core.game import Game
from shoal.core.seats import CHANCE
from shoal.core.state import State
from shoal.core.step import Step
from shoal.core.table import Table

__all__ = ["check_encoding"]


def check_encoding(game: Game, options: Mapping[str, object], rng: random.Random, *, care: float = 0.2) -> None:
    """Look at the encoding along a random game; at a share `care` of its states, whether numbers give anything away."""
    encoding = game.encoding(game.options(options))
    assert encoding is not None, "the game has an encoding"
    _check_layout(encoding)
    table = Table(game, options, seed=random_seed(rng))
    chance = steps = 0
    _check_chance(encoding, game.start(table.options), rng)
    while not table.over:
        state = table.state
        for seat in table.seats:
            _check_seat(encoding, state, seat, rng if rng.random() < care else None)
        seat = state.to_act[0]
        table.submit(seat, rng.choice(state.legal(seat)))
        steps += 1
    for seat in table.seats:
        _check_seat(encoding, table.state, seat, rng)
    for number in range(table.length):
        if table.taker(number) == CHANCE:
            chance += len(encoding.outcome_numbers(table._history.steps[number]))
    assert steps <= encoding.longest, f"{steps} steps, where `longest` is {encoding.longest}"
    assert chance <= encoding.longest_chance, f"chance drew {chance} times, against {encoding.longest_chance}"
    assert max(table.state.scores) <= encoding.most_points, "no seat gets more than `most_points`"


def _check_layout(encoding: GameEncoding) -> None:
    names = [part.name for part in encoding.parts]
    assert len(set(names)) == len(names), "the parts of an observation have different names"
    assert encoding.size == sum(math.prod(part.shape) for part in encoding.parts)
    assert encoding.actions == sum(each.count for each in encoding.ranges) + 1


def _check_seat(encoding: GameEncoding, state: State, seat: int, rng: random.Random | None) -> None:
    legal = state.legal(seat) if seat in state.to_act else ()
    numbers = [encoding.number(step, seat) for step in legal]
    assert [encoding.step(number, seat) for number in numbers] == list(legal), "a number stands for its step"
    mask = encoding.mask(state, seat)
    assert np.flatnonzero(mask).tolist() == (sorted(numbers) or [encoding.wait]), "the mask is what is legal"
    observation = encoding.observe(state, seat)
    assert observation.shape == (encoding.size,)
    assert observation.dtype == np.float32
    assert (observation >= 0).all(), "no number is below 0"
    for name, part in encoding.named(observation - encoding.highest).items():
        assert (part <= 0).all(), f"no number of {name} is above its highest"
    if rng is not None:
        view = state.view(seat)
        imagined = encoding.observe(view.imagine(rng), seat)
        assert (imagined == observation).all(), "an observation depends on nothing but the view"
        assert (encoding.observe_view(view) == observation).all()
        assert (encoding.mask_view(view) == mask).all()


def _check_chance(encoding: GameEncoding, state: State, rng: random.Random) -> None:
    """Play a random game by small steps of chance: their odds multiply to the exact probability of the step."""
    while state.to_act:
        if state.to_act == (CHANCE,):
            state = state.play(_drawn(encoding, state, state.chance(), rng))
        else:
            state = state.play(rng.choice(state.legal(state.to_act[0])))


def _drawn(encoding: GameEncoding, state: State, chance: Chance, rng: random.Random) -> Step:
    drawn: list[int] = []
    product = 1.0
    step = None
    while step is None:
        odds = encoding.odds(state, drawn)
        assert math.isclose(sum(chance for _, chance in odds), 1.0), "the odds of chance sum up to 1"
        assert all(chance > 0 for _, chance in odds), "chance lists what can happen, and nothing else"
        assert [number for number, _ in odds] == sorted({number for number, _ in odds})
        assert all(0 <= number < encoding.outcomes for number, _ in odds)
        (number, likely) = rng.choices(odds, [chance for _, chance in odds])[0]
        assert encoding.outcome_text(state, drawn, number)
        drawn.append(number)
        product *= likely
        step = encoding.drawn_step(state, drawn)
    assert encoding.outcome_numbers(step) == tuple(drawn), "the small steps of a step are those that make it"
    exact = chance.probability(step)
    assert exact > Fraction(0)
    assert math.isclose(product, float(exact), rel_tol=1e-9), "small steps have the odds of the step that they make"
    return step
