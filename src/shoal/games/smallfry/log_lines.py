"""The lines of a table's log: each step as a person would tell it."""

from collections.abc import Sequence

from shoal.core import CHANCE, Seat, Step, Text, Viewer, msg, msgs
from shoal.games.smallfry.cards import OCTOPUS, Card, card_text, same_species
from shoal.games.smallfry.log_redaction import CARD_TAKEN, CARD_TURNED_UP
from shoal.games.smallfry.state import State
from shoal.games.smallfry.steps import Flip, Leave, Rob, Roll, Stop, Take, TurnUp

__all__ = ["tell"]


def tell(state: State, seat: Seat, seen: str, names: Sequence[str], reader: Viewer) -> Text:
    """One line: what the seat, or chance, did in this state, as far as the log still shows it."""
    if seen == CARD_TURNED_UP:
        return msg("A card came up")
    if seen == CARD_TAKEN:
        return msg("A card changed hands")
    step = state.parse(seen)
    if seat == CHANCE:
        return _tell_chance(state, step, names, reader)
    you, name = seat == reader, names[seat]
    match step:
        case Flip():
            return msg("You turned up a card") if you else msg("{name} turned up a card", name=name)
        case Stop():
            return _tell_stop(len(state.row), name, you=you)
        case Rob(victim, number):
            return _tell_robbery(number, seat, victim, names, reader)
        case Leave():
            return msg("You robbed nobody") if you else msg("{name} robbed nobody", name=name)
    raise TypeError(f"{step} is no step of a player")


def _tell_stop(cards: int, name: str, *, you: bool) -> Text:
    if you:
        return msgs("You stopped and kept {count} card", "You stopped and kept {count} cards", cards)
    return msgs("{name} stopped and kept {count} card", "{name} stopped and kept {count} cards", cards, name=name)


def _tell_robbery(number: int, robber: Seat, victim: Seat, names: Sequence[str], reader: Viewer) -> Text:
    if robber == reader:
        return msgs(
            "You tried to rob {victim} of {count} card",
            "You tried to rob {victim} of {count} cards",
            number,
            victim=names[victim],
        )
    if victim == reader:
        return msgs(
            "{name} tried to rob you of {count} card",
            "{name} tried to rob you of {count} cards",
            number,
            name=names[robber],
        )
    return msgs(
        "{name} tried to rob {victim} of {count} card",
        "{name} tried to rob {victim} of {count} cards",
        number,
        name=names[robber],
        victim=names[victim],
    )


def _tell_chance(state: State, step: Step, names: Sequence[str], reader: Viewer) -> Text:
    match step:
        case TurnUp(card):
            return _tell_card(state.row, card)
        case Roll(face):
            return _tell_roll(state, face, names, reader)
        case Take(card):
            return msg("A card changed hands: {card}", card=card_text(card))
    raise TypeError(f"{step} is no step of chance")


def _tell_card(row: bytes, card: Card) -> Text:
    """What came up and what became of the row (S5, S7, S8)."""
    if card == OCTOPUS:
        return msg("The octopus came up, and the row is gone") if row else msg("The octopus came up")
    kept = same_species(row, card)
    if kept < 0:
        return msg("It was {card}", card=card_text(card))
    return msgs(
        "It was {card}, a double: {count} card is kept",
        "It was {card}, a double: {count} cards are kept",
        kept,
        card=card_text(card),
    )


def _tell_roll(state: State, face: int, names: Sequence[str], reader: Viewer) -> Text:
    """What the die shows, and what follows (S10, S11)."""
    robbery = state.robbery
    if robbery is None:
        raise TypeError("nobody is being robbed")
    if face == -1:
        if not state.catches[robbery.robber]:
            return msg("The die showed {face}: there was nothing to take back", face=face)
        if robbery.victim == reader:
            return msg("The die showed {face}: you take a card", face=face)
        return msg("The die showed {face}: {name} takes a card", face=face, name=names[robbery.victim])
    if face < robbery.number:
        return msg("The die showed {face}: nothing is taken", face=face)
    return msgs(
        "The die showed {face}: {count} card is taken",
        "The die showed {face}: {count} cards are taken",
        robbery.number,
        face=face,
    )
