"""The titles of our decks and of the kinds in them, listed here for translation."""

from typing import Final

from shoal.core import msg

__all__ = ["DECK_TITLES", "HOUSE_TITLES"]

#: Of the decks that everybody has: the house deck, and the one of `stated_deck.py`.
DECK_TITLES: Final = (msg("House deck"), msg("Rule book alone"))

HOUSE_TITLES: Final = (
    msg("Tricolor Shark Minnow"),
    msg("Neon Tetra"),
    msg("Redtail Shark Minnow"),
    msg("Cherry Barb"),
    msg("Green Swordtail"),
    msg("Zebra Pleco"),
    msg("Marbled Hatchetfish"),
    msg("Marlboro Red Discus"),
    msg("Freshwater Angelfish"),
    msg("Snail"),
    msg("Shrimp"),
    msg("Loach"),
    msg("Plant"),
)
