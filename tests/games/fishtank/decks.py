"""Small decks and quick ways into a game, for tests."""

import random
from collections.abc import Sequence

from shoal.core import CHANCE, Seat
from shoal.games.fishtank import GAME
from shoal.games.fishtank.options import Box, open_box
from shoal.games.fishtank.state import TankState
from shoal.games.fishtank.steps import TankStep

__all__ = [
    "PLANT",
    "WORKED_EXAMPLE",
    "amount_deck",
    "kind_table",
    "play_all",
    "play_random",
    "random_step",
    "some_box",
    "start",
]

#: The book's example of 44 points, built from its description (T20).
WORKED_EXAMPLE = (
    "swordtail plant tetra swordtail / plant snail tetra pleco / "
    "shrimp snail discus redtail / pleco snail redtail pleco"
)

PLANT = """
[[kinds]]
name = "plant"
title = "Plant"
side = "back"
family = "amount"
thresholds = [[1, 1]]
"""


def kind_table(name: str, cards: int, rest: str) -> str:
    """One kind, with what it scores for in `rest`."""
    return f'[[kinds]]\nname = "{name}"\ntitle = "{name.title()}"\nside = "dark"\ncards = {cards}\n{rest}\n'


def amount_deck(**cards: int) -> str:
    """A deck of these kinds that score a point from one card on."""
    kinds = [kind_table(name, count, 'family = "amount"\nthresholds = [[1, 1]]') for name, count in cards.items()]
    return "".join(kinds) + PLANT


def some_box(players: int, **cards: int) -> Box:
    """A box of a few kinds, to have few cases."""
    return open_box(amount_deck(**cards), "full", players)


def start(**options: object) -> TankState:
    """A game at its start, through its options."""
    state = GAME.start(GAME.options(options))
    assert isinstance(state, TankState)
    return state


def play_all(state: TankState, steps: Sequence[str] | str) -> TankState:
    """Play steps in notation, as a list or with spaces between."""
    for step in steps.split() if isinstance(steps, str) else steps:
        state = state.play(state.parse(step))
    return state


def random_step(state: TankState, rng: random.Random) -> tuple[Seat, TankStep]:
    """Whoever is first to act does something."""
    seat = state.to_act[0]
    if seat == CHANCE:
        step = state.chance().draw(rng.randrange)
        assert isinstance(step, TankStep)
        return seat, step
    return seat, rng.choice(state.legal(seat))


def play_random(state: TankState, rng: random.Random, steps: int | None = None) -> TankState:
    """Play on at random, so many steps or to the end."""
    while state.to_act and steps != 0:
        state = state.play(random_step(state, rng)[1])
        steps = None if steps is None else steps - 1
    return state
