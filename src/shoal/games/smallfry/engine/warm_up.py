"""Calling every kernel once, so that none has to be compiled or loaded while a clock runs."""

import random
from functools import cache

from msgspec.structs import replace

from shoal import core
from shoal.core import CHANCE, SearchLimit
from shoal.games.smallfry.engine.bot import Engine
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.options import Options
from shoal.games.smallfry.state import opening

__all__ = ["warm_up_kernels"]

#: More seconds than any step takes that has to wait for a compilation.
_LONG = 600.0


@cache
def warm_up_kernels(settings: Settings) -> None:
    """Have an engine with these settings judge the two kinds of choices, at tables of two and of more.

    Without lookahead the number of players makes no difference, and time neither.
    """
    rng = random.Random(0)
    quick = Engine(rng, replace(settings, rollouts=min(1, settings.rollouts)))
    for players in (2, 3) if settings.lookahead else (2,):
        for view in _choice_and_robbery(players, rng):
            quick.choose(view)
            if settings.lookahead:
                quick.think(view, SearchLimit(_LONG))


def _choice_and_robbery(players: int, rng: random.Random) -> list[core.View]:
    """Views in which a player may flip or stop, and may rob, both when there are catches to rob."""
    state = opening(Options(players, target=77, next_session="youngest", memory="closed"))
    views: dict[str, core.View] = {}
    while len(views) < 2 and state.to_act:
        seat = state.to_act[0]
        if seat == CHANCE:
            state = state.play(state.chance().draw(rng.randrange))
            continue
        if all(state.catches) and len(state.legal(seat)) > 1:
            views.setdefault(state.phase, state.view(seat))
        state = state.play(rng.choice(state.legal(seat)))
    return list(views.values())
