"""Tanks for the page: which cells are in reach, what lies there, and what makes each part of the score.

A tank is drawn as the rectangle that its cards can still reach (T8), in units of one cell. The lines of its
score are numbered; every cell says in `lit` which lines it is part of, and style sheets do the lighting.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from shoal.core import Say, Seat, msg, seat_name
from shoal.games.fishtank.cells import CELL_NAMES, Cell, Frame, cells_of, reach
from shoal.games.fishtank.deck import TANK_SIDE, Adjacency, Deck
from shoal.games.fishtank.page.cards import KindScene, kind_scenes
from shoal.games.fishtank.scoring import Part, Score
from shoal.games.fishtank.state import Phase
from shoal.games.fishtank.steps import Place
from shoal.games.fishtank.tank import Tank
from shoal.games.fishtank.view import TankView

__all__ = ["Line", "Rect", "Spot", "TankScene", "Thread", "tank_scene"]

_WIDTH: Final = 7


class Rect(msgspec.Struct, frozen=True):
    """A rectangle of cells on the plane."""

    left: int
    top: int
    cols: int
    rows: int


class Spot(msgspec.Struct, frozen=True):
    """One cell: a card that lies, a card placed but sealed, or a free cell where one may go."""

    name: str
    x: int
    y: int
    #: What lies there for all to see, and what the viewer sees there: its own sealed placing as well.
    lying: KindScene | None
    kind: KindScene | None
    turned: bool
    sealed: bool
    token: str | None
    lit: str
    label: str


class Line(msgspec.Struct, frozen=True):
    """What one kind scores, and the cells that made each part of it."""

    number: int
    kind: KindScene
    points: int
    parts: tuple[str, ...]


class Thread(msgspec.Struct, frozen=True):
    """One part of a score on the tank: rays from the middle, or from the snail, to the cells that made it."""

    line: int
    path: str
    x: str
    y: str
    points: int


class TankScene(msgspec.Struct, frozen=True):
    """A tank with all that belongs to it."""

    letter: str
    own: bool
    placing: bool
    total: int
    reach: Rect
    #: The cells that will be in the tank whatever happens.
    sure: Rect
    #: The frame that the score is counted in, as long as several are possible.
    frame: Rect | None
    fixed_across: bool
    fixed_down: bool
    spots: tuple[Spot, ...]
    lines: tuple[Line, ...]
    threads: tuple[Thread, ...]

    @property
    def columns(self) -> str:
        return "abcdefg"[self.reach.left : self.reach.left + self.reach.cols]

    @property
    def rows(self) -> str:
        return "1234567"[self.reach.top : self.reach.top + self.reach.rows]


def tank_scene(view: TankView, seat: Seat, say: Say) -> TankScene:
    """One seat's tank, as the viewer sees it."""
    tank = view.tanks[seat]
    score, frame = view.box.judge.best(tank)
    lefts = [corner[0] % _WIDTH for corner in tank.frames]
    tops = [corner[0] // _WIDTH for corner in tank.frames]
    lines = _lines(score, frame, kind_scenes(view.box, say))
    return TankScene(
        letter=seat_name(seat),
        own=seat == view.viewer,
        placing=seat == view.viewer and view.phase is Phase.PLACE,
        total=score.total,
        reach=_rect(min(lefts), min(tops), max(lefts), max(tops)),
        sure=_rect(max(lefts), max(tops), min(lefts), min(tops)),
        frame=_rect(frame[0] % _WIDTH, frame[0] // _WIDTH) if score.total and len(tank.frames) > 1 else None,
        fixed_across=len(set(lefts)) == 1,
        fixed_down=len(set(tops)) == 1,
        spots=_spots(view, seat, _lit(tank, score, frame, lines), say),
        lines=lines,
        threads=_threads(score, frame, lines, view.box.deck),
    )


def _rect(left: int, top: int, last_left: int | None = None, last_top: int | None = None) -> Rect:
    """From the frame at one corner to the frame at another: all of both, or what they share."""
    cols = TANK_SIDE if last_left is None else last_left - left + TANK_SIDE
    rows = TANK_SIDE if last_top is None else last_top - top + TANK_SIDE
    return Rect(left, top, cols, rows)


def _lines(score: Score, frame: Frame, kinds: Mapping[str, KindScene]) -> tuple[Line, ...]:
    return tuple(
        Line(
            number,
            kinds[name],
            points,
            tuple(f"{part.points}: {_names(part, frame)}" for part in score.parts if part.kind == name),
        )
        for number, (name, points) in enumerate(score.kinds.items())
    )


def _names(part: Part, frame: Frame) -> str:
    return " ".join(CELL_NAMES[frame[cell]] for cell in part.cells)


def _lit(tank: Tank, score: Score, frame: Frame, lines: Sequence[Line]) -> dict[Cell, str]:
    """For each cell, the numbers of the lines that light it; a line without points lights the cards that make none."""
    numbers = {line.kind.name: line.number for line in lines}
    lit: dict[Cell, set[int]] = {}
    for part in score.parts:
        for cell in part.cells:
            lit.setdefault(frame[cell], set()).add(numbers[part.kind])
    for cell in cells_of(tank.occupied):
        if not score.kinds[tank.faces[cell]]:
            lit.setdefault(cell, set()).add(numbers[tank.faces[cell]])
    return {cell: " ".join(map(str, sorted(found))) for cell, found in lit.items()}


def _threads(score: Score, frame: Frame, lines: Sequence[Line], deck: Deck) -> tuple[Thread, ...]:
    numbers = {line.kind.name: line.number for line in lines}
    threads = []
    for part in score.parts:
        ends = [(frame[cell] % _WIDTH + 0.5, frame[cell] // _WIDTH + 0.5) for cell in part.cells]
        if isinstance(deck.by_name[part.kind].condition, Adjacency):
            # The points stand beside the creature that scores, so that it can still be seen.
            x, y = ends.pop(0)
            badge = (x - 0.27, y - 0.27)
        else:
            x, y = sum(end[0] for end in ends) / len(ends), sum(end[1] for end in ends) / len(ends)
            badge = (x, y)
        start = f"M{_short(x)} {_short(y)}"
        path = "".join(f"{start}L{_short(right)} {_short(down)}" for right, down in ends if (right, down) != (x, y))
        threads.append(Thread(numbers[part.kind], path, _short(badge[0]), _short(badge[1]), part.points))
    return tuple(threads)


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _spots(view: TankView, seat: Seat, lit: Mapping[Cell, str], say: Say) -> tuple[Spot, ...]:
    """The cards of a tank; for its owner also the cells where a card may go, and what is sealed."""
    tank = view.tanks[seat]
    if seat != view.viewer or view.phase is not Phase.PLACE:
        return tuple(_card(view, tank, cell, lit, say) for cell in cells_of(tank.occupied))
    return tuple(_pressable(view, tank, cell, lit, say) for cell in cells_of(tank.occupied | reach(tank.occupied)))


def _card(view: TankView, tank: Tank, cell: Cell, lit: Mapping[Cell, str], say: Say) -> Spot:
    """A card that lies, to be looked at."""
    kind = kind_scenes(view.box, say)[tank.faces[cell]]
    label = say(msg("{cell}, {kind}", cell=CELL_NAMES[cell], kind=kind.title))
    return _spot(cell, kind, kind, label, turned=bool(tank.turned >> cell & 1), lit=lit.get(cell, ""))


def _pressable(view: TankView, tank: Tank, cell: Cell, lit: Mapping[Cell, str], say: Say) -> Spot:
    """A cell of the tank in which the viewer places a card: free, or with a card that may be turned (T10)."""
    if tank.turned >> cell & 1:
        return _card(view, tank, cell, lit, say)
    name, kinds = CELL_NAMES[cell], kind_scenes(view.box, say)
    back = kinds[view.box.deck.back.name]
    lying = kinds[tank.faces[cell]] if tank.faces[cell] else None
    pending = view.pending
    if isinstance(pending, Place) and cell in (pending.cell, pending.turned):
        kind = back if cell == pending.turned else kinds[view.revealed[pending.seat]]
        label = say(msg("{cell}, {kind}, sealed", cell=name, kind=kind.title))
        return _spot(cell, lying, kind, label, sealed=True, token=name, lit=lit.get(cell, ""))
    if lying is None:
        return _spot(cell, None, None, say(msg("{cell}, free", cell=name)), token=name)
    label = say(msg("{cell}, {kind}; press to turn it to {back}", cell=name, kind=lying.title, back=back.title))
    return _spot(cell, lying, lying, label, lit=lit.get(cell, ""), token=name)


def _spot(
    cell: Cell,
    lying: KindScene | None,
    kind: KindScene | None,
    label: str,
    *,
    turned: bool = False,
    sealed: bool = False,
    token: str | None = None,
    lit: str = "",
) -> Spot:
    return Spot(CELL_NAMES[cell], cell % _WIDTH, cell // _WIDTH, lying, kind, turned, sealed, token, lit, label)
