"""Random tanks and positions for the engine's tests."""

import random

from tests.games.fishtank.decks import random_step, start

from shoal.games.fishtank.cells import cells_of, reach
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import PlaceCard
from shoal.games.fishtank.tank import EMPTY_TANK, Tank

__all__ = ["moment", "random_tank"]


def random_tank(kinds: tuple[str, ...], plant: str, cards: int, rng: random.Random) -> Tank:
    """A tank of this many cards of a few of these kinds, placed anywhere, some of them turned."""
    tank = EMPTY_TANK
    some = rng.sample(kinds, rng.randint(1, len(kinds)))
    for _ in range(cards):
        cell = rng.choice(cells_of(reach(tank.occupied) & ~tank.occupied))
        earlier = cells_of(tank.occupied & ~tank.turned)
        turned = rng.choice((None, None, None, cell, *earlier[:1]))
        tank = tank.placed(rng.choice(some), PlaceCard(0, cell, turned), plant)
    return tank


def moment(players: int, played: int, phase: RoundPhase, rng: random.Random, **options: object) -> State:
    """A moment of choosing or placing after this many rounds of random play; some seats may have sealed a step."""
    state = start(players=players, **options)
    while not (state.phase is phase and len(state.past) == played + (phase is RoundPhase.PLACE)):
        state = state.play(random_step(state, rng)[1])
    return state
