"""What a player believes: the session that is or, where cards are hidden, some that may be (determinization).

A player who remembers imagines hidden cards as likely as they are (`hidden_cards.py`). One who forgets takes all
cards that are not in sight for one shuffled pile, of which the other catches got the first fish: so the deck seems
to have more octopuses than it has, and such a player stops early.
"""

import random
from collections import Counter
from typing import Final

from shoal.games.smallfry.cards import BOX, CARDS, OCTOPUS, Card
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

__all__ = ["guessed_sessions", "imagined_sessions", "session_of"]

#: Sessions that a player thinks of before a step, where more than one is possible.
_SESSIONS: Final = 12


def imagined_sessions(view: View, rng: random.Random) -> list[SessionArrays]:
    """The session of a view that hides no cards; of another, sessions as likely as they are."""
    return [session_of(view.imagine(rng)) for _ in range(_SESSIONS if view.hides_cards else 1)]


def guessed_sessions(view: View, rng: random.Random) -> list[SessionArrays]:
    """Sessions that a player thinks of who sees nothing but their own catch, the row, and how many cards lie where."""
    own = [CARDS[name] for name in view.catches[view.turn]]
    row = [CARDS[name] for name in view.row]
    unseen = sorted((Counter(BOX) - Counter([*own, *row])).elements())
    sizes = [0 if seat == view.turn else len(catch) for seat, catch in enumerate(view.catches)]
    sessions = []
    for _ in range(_SESSIONS if len(unseen) > len(view.deck) else 1):
        catches, deck = _deal_out(unseen, sizes, len(view.deck), rng)
        catches[view.turn] = own
        sessions.append(_new_session(view.turn, deck, row, catches))
    return sessions


def _deal_out(
    unseen: list[Card], sizes: list[int], deck_size: int, rng: random.Random
) -> tuple[list[list[Card]], list[Card]]:
    """Catches of these sizes, and a deck, from one pile that is shuffled if anything depends on it."""
    pile = list(unseen)
    if len(pile) > deck_size:
        rng.shuffle(pile)
    catches = []
    for size in sizes:
        catch = [card for card in pile if card != OCTOPUS][:size]
        for card in catch:
            pile.remove(card)
        catches.append(catch)
    return catches, sorted(pile[:deck_size])


def session_of(state: State) -> SessionArrays:
    """A state as the arrays of the kernels."""
    return _new_session(state.turn, list(state.deck), list(state.row), [list(catch) for catch in state.catches])


def _new_session(turn: int, deck: list[Card], row: list[Card], catches: list[list[Card]]) -> SessionArrays:
    session = new_session(len(catches))
    session.scalars[[TURN, DECK_SIZE, ROW_SIZE]] = (turn, len(deck), len(row))
    session.deck[: len(deck)] = deck
    session.row[: len(row)] = row
    for seat, catch in enumerate(catches):
        session.sizes[seat] = len(catch)
        session.catches[seat, : len(catch)] = catch
    count_cards(session)
    return session
