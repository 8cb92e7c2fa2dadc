"""Positions of random sessions, and the engine's arrays for them."""

import random
from collections.abc import Iterator

from shoal.core import CHANCE
from shoal.games.smallfry import GAME
from shoal.games.smallfry.engine.rules_kernel import SessionArrays
from shoal.games.smallfry.state import State


def catches_of(session: SessionArrays) -> list[list[int]]:
    return [sorted(session.catches[seat, : session.sizes[seat]].tolist()) for seat in range(len(session.sizes))]


def moments(rng: random.Random, players: int, **options: object) -> Iterator[State]:
    """The positions of a random session in which a seat is to act."""
    state = GAME.start(GAME.options({"players": players, "target": 1, **options}))
    while state.to_act:
        if state.to_act == (CHANCE,):
            state = state.play(state.chance().draw(rng.randrange))
            continue
        yield state
        # Short rows, so that many turns and catches come about.
        stops = state.phase == "choice" and rng.random() < 0.4
        state = state.play(state.parse("stop") if stops else rng.choice(state.legal(state.turn)))


def any_moment(seed: int, phase: str, least_deck: int = 1) -> State:
    """A random position in this phase, with 2 to 4 players."""
    rng = random.Random(seed)
    while True:
        found = [
            state
            for state in moments(rng, 2 + seed % 3)
            if state.phase == phase and len(state.deck) >= least_deck and any(state.catches)
        ]
        if found:
            return rng.choice(found)
