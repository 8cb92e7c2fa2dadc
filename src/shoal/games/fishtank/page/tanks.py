"""Tanks for the page: which cells are in reach, what lies there, and what makes each part of the score.

A tank is drawn as the rectangle that its cards can still reach (T8), in units of one cell. The lines of its
score are numbered; every cell lists in `lit` the lines it is part of, and the style sheet lights them.
"""

from collections.abc import Mapping, Sequence

import msgspec

from shoal.core import Say, Seat, msg, seat_name
from shoal.games.fishtank.cells import CELL_NAMES, PLANE_WIDTH, Cell, Frame, cells_of, reach
from shoal.games.fishtank.deck import TANK_SIDE, Adjacency, Deck
from shoal.games.fishtank.page.cards import KindScene, kind_scenes
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.scoring import Part, Score
from shoal.games.fishtank.source_signs import part_sign
from shoal.games.fishtank.steps import PlaceCard
from shoal.games.fishtank.tank import Tank
from shoal.games.fishtank.view import View

__all__ = ["CellRect", "ScoreLine", "ScoreRay", "TankCell", "TankScene", "tank_scene"]


class CellRect(msgspec.Struct, frozen=True):
    """A rectangle of cells on the plane."""

    left: int
    top: int
    cols: int
    rows: int


class TankCell(msgspec.Struct, frozen=True):
    """One cell: a card that lies, a card placed but sealed, or a free cell where one may go."""

    name: str
    x: int
    y: int
    #: The card that lies there, and the card that the viewer sees there: its own sealed placing included.
    lying: KindScene | None
    kind: KindScene | None
    turned: bool
    sealed: bool
    token: str | None
    lit: str
    label: str


class ScoreLine(msgspec.Struct, frozen=True):
    """What one kind scores, and the cells that made each part of it."""

    number: int
    kind: KindScene
    points: int
    parts: tuple[str, ...]


class ScoreRay(msgspec.Struct, frozen=True):
    """One part of a score on the tank: rays to the cells that made it, from their middle or from the creature."""

    line: int
    path: str
    x: str
    y: str
    points: int


class TankScene(msgspec.Struct, frozen=True):
    """A tank with its score."""

    letter: str
    own: bool
    placing: bool
    total: int
    reach: CellRect
    #: The cells that every frame still possible holds.
    certain: CellRect
    #: The frame that the score is counted in, while several are possible.
    frame: CellRect | None
    fixed_across: bool
    fixed_down: bool
    cells: tuple[TankCell, ...]
    lines: tuple[ScoreLine, ...]
    rays: tuple[ScoreRay, ...]

    @property
    def columns(self) -> str:
        return "abcdefg"[self.reach.left : self.reach.left + self.reach.cols]

    @property
    def rows(self) -> str:
        return "1234567"[self.reach.top : self.reach.top + self.reach.rows]


