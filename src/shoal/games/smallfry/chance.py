"""What chance does: cards drawn blind, and the die (S1).

A blind draw keeps the cards as they are and lists the outcomes only when asked, so that drawing a card
is as cheap as picking an index.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from shoal.core import Below, Odds, Step
from shoal.games.smallfry.steps import ROLLS, TAKES, TURN_UPS, Take, TurnUp

__all__ = ["DIE", "BlindDraw", "take_from", "turn_up_from"]

#: -1, 1, 1, 2, 3, 3.
DIE: Final = Odds(ROLLS, (1, 2, 1, 2))


class BlindDraw:
    """One card out of sorted cards, each physical card with equal chance."""

    __slots__ = ("_cards", "_steps_by_card")

    def __init__(self, cards: bytes, steps_by_card: Sequence[TurnUp | Take]) -> None:
        self._cards = cards
        self._steps_by_card = steps_by_card

    @property
    def steps(self) -> tuple[TurnUp | Take, ...]:
        return tuple(self._steps_by_card[card] for card in dict.fromkeys(self._cards))

    @property
    def weights(self) -> tuple[int, ...]:
        return tuple(self._cards.count(card) for card in dict.fromkeys(self._cards))

    def probability(self, step: Step) -> Fraction:
        if not isinstance(step, TurnUp | Take) or step not in self.steps:
            return Fraction(0)
        return Fraction(self._cards.count(step.card), len(self._cards))

    def draw(self, below: Below) -> TurnUp | Take:
        return self._steps_by_card[self._cards[below(len(self._cards))]]


def turn_up_from(deck: bytes) -> BlindDraw:
    """The next card of the deck (S5)."""
    return BlindDraw(deck, TURN_UPS)


def take_from(catch: bytes) -> BlindDraw:
    """A card drawn blind from a catch (S18)."""
    return BlindDraw(catch, TAKES)
