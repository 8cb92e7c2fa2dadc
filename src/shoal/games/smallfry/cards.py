"""What is in the box (S1): sixty fish cards of ten species, six octopus cards.

A card is a small number: four for each species in the order of `SPECIES`, one for each value, and
`OCTOPUS` after them. Cards that need no order (a catch, the undrawn deck) are kept as sorted `bytes`,
so that equal collections are equal values, and a uniform index is a uniform physical card.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from shoal.core import Text, msg

__all__ = [
    "BOX",
    "CARDS",
    "COPIES",
    "OCTOPUS",
    "SPECIES",
    "SPECIES_NAMES",
    "VALUES",
    "Card",
    "card_name",
    "card_names",
    "card_text",
    "same_species",
    "sort",
    "species_of",
    "value_of",
    "without",
]

Card: TypeAlias = int

#: The species by their notation, with their names for people.
SPECIES: Final[dict[str, Text]] = {
    "boxfish": msg("boxfish"),
    "clownfish": msg("clownfish"),
    "eel": msg("eel"),
    "hammerhead": msg("hammerhead"),
    "lionfish": msg("lionfish"),
    "pufferfish": msg("pufferfish"),
    "ray": msg("ray"),
    "seahorse": msg("seahorse"),
    "sunfish": msg("sunfish"),
    "swordfish": msg("swordfish"),
}
SPECIES_NAMES: Final = tuple(SPECIES)

VALUES: Final = (1, 2, 3, 4)
#: How many cards of each value a species has.
COPIES: Final = {1: 2, 2: 2, 3: 1, 4: 1}

OCTOPUS: Final[Card] = len(SPECIES) * len(VALUES)
_OCTOPUSES: Final = 6

_NAMES: Final = (*(f"{species}{value}" for species in SPECIES for value in VALUES), "octopus")
#: Every card by its notation.
CARDS: Final[dict[str, Card]] = {name: card for card, name in enumerate(_NAMES)}

#: All 66 cards, sorted.
BOX: Final = bytes(
    card for name, card in CARDS.items() for _ in range(_OCTOPUSES if card == OCTOPUS else COPIES[int(name[-1])])
)

_SINGLE: Final = tuple(bytes([card]) for card in CARDS.values())
_SPECIES_BY_CARD: Final = bytes(card // len(VALUES) for card in range(256))


def species_of(card: Card) -> int:
    """The index of a fish's species in `SPECIES`."""
    return _SPECIES_BY_CARD[card]


def value_of(card: Card) -> int:
    """The number of shells on a fish."""
    return card % len(VALUES) + 1


def card_name(card: Card) -> str:
    """The notation: `eel3`, `octopus`."""
    return _NAMES[card]


def card_text(card: Card) -> Text:
    """The name of a card for people."""
    if card == OCTOPUS:
        return msg("octopus")
    return msg("{species} {value}", species=SPECIES[SPECIES_NAMES[species_of(card)]], value=value_of(card))


def card_names(cards: Iterable[Card]) -> tuple[str, ...]:
    """The notation of several cards."""
    return tuple(map(_NAMES.__getitem__, cards))


def sort(cards: Iterable[Card]) -> bytes:
    """Cards that need no order, sorted."""
    return bytes(sorted(cards))


def without(cards: bytes, card: Card) -> bytes:
    """The cards less one copy of a card that is among them."""
    return cards.replace(_SINGLE[card], b"", 1)


def same_species(row: bytes, card: Card) -> int:
    """The index in the row of the fish with this card's species, or -1."""
    return row.translate(_SPECIES_BY_CARD).find(_SPECIES_BY_CARD[card])
