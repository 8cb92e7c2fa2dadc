"""Cards as they are drawn: which picture, which name, how large the name may be written."""

from collections.abc import Sequence
from typing import Final

import msgspec

from shoal.core import Say
from shoal.games.smallfry.cards import CARDS, OCTOPUS, SPECIES, SPECIES_NAMES, card_text, sort, species_of, value_of

__all__ = ["Face", "cards_of", "draw_face", "letter_size"]

#: Of a card that is 100 wide: what a name has room for, its letters at their largest, and how wide a letter is.
_ROOM: Final = 90
_LARGEST: Final = 13.5
_LETTER: Final = 0.72


class Face(msgspec.Struct, frozen=True):
    """One open card; an octopus has no value. `species` names the picture, `size` fits the name onto the card."""

    species: str
    value: int
    name: str
    label: str
    size: float


def draw_face(written: str, say: Say) -> Face:
    """The card with this notation."""
    card = CARDS[written]
    label = say(card_text(card))
    if card == OCTOPUS:
        return Face("octopus", 0, label, label, letter_size(label))
    species = SPECIES_NAMES[species_of(card)]
    name = say(SPECIES[species])
    return Face(species, value_of(card), name, label, letter_size(name))


def letter_size(name: str) -> float:
    """How large a name can be written on a card."""
    return round(min(_LARGEST, _ROOM / (_LETTER * max(1, len(name)))), 1)


def cards_of(written: Sequence[str]) -> bytes:
    """Cards in the order in which they are kept."""
    return sort(CARDS[name] for name in written)
