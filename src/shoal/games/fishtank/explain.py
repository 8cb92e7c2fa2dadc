"""The game's own words for the coach: what a placing is worth at once, and where a card that was passed on went."""

from collections.abc import Sequence

from shoal.core import Seat, Step, Text, msg, msgs
from shoal.games.fishtank.options import HAND_SIZE
from shoal.games.fishtank.state import State, passed
from shoal.games.fishtank.steps import ChooseCard, PlaceCard
from shoal.games.fishtank.tank import Tank
from shoal.games.fishtank.view import View

__all__ = ["consequence", "reasons"]


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
