"""The options of the game: how many players, and which cards are in the deck."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from shoal.core import OptionError, msg
from shoal.core.options import Choice, Field, OptionValue, Prose, Whole
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_file import LONGEST_DECK, house_deck, read_deck
from shoal.games.fishtank.scoring import Scorer
from shoal.games.fishtank.steps import ChooseCard, DealCard, DiscardCard

__all__ = ["FIELDS", "HAND_SIZE", "Options", "cards_needed", "most_players"]

#: Cards dealt to each seat at the start of a half, and rounds of a half (T3, T6).
HAND_SIZE: Final = 8
_HALVES: Final = 2
_FEWEST: Final = 2
_MOST: Final = 6
#: With two or three players `advised` leaves cards out (T19).
_ADVISED_SMALL: Final = (2, 3)

FIELDS: Final[tuple[Field, ...]] = (
    Whole("players", msg("players"), low=_FEWEST, high=_MOST, default=2),
    Choice(
        "deck",
        msg("kinds in play"),
        {
            "advised": msg("as the book advises: two kinds fewer for 2 or 3 players"),
            "full": msg("all kinds"),
            "small": msg("two kinds fewer"),
        },
        default="advised",
    ),
    Prose("deck_toml", msg("the text of a deck file of your own"), longest=LONGEST_DECK),
)


def cards_needed(players: int) -> int:
    """How many cards a whole game uses: those dealt, and those that two players draw (T17)."""
    draws = HAND_SIZE - 1 if players == 2 else 0
    return _HALVES * players * (HAND_SIZE + draws)


def most_players(cards: int) -> int:
    """How many players a deck of this many cards is enough for; 0 if not even for two."""
    return max((players for players in range(_FEWEST, _MOST + 1) if cards_needed(players) <= cards), default=0)


class Options:
    """The deck, how many cards of each kind are dealt from it, and the number of players.

    The scorer, and the steps of dealing and choosing, are made once and kept here. Programs read the options of a view
    as one line of text.
    """

    __slots__ = ("_key", "choices", "counts", "deals", "deck", "discards", "kind_index", "kinds", "players", "scorer")

    def __init__(self, deck: Deck, counts: tuple[int, ...], players: int) -> None:
        self.deck = deck
        #: In the order of `kinds`.
        self.counts = counts
        self.players = players
        self._key = (deck, counts, players)
        #: The names of the kinds that are dealt; the unused pile is counted in this order.
        self.kinds = tuple(kind.name for kind in deck.fronts)
        self.kind_index: Mapping[str, int] = {name: index for index, name in enumerate(self.kinds)}
        self.scorer = Scorer(deck)
        seats = range(players)
        #: The step that deals each kind, `[players][kinds]`.
        self.deals = tuple(tuple(DealCard(seat, name) for name in self.kinds) for seat in seats)
        #: By seat and name, the steps that discard and that choose a kind.
        self.discards = tuple({name: DiscardCard(seat, name) for name in self.kinds} for seat in seats)
        self.choices = tuple({name: ChooseCard(seat, name) for name in self.kinds} for seat in seats)

    @staticmethod
    def of(values: Mapping[str, OptionValue]) -> "Options":
        """The options as `FIELDS` checked them (T19). Raises `DeckError` or `OptionError`."""
        players = values["players"]
        if not isinstance(players, int):
            raise TypeError("options were not checked")
        return _options_of(str(values["deck_toml"]), str(values["deck"]), players)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Options) and self._key == other._key)

    def __hash__(self) -> int:
        return hash(self._key)

    def __str__(self) -> str:
        return f"{self.deck}, {sum(self.counts)} cards, {self.players} players"


@lru_cache(maxsize=64)
def _options_of(deck_toml: str, size: str, players: int) -> Options:
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
    return Options(deck, counts, players)
