"""Calling every kernel once, so that none has to be compiled or loaded while a clock runs."""

import random
from functools import cache

from msgspec.structs import replace

from shoal import core
from shoal.core import CHANCE, SearchLimit
from shoal.games.fishtank.engine.bot import Engine
from shoal.games.fishtank.engine.policy_fit import PolicyFit
from shoal.games.fishtank.engine.rules_kernel import ROUNDS
from shoal.games.fishtank.engine.settings import Settings
from shoal.games.fishtank.options import Options
from shoal.games.fishtank.state import opening

__all__ = ["warm_up_kernels"]

#: More seconds than any step takes that has to wait for a compilation.
_LONG = 600.0
#: It thinks about one step in so many, of both players, of choices and of placings; and about all of the last two
#: rounds, for which there are kernels of their own.
_EVERY = 5
_STEPS = 2 * 2 * ROUNDS
_LAST = 2 * 2 * 2


@cache
def warm_up_kernels(settings: Settings) -> None:
    """Play a quick game, in which all comes up that an engine with these settings may have to judge."""
    rng = random.Random(0)
    quick = Engine(rng, replace(settings, games=min(1, abs(settings.games)), fitted=False))
    options = Options.of({"players": 2, "deck": "full", "deck_toml": ""})
    if settings.fitted:
        PolicyFit(options).play_deal()
    state: core.State = opening(options)
    taken = 0
    while state.to_act:
        seat = state.to_act[0]
        if seat == CHANCE:
            state = state.play(state.chance().draw(rng.randrange))
            continue
        if taken % _EVERY == 0 or taken >= _STEPS - _LAST:
            state = state.play(quick.think(state.view(seat), SearchLimit(_LONG)).step)
        else:
            state = state.play(rng.choice(state.legal(seat)))
        taken += 1
