"""The game's own words for the coach: where to look, what a placing is worth, and where a card passed on went."""

from collections.abc import Sequence

from shoal.core import Seat, Step, Text, msg, msgs
from shoal.games.fishtank.cells import CELL_NAMES
from shoal.games.fishtank.deck import Amount, Area, Condition, Shapes
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.state import State, passed
from shoal.games.fishtank.steps import ChooseCard, PlaceCard
from shoal.games.fishtank.tank import Tank
from shoal.games.fishtank.view import View

__all__ = ["consequence", "nudge", "reasons"]


def reasons(view: View, step: Step) -> list[Text]:
    """What a placing does to the points of the tank as it lies."""
    if not isinstance(step, PlaceCard):
        return []
    plant = view.options.deck.back.name
    tank = view.tanks[step.seat]
    gained = _points(view, tank.placed(view.revealed[step.seat], step, plant)) - _points(view, tank)
    if gained <= 0:
        return []
    return [msgs("It brings {count} point at once.", "It brings {count} points at once.", gained)]


def nudge(view: View, step: Step) -> Text:
    """Which sort of cards to look at; for a placing the row, or that a card may be turned."""
    deck = view.options.deck
    match step:
        case ChooseCard(_, kind):
            return _look_at_cards(deck.by_name[kind].condition)
        case PlaceCard(seat, cell, None):
            card, row = deck.by_name[view.revealed[seat]].text, CELL_NAMES[cell][1:]
            return msg("Look at row {row} of your tank: what would {kind} score there?", row=row, kind=card)
    return msg("Is there a card that is worth more when it is turned to {back}?", back=deck.back.text)


def _look_at_cards(condition: Condition) -> Text:
    match condition:
        case Shapes():
            return msg("Look at the cards that score for the shape in which they lie.")
        case Area():
            return msg("Look at the cards that score for the place where they lie.")
        case Amount():
            return msg("Look at the cards that score by how many of them there are.")
    return msg("Look at the cards that score for what lies beside them.")


def consequence(states: Sequence[State], number: int, better: Step | None, names: Sequence[str]) -> Text | None:
    """What the tank counted after a placing, compared with the better one; or who took the card that was passed on."""
    state = states[number]
    if isinstance(better, PlaceCard):
        return _compare_placings(states, number, better)
    if isinstance(better, ChooseCard):
        return _taken_by_another(state, states[-1], better, names)
    return None


def _compare_placings(states: Sequence[State], number: int, better: PlaceCard) -> Text | None:
    state, seat = states[number], better.seat
    laid = next((later for later in states[number:] if later.tanks[seat] != state.tanks[seat]), None)
    if laid is None:
        return None
    plant = state.options.deck.back.name
    points = _points(state, laid.tanks[seat])
    other = _points(state, state.tanks[seat].placed(state.revealed[seat], better, plant))
    if other <= points:
        return None
    return msg(
        "The tank counted {points} points then; with {step} it would have been {other}.",
        points=points,
        step=str(better),
        other=other,
    )


def _taken_by_another(state: State, final: State, better: ChooseCard, names: Sequence[str]) -> Text | None:
    """Whether the seat that got the hand took the card that was left in it."""
    played = len(state.past)
    if state.round == HAND_SIZE or len(final.past) <= played + 1:
        return None
    receiver: Seat = passed(tuple(range(len(names))), state.half).index(better.seat)
    if final.past[played + 1].choices[receiver] != better.kind:
        return None
    kind = state.options.deck.by_name[better.kind].text
    return msg("{name} got the hand and took {kind}.", name=names[receiver], kind=kind)


def _points(position: State | View, tank: Tank) -> int:
    return position.options.scorer.best(tank)[0].total
