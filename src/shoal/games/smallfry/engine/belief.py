"""What a player believes: the session that is, or where a view hides cards, some that may be (determinization)."""

import random
from typing import Final

from shoal.games.smallfry.engine.rules_kernel import (
    DECK_SIZE,
    ROW_SIZE,
    TURN,
    SessionArrays,
    count_cards,
    new_session,
)
from shoal.games.smallfry.state import State
from shoal.games.smallfry.view import View

__all__ = ["believed_sessions", "session_of"]

#: Sessions that a forgetful player imagines before a step.
_IMAGINED: Final = 12


def believed_sessions(view: View, rng: random.Random) -> list[SessionArrays]:
    """The session of a view that hides no cards; of another, some that look like it."""
    return [session_of(view.imagine(rng)) for _ in range(_IMAGINED if view.hides_cards else 1)]


def session_of(state: State) -> SessionArrays:
    """A state as the arrays of the kernels."""
    session = new_session(len(state.catches))
    session.scalars[[TURN, DECK_SIZE, ROW_SIZE]] = (state.turn, len(state.deck), len(state.row))
    session.deck[: len(state.deck)] = list(state.deck)
    session.row[: len(state.row)] = list(state.row)
    for seat, catch in enumerate(state.catches):
        session.sizes[seat] = len(catch)
        session.catches[seat, : len(catch)] = list(catch)
    count_cards(session)
    return session
