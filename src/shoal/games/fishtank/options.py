"""The box on the table: the deck in play for so many seats, and the steps that its cards make possible."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from shoal.core import OptionError, msg
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_file import house_deck, read_deck
from shoal.games.fishtank.hand import Hand
from shoal.games.fishtank.scoring import Judge
from shoal.games.fishtank.steps import Choose, Deal, Discard

__all__ = ["HAND_SIZE", "Box", "cards_needed", "open_box"]

#: Cards dealt to each seat at the start of a half, and rounds of a half (T3, T6).
HAND_SIZE: Final = 8
_HALVES: Final = 2
#: With two players `advised` leaves cards out, and with three (T19).
_ADVISED_SMALL: Final = (2, 3)


def cards_needed(players: int) -> int:
    """The cards that a whole game uses: all that are dealt, and all that two players draw (T17)."""
    draws = HAND_SIZE - 1 if players == 2 else 0
    return _HALVES * players * (HAND_SIZE + draws)


class Box:
    """A deck as it is played with: how many cards of each kind, for how many seats.

    It also keeps the steps of chance and of choosing ready, so that nobody has to make them anew.
    """

    __slots__ = ("_key", "chooses", "counts", "deals", "deck", "discards", "judge", "kinds", "order", "players")

    def __init__(self, deck: Deck, counts: tuple[int, ...], players: int) -> None:
        self.deck = deck
        self.counts = counts
        self.players = players
        self._key = (deck, counts, players)
        #: The names of the kinds that are dealt; the unused pile is counted in this order.
        self.kinds = tuple(kind.name for kind in deck.fronts)
        self.order: Mapping[str, int] = {name: place for place, name in enumerate(self.kinds)}
        self.judge = Judge(deck)
        seats = range(players)
        self.deals = tuple(tuple(Deal(seat, name) for name in self.kinds) for seat in seats)
        self.discards = tuple({name: Discard(seat, name) for name in self.kinds} for seat in seats)
        self.chooses = tuple({name: Choose(seat, name) for name in self.kinds} for seat in seats)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Box) and self._key == other._key)

    def __hash__(self) -> int:
        return hash(self._key)

    def __str__(self) -> str:
        return f"{self.deck}, {sum(self.counts)} cards, {self.players} players"

    def without(self, pile: tuple[int, ...], cards: Hand) -> tuple[int, ...]:
        """The pile without these cards."""
        left = list(pile)
        for kind in cards:
            left[self.order[kind]] -= 1
        return tuple(left)


@lru_cache(maxsize=64)
def open_box(deck_toml: str, size: str, players: int) -> Box:
    """The box for these options (T19). Raises `DeckError` or `OptionError`."""
    deck = read_deck(deck_toml) if deck_toml else house_deck()
    small = size == "small" or (size == "advised" and players in _ADVISED_SMALL)
    counts = tuple(0 if small and kind.left_out else kind.cards for kind in deck.fronts)
    if sum(counts) < cards_needed(players):
        raise OptionError(
            "deck",
            size,
            msg(
                "a deck of at least {needed} cards for {players} players, not of {count}",
                needed=cards_needed(players),
                players=players,
                count=sum(counts),
            ),
        )
    return Box(deck, counts, players)
