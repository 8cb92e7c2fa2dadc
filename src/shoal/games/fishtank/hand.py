"""Hands and other small sets of cards: tuples of kinds in alphabetical order."""

from typing import TypeAlias

__all__ = ["Hand", "add_card", "take_card", "take_cards"]

#: Kinds by name, sorted, one entry a card.
Hand: TypeAlias = tuple[str, ...]


def add_card(hand: Hand, kind: str) -> Hand:
    """The hand with one more card."""
    return tuple(sorted((*hand, kind)))


def take_card(hand: Hand, kind: str) -> Hand:
    """The hand without one card of the kind, which must be there."""
    index = hand.index(kind)
    return hand[:index] + hand[index + 1 :]


def take_cards(hand: Hand, kinds: Hand) -> Hand:
    """The hand without these cards, which must all be there."""
    for kind in kinds:
        hand = take_card(hand, kind)
    return hand
