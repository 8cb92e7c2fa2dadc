"""Random games of penguins with any options, for the tests of the engine."""

import random
from collections.abc import Callable, Mapping

from shoal.games.penguins import GAME, State


def any_options(rng: random.Random) -> Mapping[str, object]:
    """Options of every kind: players, editions and their differences, shifted rows."""
    return {
        "players": rng.choice((2, 2, 3, 4)),
        "edition": rng.choice(("en", "fr", "cs")),
        "top_row": rng.choice(("seven", "eight")),
        "placing": rng.choice(("one", "any")),
        "cut_off": rng.choice(("end", "at_once")),
        "shifts": rng.choice(((0,) * 8, tuple(rng.randint(-2, 2) for _ in range(8)))),
    }


def dealt(options: Mapping[str, object], rng: random.Random) -> State:
    """The position after the deal; sometimes a deal by hand with holes in it."""
    start = GAME.start(GAME.options(options))
    deal = str(start.chance().draw(rng.randrange))
    if rng.random() < 0.2:
        places = [place for place, digit in enumerate(deal) if digit in "23"]
        for place in rng.sample(places, rng.randint(1, 20)):
            deal = deal[:place] + "0" + deal[place + 1 :]
    return start.play(start.parse(deal))


def wander(state: State, rng: random.Random, until: Callable[[State], bool]) -> State:
    """Play random steps until `until` holds, or the game is over."""
    while state.to_act and not until(state):
        state = state.play(rng.choice(state.legal(state.to_act[0])))
    return state
