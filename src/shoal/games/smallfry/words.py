"""Texts for people: what a step does, and what was expected instead of a step that may not be taken."""

from functools import reduce
from typing import TYPE_CHECKING

from shoal.core import Step, Text, msg, msgs, seat_name
from shoal.games.smallfry.cards import CARDS, OCTOPUS, Card, card_text, same_species
from shoal.games.smallfry.steps import Flip, Leave, Rob, Roll, Stop, Take, TurnUp

if TYPE_CHECKING:
    from shoal.games.smallfry.state import State
    from shoal.games.smallfry.view import View

__all__ = ["cards_left", "describe", "expected"]


def describe(state: "State", step: Step) -> Text:
    """A legal step in words, without the player who takes it."""
    match step:
        case Flip():
            return msg("turn up another card") if state.row else msg("turn up a card")
        case Stop():
            return msgs("stop, keeping {count} card", "stop, keeping {count} cards", len(state.row))
        case Rob(victim, number):
            return msgs(
                "rob seat {victim} of {count} card",
                "rob seat {victim} of {count} cards",
                number,
                victim=seat_name(victim),
            )
        case Leave():
            return msg("rob nobody")
        case TurnUp(card):
            return _turned_up(state.row, card)
        case Roll(face):
            return _rolled(state, face)
        case Take(card):
            return msg("{card} changes hands", card=card_text(card))
    raise TypeError(f"{step} is no step of this game")


def _turned_up(row: bytes, card: Card) -> Text:
    if card == OCTOPUS:
        return msg("octopus: the row is discarded") if row else msg("octopus")
    kept = same_species(row, card)
    if kept < 0:
        return card_text(card)
    return msgs(
        "{card}, a double: {count} card is kept", "{card}, a double: {count} cards are kept", kept, card=card_text(card)
    )


def _rolled(state: "State", face: int) -> Text:
    robbery = state.robbery
    if robbery is None:
        raise TypeError("nobody is being robbed")
    if face == -1:
        if not state.catches[robbery.robber]:
            return msg("the die shows {face}: there is nothing to take back", face=face)
        return msg("the die shows {face}: seat {victim} takes a card", face=face, victim=seat_name(robbery.victim))
    if face < robbery.number:
        return msg("the die shows {face}: nothing is taken", face=face)
    return msgs(
        "the die shows {face}: {count} card is taken",
        "the die shows {face}: {count} cards are taken",
        robbery.number,
        face=face,
    )


def cards_left(view: "View") -> list[Text]:
    """The cards that the viewer knows to be in the deck, in one line; nothing if they are hidden."""
    if view.hides_cards:
        return []
    named = [card_text(CARDS[name]) for name in view.deck]
    if not named:
        return [msg("The deck is empty.")]
    listed = reduce(lambda some, card: msg("{cards}, {card}", cards=some, card=card), named)
    return [msg("Left in the deck: {cards}.", cards=listed)]


def expected(state: "State") -> Text:
    """The steps that may be taken here, for the error about an illegal step."""
    match state.phase:
        case "begin":
            return msg("flip")
        case "choice":
            return msg("flip or stop")
        case "octopus":
            return msg("one of {steps}", steps=", ".join(map(str, state.legal(state.turn))))
        case "card":
            return msg("a card that is still in the deck")
        case "roll":
            return msg("a face of the die, =roll -1, 1, 2 or 3")
        case "take":
            return msg("=take and a card of the catch that is robbed")
        case "over":
            return msg("nothing, the match is over")
