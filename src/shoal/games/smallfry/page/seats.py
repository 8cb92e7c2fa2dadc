"""The players around the table: their catches, as far as the table displays them, and the sheet of points.

Under a closed memory (option `memory`) a viewer is shown his own catch only (S13), and of the others their
size, as at a real table; the view itself knows more. A finished match has been counted in the open.
"""

from collections.abc import Sequence
from itertools import count
from typing import Final

import msgspec

from shoal.core import Say, Seat, seat_name
from shoal.games.smallfry.cards import SPECIES, SPECIES_NAMES, species_of, value_of
from shoal.games.smallfry.page.faces import cards_of
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.steps import Rob
from shoal.games.smallfry.view import SmallFryView

__all__ = ["Line", "Place", "Slot", "Spare", "draw_places", "draw_sheet"]

#: Sessions that have a line of their own on the sheet; earlier ones share one.
_OWN_LINES: Final = 8


class Spare(msgspec.Struct, frozen=True):
    """A card that does not count; `copy` tells equal ones apart."""

    value: int
    copy: int


class Slot(msgspec.Struct, frozen=True):
    """What is held of one species: the value that counts, and the spare ones behind it (S15)."""

    species: str
    name: str
    best: int
    spares: tuple[Spare, ...]


class Place(msgspec.Struct, frozen=True):
    """One seat at the table. `slots` are empty and `worth` is None where the catch lies face down."""

    seat: Seat
    letter: str
    name: str
    mine: bool
    turn: bool
    won: bool
    cards: int
    points: int
    #: How far the points are on the way to the target, in hundredths.
    way: int
    slots: tuple[Slot, ...]
    worth: int | None
    #: Whether the viewer may rob this seat now.
    victim: bool


class Line(msgspec.Struct, frozen=True):
    """A line of the sheet: one session, or the earliest ones together."""

    first: int
    last: int
    points: tuple[int, ...]
    best: int


def draw_places(view: SmallFryView, names: Sequence[str], say: Say) -> list[Place]:
    """All seats, the viewer's own last, so that his catch lies nearest to him."""
    victims = {step.victim for step in view.legal if isinstance(step, Rob)}
    first = 0 if view.viewer is None else (view.viewer + 1) % len(names)
    around = [*range(first, len(names)), *range(first)]
    return [_draw_place(view, seat, names[seat], say, victim=seat in victims) for seat in around]


def draw_sheet(view: SmallFryView) -> list[Line]:
    """The sessions that were counted (S16), the earliest ones added up where there are many."""
    early = max(0, len(view.sheet) - _OWN_LINES)
    lines = [Line(number, number, points, max(points)) for number, points in zip(count(1), view.sheet, strict=False)]
    if not early:
        return lines
    sums = tuple(map(sum, zip(*view.sheet[:early], strict=True)))
    return [Line(1, early, sums, max(sums)), *lines[early:]]


def _draw_place(view: SmallFryView, seat: Seat, name: str, say: Say, *, victim: bool) -> Place:
    catch = cards_of(view.catches[seat])
    shown = _is_open(view, seat)
    return Place(
        seat=seat,
        letter=seat_name(seat),
        name=name,
        mine=seat == view.viewer,
        turn=seat == view.turn and view.result is None,
        won=view.result is not None and seat in view.result.winners,
        cards=len(catch),
        points=view.scores[seat],
        way=min(100, 100 * view.scores[seat] // view.terms.target),
        slots=_draw_slots(catch, say) if shown else (),
        worth=worth(catch) if shown else None,
        victim=victim,
    )


def _is_open(view: SmallFryView, seat: Seat) -> bool:
    return view.terms.memory == "open" or view.result is not None or seat == view.viewer


def _draw_slots(catch: bytes, say: Say) -> tuple[Slot, ...]:
    slots = []
    for number, species in enumerate(SPECIES_NAMES):
        values = sorted((value_of(card) for card in catch if species_of(card) == number), reverse=True)
        spares = tuple(Spare(value, values[1:place].count(value)) for place, value in enumerate(values) if place)
        slots.append(Slot(species, say(SPECIES[species]), values[0] if values else 0, spares))
    return tuple(slots)