def tank_scene(view: View, seat: Seat, say: Say) -> TankScene:
    """One seat's tank, as the viewer sees it."""
    tank = view.tanks[seat]
    score, frame = view.options.scorer.best(tank)
    lefts = [corner[0] % PLANE_WIDTH for corner in tank.frames]
    tops = [corner[0] // PLANE_WIDTH for corner in tank.frames]
    lines = _lines(view.options.deck, score, frame, kind_scenes(view.options, say))
    return TankScene(
        letter=seat_name(seat),
        own=seat == view.viewer,
        placing=seat == view.viewer and view.phase is RoundPhase.PLACE,
        total=score.total,
        reach=_rect(min(lefts), min(tops), max(lefts), max(tops)),
        certain=_rect(max(lefts), max(tops), min(lefts), min(tops)),
        frame=_rect(frame[0] % PLANE_WIDTH, frame[0] // PLANE_WIDTH) if score.total and len(tank.frames) > 1 else None,
        fixed_across=len(set(lefts)) == 1,
        fixed_down=len(set(tops)) == 1,
        cells=_cells(view, seat, _lit(tank, score, frame, lines), say),
        lines=lines,
        rays=_rays(score, frame, lines, view.options.deck),
    )


def _rect(left: int, top: int, last_left: int | None = None, last_top: int | None = None) -> CellRect:
    """From the frame at one corner to the frame at another: the cells around both, or the cells in both."""
    cols = TANK_SIDE if last_left is None else last_left - left + TANK_SIDE
    rows = TANK_SIDE if last_top is None else last_top - top + TANK_SIDE
    return CellRect(left, top, cols, rows)


def _lines(deck: Deck, score: Score, frame: Frame, kinds: Mapping[str, KindScene]) -> tuple[ScoreLine, ...]:
    return tuple(
        ScoreLine(
            number,
            kinds[name],
            points,
            tuple(
                f"{part.points}{part_sign(deck, part)}: {_names(part, frame)}"
                for part in score.parts
                if part.kind == name
            ),
        )
        for number, (name, points) in enumerate(score.kinds.items())
    )


def _names(part: Part, frame: Frame) -> str:
    return " ".join(CELL_NAMES[frame[cell]] for cell in part.cells)


def _lit(tank: Tank, score: Score, frame: Frame, lines: Sequence[ScoreLine]) -> dict[Cell, str]:
    """By cell, the numbers of the lines that light it; a line without points lights all cards of its kind."""
    numbers = {line.kind.name: line.number for line in lines}
    lit: dict[Cell, set[int]] = {}
    for part in score.parts:
        for cell in part.cells:
            lit.setdefault(frame[cell], set()).add(numbers[part.kind])
    for cell in cells_of(tank.occupied):
        if not score.kinds[tank.faces[cell]]:
            lit.setdefault(cell, set()).add(numbers[tank.faces[cell]])
    return {cell: " ".join(map(str, sorted(found))) for cell, found in lit.items()}


def _rays(score: Score, frame: Frame, lines: Sequence[ScoreLine], deck: Deck) -> tuple[ScoreRay, ...]:
    numbers = {line.kind.name: line.number for line in lines}
    rays = []
    for part in score.parts:
        ends = [(frame[cell] % PLANE_WIDTH + 0.5, frame[cell] // PLANE_WIDTH + 0.5) for cell in part.cells]
        if isinstance(deck.by_name[part.kind].condition, Adjacency):
            # The points stand beside the creature that scores, and do not hide it.
            x, y = ends.pop(0)
            badge = (x - 0.27, y - 0.27)
        else:
            x, y = sum(end[0] for end in ends) / len(ends), sum(end[1] for end in ends) / len(ends)
            badge = (x, y)
        start = f"M{_short(x)} {_short(y)}"
        path = "".join(f"{start}L{_short(right)} {_short(down)}" for right, down in ends if (right, down) != (x, y))
        rays.append(ScoreRay(numbers[part.kind], path, _short(badge[0]), _short(badge[1]), part.points))
    return tuple(rays)


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _cells(view: View, seat: Seat, lit: Mapping[Cell, str], say: Say) -> tuple[TankCell, ...]:
    """The cells with cards; for the owner also the cells where a card may go, and the sealed placing."""
    tank = view.tanks[seat]
    if seat != view.viewer or view.phase is not RoundPhase.PLACE:
        return tuple(_card(view, tank, cell, lit, say) for cell in cells_of(tank.occupied))
    return tuple(_pressable(view, tank, cell, lit, say) for cell in cells_of(tank.occupied | reach(tank.occupied)))


def _card(view: View, tank: Tank, cell: Cell, lit: Mapping[Cell, str], say: Say) -> TankCell:
    """A cell whose card can only be looked at."""
    kind = kind_scenes(view.options, say)[tank.faces[cell]]
    label = say(msg("{cell}, {kind}", cell=CELL_NAMES[cell], kind=kind.title))
    return _cell(cell, kind, kind, label, turned=bool(tank.turned >> cell & 1), lit=lit.get(cell, ""))


def _pressable(view: View, tank: Tank, cell: Cell, lit: Mapping[Cell, str], say: Say) -> TankCell:
    """A cell that the viewer may press: free, or with a card that may be turned (T10)."""
    if tank.turned >> cell & 1:
        return _card(view, tank, cell, lit, say)
    name, kinds = CELL_NAMES[cell], kind_scenes(view.options, say)
    back = kinds[view.options.deck.back.name]
    lying = kinds[tank.faces[cell]] if tank.faces[cell] else None
    pending = view.pending
    if isinstance(pending, PlaceCard) and cell in (pending.cell, pending.turned):
        kind = back if cell == pending.turned else kinds[view.revealed[pending.seat]]
        label = say(msg("{cell}, {kind}, sealed", cell=name, kind=kind.title))
        return _cell(cell, lying, kind, label, sealed=True, token=name, lit=lit.get(cell, ""))
    if lying is None:
        return _cell(cell, None, None, say(msg("{cell}, free", cell=name)), token=name)
    label = say(msg("{cell}, {kind}; press to turn it to {back}", cell=name, kind=lying.title, back=back.title))
    return _cell(cell, lying, lying, label, lit=lit.get(cell, ""), token=name)


def _cell(
    cell: Cell,
    lying: KindScene | None,
    kind: KindScene | None,
    label: str,
    *,
    turned: bool = False,
    sealed: bool = False,
    token: str | None = None,
    lit: str = "",
) -> TankCell:
    return TankCell(
        CELL_NAMES[cell], cell % PLANE_WIDTH, cell // PLANE_WIDTH, lying, kind, turned, sealed, token, lit, label
    )
