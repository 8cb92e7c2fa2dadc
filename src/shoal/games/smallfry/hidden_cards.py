"""Hidden cards, drawn at random among what is possible (determinization).

With a closed memory (option `memory`) the table shows of the deck and of other catches only how many cards they
have. But it shows the latest turn, so where the cards of that turn went is known.
"""

import random
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from shoal.games.smallfry.cards import BOX, CARDS, OCTOPUS, Card, same_species, sort
from shoal.games.smallfry.notation import parse_step
from shoal.games.smallfry.steps import Rob, Roll, Take, TurnUp

if TYPE_CHECKING:
    from shoal.games.smallfry.view import View

__all__ = ["HIDDEN", "place_cards"]

#: What stands for a hidden card, as in a log.
HIDDEN: Final = "?"


def place_cards(view: "View", rng: random.Random) -> tuple[bytes, tuple[bytes, ...]]:
    """The deck and the catches of a view; what it hides lies anywhere it may, each card with equal chance."""
    if not view.hides_cards:
        return _cards(view.deck), tuple(map(_cards, view.catches))
    catches = [[] if HIDDEN in catch else list(_cards(catch)) for catch in view.catches]
    discarded = _lay_out_latest_turn(view, catches)
    known = [*_cards(view.row), *discarded, *(card for catch in catches for card in catch)]
    unseen = list((Counter(BOX) - Counter(known)).elements())
    fish = [card for card in unseen if card != OCTOPUS]
    rng.shuffle(fish)
    for catch, written in zip(catches, view.catches, strict=True):
        gap = len(written) - len(catch)
        catch += fish[:gap]
        del fish[:gap]
    deck = rng.sample([*fish, *[OCTOPUS] * unseen.count(OCTOPUS)], len(view.deck))
    return sort(deck), tuple(map(sort, catches))


def _lay_out_latest_turn(view: "View", catches: list[list[Card]]) -> bytes:
    """Put the cards that the shown turn brought into hidden catches there; return those that it discarded."""
    if view.shown_turn is None or view.phase in ("card", "choice") or len(view.deck) == len(BOX):
        # They lie in the row, or were of the session before.
        return b""
    seat = taker = view.shown_turn.seat
    steps = [parse_step(step) for step in view.shown_turn.steps]
    turned_up = bytes(step.card for step in steps if isinstance(step, TurnUp))
    taken = [step.card for step in steps if isinstance(step, Take)]
    if Roll(-1) in steps:
        taker = next(step.victim for step in steps if isinstance(step, Rob))
    kept = _kept(turned_up)
    for owner, cards in ((seat, kept), (taker, taken)):
        if HIDDEN in view.catches[owner]:
            catches[owner] += cards
    return sort((Counter(turned_up) - Counter(kept)).elements())


def _kept(turned_up: bytes) -> bytes:
    """The cards of a turn that has ended, or met an octopus, that its player kept (S6, S7, S8)."""
    row, last = turned_up[:-1], turned_up[-1]
    if last == OCTOPUS:
        return b""
    twin = same_species(row, last)
    return turned_up if twin < 0 else row[:twin]


def _cards(written: Iterable[str]) -> bytes:
    return bytes(CARDS[name] for name in written)
