"""Random tanks and moments for the engine's tests."""

import random

from tests.games.fishtank.decks import random_step, start

from shoal.games.fishtank.cells import cells_of, reach
from shoal.games.fishtank.state import Phase, TankState
from shoal.games.fishtank.steps import Place
from shoal.games.fishtank.tank import EMPTY_TANK, Tank

__all__ = ["moment", "random_tank"]


def random_tank(kinds: tuple[str, ...], plant: str, cards: int, rng: random.Random) -> Tank:
    """So many cards of a few of these kinds placed anywhere, some of them turned."""
    tank = EMPTY_TANK
    some = rng.sample(kinds, rng.randint(1, len(kinds)))
    for _ in range(cards):
        cell = rng.choice(cells_of(reach(tank.occupied) & ~tank.occupied))
        earlier = cells_of(tank.occupied & ~tank.turned)
        turned = rng.choice((None, None, None, cell, *earlier[:1]))
        tank = tank.placed(rng.choice(some), Place(0, cell, turned), plant)
    return tank


def moment(players: int, played: int, phase: Phase, rng: random.Random, **options: object) -> TankState:
    """A moment of choosing or placing after so many rounds of random play, others perhaps having sealed."""
    state = start(players=players, **options)
    while not (state.phase is phase and len(state.past) == played + (phase is Phase.PLACE)):
        state = state.play(random_step(state, rng)[1])
    return state
