"""The players around the table: their catches, as far as the table displays them, and the sheet of points.

With a closed memory (option `memory`) viewers are shown only their own catch (S13), and of the others the
size, as at a real table. Once the match is over, all catches are open.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from shoal.core import Say, Seat, seat_name
from shoal.games.smallfry.cards import SPECIES, SPECIES_NAMES, species_of, value_of
from shoal.games.smallfry.page.card_faces import cards_of
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.steps import Rob
from shoal.games.smallfry.view import View

__all__ = ["CatchPanel", "SheetLine", "Slot", "Spare", "draw_panels", "draw_sheet"]

#: Sessions that have a line of their own on the sheet; earlier ones share one.
_OWN_LINES: Final = 8


class Spare(msgspec.Struct, frozen=True):
    """A card that does not count; `copy` tells equal ones apart."""

    value: int
    copy: int


class Slot(msgspec.Struct, frozen=True):
    """One species of a catch: the value that counts, and the spare cards behind it (S15)."""

    species: str
    name: str
    best: int
    spares: tuple[Spare, ...]


class CatchPanel(msgspec.Struct, frozen=True):
    """One seat at the table with its catch; face down, `slots` is empty and `worth` is None."""

    seat: Seat
    letter: str
    name: str
    mine: bool
    turn: bool
    won: bool
    cards: int
    points: int
    #: The points in hundredths of the target.
    progress: int
    slots: tuple[Slot, ...]
    worth: int | None
    #: Whether the viewer may rob this seat now.
    victim: bool


class SheetLine(msgspec.Struct, frozen=True):
    """A line of the sheet: one session, or the earliest ones together."""

    first: int
    last: int
    points: tuple[int, ...]
    best: int


def draw_panels(view: View, names: Sequence[str], say: Say) -> list[CatchPanel]:
    """All seats in turn order, the viewer's own last, so that their catch lies nearest to them."""
    victims = {step.victim for step in view.legal if isinstance(step, Rob)}
    first = 0 if view.viewer is None else (view.viewer + 1) % len(names)
    around = [*range(first, len(names)), *range(first)]
    return [_draw_panel(view, seat, names[seat], say, victim=seat in victims) for seat in around]


def draw_sheet(view: View) -> list[SheetLine]:
    """The finished sessions (S16); where there are many, the earliest ones in one line."""
    early = max(0, len(view.sheet) - _OWN_LINES)
    lines = [SheetLine(number, number, points, max(points)) for number, points in enumerate(view.sheet, 1)]
    if not early:
        return lines
    sums = tuple(map(sum, zip(*view.sheet[:early], strict=True)))
    return [SheetLine(1, early, sums, max(sums)), *lines[early:]]


def _draw_panel(view: View, seat: Seat, name: str, say: Say, *, victim: bool) -> CatchPanel:
    catch = cards_of(view.catches[seat]) if seat in view.open_catches else None
    return CatchPanel(
        seat=seat,
        letter=seat_name(seat),
        name=name,
        mine=seat == view.viewer,
        turn=seat == view.turn and view.result is None,
        won=view.result is not None and seat in view.result.winners,
        cards=len(view.catches[seat]),
        points=view.scores[seat],
        progress=min(100, 100 * view.scores[seat] // view.options.target),
        slots=() if catch is None else _draw_slots(catch, say),
        worth=None if catch is None else worth(catch),
        victim=victim,
    )


def _draw_slots(catch: bytes, say: Say) -> tuple[Slot, ...]:
    slots = []
    for number, species in enumerate(SPECIES_NAMES):
        values = sorted((value_of(card) for card in catch if species_of(card) == number), reverse=True)
        spares = tuple(Spare(value, values[1:index].count(value)) for index, value in enumerate(values) if index)
        slots.append(Slot(species, say(SPECIES[species]), values[0] if values else 0, spares))
    return tuple(slots)
