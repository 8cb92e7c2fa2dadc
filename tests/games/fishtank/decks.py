"""Small decks and quick ways into a game, for tests."""

import random
from collections.abc import Sequence

from shoal.core import CHANCE, Seat
from shoal.games.fishtank import GAME
from shoal.games.fishtank.options import Options
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import TankStep

__all__ = [
    "PLANT",
    "WORKED_EXAMPLE",
    "amount_deck",
    "kind_table",
    "options_of",
    "play_all",
    "play_random",
    "random_step",
    "some_options",
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


def options_of(players: int, deck: str = "full", deck_toml: str = "") -> Options:
    """The options of a game for this many players."""
    return Options.of({"players": players, "deck": deck, "deck_toml": deck_toml})


def some_options(players: int, **cards: int) -> Options:
    """A game with a few kinds, to have few cases."""
    return options_of(players, deck_toml=amount_deck(**cards))


def start(**options: object) -> State:
    """A game at its start, through its options."""
    state = GAME.start(GAME.options(options))
    assert isinstance(state, State)
    return state


def play_all(state: State, steps: Sequence[str] | str) -> State:
    """Play steps in notation, given as a list or with spaces between."""
    for step in steps.split() if isinstance(steps, str) else steps:
        state = state.play(state.parse(step))
    return state


def random_step(state: State, rng: random.Random) -> tuple[Seat, TankStep]:
    """The first seat to act, and a random step for it."""
    seat = state.to_act[0]
    if seat == CHANCE:
        step = state.chance().draw(rng.randrange)
        assert isinstance(step, TankStep)
        return seat, step
    return seat, rng.choice(state.legal(seat))


def play_random(state: State, rng: random.Random, steps: int | None = None) -> State:
    """Play on at random, for this many steps or to the end."""
    while state.to_act and steps != 0:
        state = state.play(random_step(state, rng)[1])
        steps = None if steps is None else steps - 1
    return state
