"""What chance may bring, for an analysis board: all cards that are left, a line for each species."""

import msgspec

from shoal.core import Say, Scene
from shoal.games.smallfry.cards import OCTOPUS, SPECIES, SPECIES_NAMES, VALUES, Card, card_text, species_of
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import Take, TurnUp

__all__ = ["CardLeft", "SpeciesLine", "draw_chance"]


class CardLeft(msgspec.Struct, frozen=True):
    """A card of the box: the step that brings it, what that does, and how many are left."""

    step: str
    label: str
    words: str
    value: int
    count: int


class SpeciesLine(msgspec.Struct, frozen=True):
    """The cards of one species. A `double` ends the turn."""

    species: str
    name: str
    cards: tuple[CardLeft, ...]
    double: bool


def draw_chance(state: State, say: Say) -> Scene | None:
    """The values for `chance.html` while a card is to come; None while the die is."""
    kind: type[TurnUp | Take] = TurnUp
    if state.phase == "card":
        left = state.deck
    elif state.phase == "take" and state.robbery is not None:
        left, kind = state.catches[state.robbery.giver], Take
    else:
        return None

    def draw(card: Card) -> CardLeft:
        step, count = kind(card), left.count(card)
        words = say(state.describe(step)) if count else ""
        return CardLeft(str(step), say(card_text(card)), words, card % len(VALUES) + 1, count)

    cards = [draw(card) for card in range(OCTOPUS)]
    lying = {species_of(card) for card in state.row} if state.phase == "card" else set()
    lines = []
    for number, name in enumerate(SPECIES_NAMES):
        own = tuple(cards[number * len(VALUES) : (number + 1) * len(VALUES)])
        if any(card.count for card in own):
            lines.append(SpeciesLine(name, say(SPECIES[name]), own, number in lying))
    return {"lines": lines, "octopus": draw(OCTOPUS) if state.phase == "card" and OCTOPUS in left else None}
