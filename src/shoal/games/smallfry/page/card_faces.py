"""Cards as the page draws them: the picture, the name, and the size of its letters."""

from collections.abc import Sequence
from typing import Final

import msgspec

from shoal.core import Say
from shoal.games.smallfry.cards import CARDS, OCTOPUS, SPECIES, SPECIES_NAMES, card_text, sort, species_of, value_of

__all__ = ["CardFace", "cards_of", "draw_face", "letter_size"]

#: On a card that is 100 wide: the room for a name, its letters at their largest, and the width of a letter.
_ROOM: Final = 90
_LARGEST: Final = 13.5
_LETTER: Final = 0.72


class CardFace(msgspec.Struct, frozen=True):
    """One open card; an octopus has no value. `species` names the picture, `size` fits the name onto the card."""

    species: str
    value: int
    name: str
    label: str
    size: float


def draw_face(written: str, say: Say) -> CardFace:
    """The card with this notation."""
    card = CARDS[written]
    label = say(card_text(card))
    if card == OCTOPUS:
        return CardFace("octopus", 0, label, label, letter_size(label))
    species = SPECIES_NAMES[species_of(card)]
    name = say(SPECIES[species])
    return CardFace(species, value_of(card), name, label, letter_size(name))


def letter_size(name: str) -> float:
    """The letter size that fits a name onto a card."""
    return round(min(_LARGEST, _ROOM / (_LETTER * max(1, len(name)))), 1)


def cards_of(written: Sequence[str]) -> bytes:
    """Cards from their notation, sorted."""
    return sort(CARDS[name] for name in written)
