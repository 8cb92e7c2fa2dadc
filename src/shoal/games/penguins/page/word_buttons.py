"""What the table says beside the ice: what to do now, the answers to a swap, who has won."""

from collections.abc import Sequence
from typing import Final

import msgspec

from shoal.core import Text, msg
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.steps import AGREE, CONTENT, REFUSE
from shoal.games.penguins.view import View

__all__ = ["WordButton", "hint_of", "ribbon_of", "words_of"]


class WordButton(msgspec.Struct, frozen=True):
    """Something to say about the swaps (P4)."""

    token: str
    label: Text


_WORDS: Final = (
    (CONTENT, msg("Content with the ice")),
    (AGREE, msg("Agree to the swap")),
    (REFUSE, msg("Refuse the swap")),
)


def words_of(view: View) -> list[WordButton]:
    """The words that the viewer may say now."""
    return [WordButton(word.text, label) for word, label in _WORDS if word in view.legal]


def hint_of(view: View, names: Sequence[str]) -> Text | None:
    """One line on what is going on, beyond whose turn it is."""
    mine = bool(view.legal)
    match view.phase:
        case IcePhase.DEAL:
            return msg("The ice is being laid out.")
        case IcePhase.SWAPS:
            return _hint_on_swaps(view, names, mine=mine)
        case IcePhase.PLACING if view.options.placing == "one":
            return msg("Penguins are placed on floes with one fish.")
        case IcePhase.PLACING:
            return msg("Penguins are placed on any free floe.")
        case IcePhase.MOVING if mine:
            return msg("Pick one of your penguins, then the floe it slides to.")
    return None


def _hint_on_swaps(view: View, names: Sequence[str], *, mine: bool) -> Text:
    bargain = view.bargain
    if bargain is not None and bargain.offer is not None:
        first, second = bargain.offer.tokens
        return msg("{name} would swap {first} and {second}.", name=names[bargain.turn], first=first, second=second)
    if mine:
        return msg("Pick two floes to propose swapping them, the upper or left one first, or be content.")
    return msg("Floes may be swapped, if all agree, before the penguins come.")


def ribbon_of(view: View, names: Sequence[str]) -> Text | None:
    """Who has won (P19)."""
    if view.result is None:
        return None
    winners = [names[seat] for seat in view.result.winners]
    if len(winners) == 1:
        return msg("{name} wins!", name=winners[0])
    return msg("{names} share the win!", names=", ".join(winners))
