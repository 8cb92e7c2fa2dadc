"""The lines of a table's log: each step as a person would tell it."""

from collections.abc import Sequence

from shoal.core import Seat, Text, Viewer, msg
from shoal.games.fishtank.cells import CELL_NAMES
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.state import State
from shoal.games.fishtank.steps import ChooseCard, DealCard, DiscardCard, PlaceCard

__all__ = ["tell"]


def tell(state: State, seat: Seat, seen: str, names: Sequence[str], reader: Viewer) -> Text:
    """One line: what the seat, or chance for it, did in this state; `seen` hides what the reader may not know."""
    served = state.served if state.phase in (RoundPhase.DEAL, RoundPhase.DISCARD, RoundPhase.DRAW) else seat
    you, name = served == reader, names[served]
    if seen.endswith("?"):
        return _tell_hidden(state.phase, name, you=you)
    match state.parse(seen):
        case DealCard(_, kind):
            card = state.options.deck.by_name[kind].text
            if state.phase is RoundPhase.DEAL:
                return msg("You were dealt {kind}", kind=card) if you else _dealt(name, card)
            return msg("You drew {kind}", kind=card) if you else msg("{name} drew {kind}", name=name, kind=card)
        case DiscardCard(_, kind):
            card = state.options.deck.by_name[kind].text
            if you:
                return msg("{kind} was discarded from your hand", kind=card)
            return msg("{kind} was discarded from the hand of {name}", name=name, kind=card)
        case ChooseCard(_, kind):
            card = state.options.deck.by_name[kind].text
            return msg("You chose {kind}", kind=card) if you else msg("{name} chose {kind}", name=name, kind=card)
        case PlaceCard() as step:
            return _tell_placing(state, step, name, you=you)


def _dealt(name: str, card: Text) -> Text:
    return msg("{name} was dealt {kind}", name=name, kind=card)


def _tell_hidden(phase: RoundPhase, name: str, *, you: bool) -> Text:
    """A card was dealt, drawn, discarded, chosen or placed, and the reader does not know which or where."""
    match phase:
        case RoundPhase.DEAL:
            return msg("You were dealt a card") if you else msg("{name} was dealt a card", name=name)
        case RoundPhase.DRAW:
            return msg("You drew a card") if you else msg("{name} drew a card", name=name)
        case RoundPhase.DISCARD:
            if you:
                return msg("A card was discarded from your hand")
            return msg("A card was discarded from the hand of {name}", name=name)
        case RoundPhase.PLACE:
            return msg("You placed a card") if you else msg("{name} has placed a card", name=name)
        case _:
            return msg("You chose a card") if you else msg("{name} has chosen a card", name=name)


def _tell_placing(state: State, step: PlaceCard, name: str, *, you: bool) -> Text:
    """What was placed where, and what was turned to its plant side (T7, T10)."""
    deck = state.options.deck
    kind, cell, back = deck.by_name[state.revealed[step.seat]].text, CELL_NAMES[step.cell], deck.back.text
    if step.turned is None:
        if you:
            return msg("You placed {kind} on {cell}", kind=kind, cell=cell)
        return msg("{name} placed {kind} on {cell}", name=name, kind=kind, cell=cell)
    if step.turned == step.cell:
        if you:
            return msg("You placed {kind} on {cell} as {back}", kind=kind, cell=cell, back=back)
        return msg("{name} placed {kind} on {cell} as {back}", name=name, kind=kind, cell=cell, back=back)
    earlier, other = deck.by_name[state.tanks[step.seat].faces[step.turned]].text, CELL_NAMES[step.turned]
    if you:
        return msg(
            "You placed {kind} on {cell} and turned {earlier} on {other} to {back}",
            kind=kind,
            cell=cell,
            earlier=earlier,
            other=other,
            back=back,
        )
    return msg(
        "{name} placed {kind} on {cell} and turned {earlier} on {other} to {back}",
        name=name,
        kind=kind,
        cell=cell,
        earlier=earlier,
        other=other,
        back=back,
    )
