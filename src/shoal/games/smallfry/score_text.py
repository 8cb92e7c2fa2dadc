"""Scoring a catch written down as text, for people with the real box."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from shoal.core import NotationError, Say, msg
from shoal.games.smallfry.cards import BOX, CARDS, OCTOPUS, SPECIES_NAMES, card_name, sort
from shoal.games.smallfry.scoring import best_values, worth

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["ScoredCatch", "parse_catch"]


class ScoredCatch(msgspec.Struct, frozen=True):
    """A catch and its points, and how they come about."""

    catch: bytes

    def facts(self) -> Mapping[str, object]:
        """The total, and for each species caught the value that counts."""
        best = zip(SPECIES_NAMES, best_values(self.catch), strict=True)
        return {"total": worth(self.catch), "species": {name: value for name, value in best if value}}

    def draw(self, say: Say) -> "RenderableType":
        from shoal.games.smallfry.terminal import draw_catch

        return draw_catch(self.catch, say)


def parse_catch(text: str) -> bytes:
    """Read a catch: fish cards with spaces between them, no more of each than the box has."""
    cards = [_parse_fish(word) for word in text.split(" ") if word]
    for card, copies in Counter(cards).items():
        if copies > BOX.count(card):
            raise NotationError(
                text,
                msg(
                    "at most {count} of {card}, as in the box, not {found}",
                    count=BOX.count(card),
                    card=card_name(card),
                    found=copies,
                ),
            )
    return sort(cards)


def _parse_fish(word: str) -> int:
    card = CARDS.get(word, OCTOPUS)
    if card == OCTOPUS:
        raise NotationError(word, msg("a fish card such as eel3"))
    return card
