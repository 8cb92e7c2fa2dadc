"""What a catch is worth at the end of a session (S15)."""

from shoal.games.smallfry.cards import SPECIES, Card, species_of, value_of

__all__ = ["best_values", "worth"]


def best_values(catch: bytes) -> list[int]:
    """The highest value of each species in the catch, in the order of `SPECIES`; 0 for a species that is missing."""
    best = [0] * len(SPECIES)
    for card in catch:
        _raise_best(best, card)
    return best


def worth(catch: bytes) -> int:
    """The points of a catch: for each species its highest value, added up (S15)."""
    return sum(best_values(catch))


def _raise_best(best: list[int], card: Card) -> None:
    species, value = species_of(card), value_of(card)
    if value > best[species]:
        best[species] = value
