"""The memory of a player, and sessions that fit it (determinization).

Every card was shown once, so a perfect memory knows every catch and the deck. A human memory keeps the
high cards and forgets the rest: where those are is drawn anew each time, each place with equal chance.
"""

import random
from collections import Counter
from collections.abc import Iterable

from shoal.core import Seat
from shoal.games.smallfry.cards import BOX, CARDS, OCTOPUS, Card, value_of
from shoal.games.smallfry.engine.rules_kernel import (
    DECK_SIZE,
    ROW_SIZE,
    TURN,
    SessionArrays,
    count_cards,
    new_session,
)
from shoal.games.smallfry.engine.settings import Settings
from shoal.games.smallfry.view import View

__all__ = ["Belief"]


class Belief:
    """Where the player at turn believes the cards to be."""

    def __init__(self, view: View, settings: Settings) -> None:
        self.seat: Seat = view.turn
        self.row = _cards(view.row)
        self._deck_size = len(view.deck)
        self._sizes = [len(catch) for catch in view.catches]
        self._settings = settings
        catches = [_cards(catch) for catch in view.catches]
        deck = _cards(view.deck)
        gone = _less(BOX, [*deck, *self.row, *(card for catch in catches for card in catch)])
        self._catches = [
            catch if seat == self.seat else [card for card in catch if self._remembers(card)]
            for seat, catch in enumerate(catches)
        ]
        known = [card for catch in self._catches for card in catch]
        known += self.row
        known += [card for card in gone if self._remembers(card)]
        #: Cards that may be anywhere but in the player's own catch and in the row.
        self._anywhere = _less(BOX, known)
        self.certain = len(self._anywhere) == self._deck_size

    def _remembers(self, card: Card) -> bool:
        if card == OCTOPUS:
            return self._settings.counts_octopuses
        return value_of(card) >= self._settings.remembers_from

    def imagine(self, rng: random.Random) -> SessionArrays:
        """A session that fits what is remembered, each such session with equal chance."""
        catches, deck = self._catches, self._anywhere
        if not self.certain:
            catches, deck = self._place(rng)
        session = new_session(len(catches))
        session.scalars[[TURN, DECK_SIZE, ROW_SIZE]] = (self.seat, len(deck), len(self.row))
        session.deck[: len(deck)] = deck
        session.row[: len(self.row)] = self.row
        for seat, catch in enumerate(catches):
            session.sizes[seat] = len(catch)
            session.catches[seat, : len(catch)] = catch
        count_cards(session)
        return session

    def _place(self, rng: random.Random) -> tuple[list[list[Card]], list[Card]]:
        """The catches with forgotten fish in their gaps, and the deck from what is left.

        A card that would be remembered, had it come up, is in the deck for certain.
        """
        deck = [card for card in self._anywhere if self._remembers(card)]
        rest = [card for card in self._anywhere if not self._remembers(card)]
        rng.shuffle(rest)
        catches = []
        for catch, size in zip(self._catches, self._sizes, strict=True):
            gap = [card for card in rest if card != OCTOPUS][: size - len(catch)]
            rest = _without(rest, gap)
            catches.append(catch + gap)
        return catches, sorted(deck + rest[: self._deck_size - len(deck)])


def _without(cards: list[Card], taken: Iterable[Card]) -> list[Card]:
    """The cards without those that were taken, in the order they have."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left


def _cards(written: Iterable[str]) -> list[Card]:
    return [CARDS[name] for name in written]


def _less(cards: Iterable[Card], taken: Iterable[Card]) -> list[Card]:
    """The cards without those that were taken, sorted."""
    return sorted((Counter(cards) - Counter(taken)).elements())
