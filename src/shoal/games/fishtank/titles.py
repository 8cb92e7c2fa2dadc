"""The titles of the house deck's kinds, listed here for translation; `deck.toml` says which kind has which."""

from typing import Final

from shoal.core import msg

__all__ = ["HOUSE_TITLES"]

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
