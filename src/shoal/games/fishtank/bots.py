"""The greedy bot: takes and places what is worth most at once, with an eye on what one more card could add."""

import random
from collections.abc import Iterator, Mapping
from typing import Final

from shoal.core import BotMaker, Seat, Step, View
from shoal.games.fishtank.cells import Cell, Frame, cells_of, reach
from shoal.games.fishtank.deck import Adjacency, Neighbours
from shoal.games.fishtank.scoring import Faces, around, cards_by_kind, neighbours_by_kind
from shoal.games.fishtank.state import Phase
from shoal.games.fishtank.steps import Place
from shoal.games.fishtank.view import TankView

__all__ = ["BOTS", "GreedyBot"]

#: What a point that one more card would bring is worth while the tank is empty; less and less as it fills.
_HOPE: Final = 0.9
#: While the frame is open, only so many of the most promising ones are looked into.
_FRAMES: Final = 3
_CELLS: Final = 16


class GreedyBot:
    """Looks at its own tank only, one card ahead."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Step:
        """The choice or placing with the best prospect; any of those that are equally good."""
        if not isinstance(view, TankView) or view.viewer is None:
            raise TypeError("a bot of Fish Tank needs a seat's view of Fish Tank")
        planner = _Planner(view, view.viewer)
        if view.phase is Phase.PLACE:
            return self._pick(planner.placings(view.revealed[view.viewer], turning=True))
        return self._pick({step: max(planner.placings(step.tokens[0], turning=False).values()) for step in view.legal})

    def _pick(self, worth: Mapping[Step, float]) -> Step:
        best = max(worth.values())
        return self._rng.choice([step for step, value in worth.items() if value == best])


BOTS: Final[Mapping[str, BotMaker]] = {"greedy": GreedyBot}


class _Planner:
    """Weighs ways to place cards in one tank."""

    def __init__(self, view: TankView, seat: Seat) -> None:
        self._deck = view.box.deck
        self._judge = view.box.judge
        self._seat = seat
        self._tank = view.tanks[seat]
        self._gains: dict[tuple[str, int, int], int] = {}
        frames = self._tank.frames
        if self._tank.occupied:
            frames = tuple(sorted(frames, key=lambda frame: -self._prospect(self._tank.within(frame)))[:_FRAMES])
        self._frames = frames

    def placings(self, kind: str, *, turning: bool) -> dict[Step, float]:
        """What each way of placing the card promises, in the best frame for it."""
        worth: dict[Step, float] = {}
        occupied = self._tank.occupied
        free = cells_of(reach(occupied) & ~occupied)
        earlier = cells_of(occupied & ~self._tank.turned) if turning else ()
        for frame in self._frames:
            for cell in free:
                if cell in frame:
                    for turned in (None, cell, *earlier):
                        step = Place(self._seat, cell, turned)
                        promised = self._prospect(self._laid(frame, kind, step))
                        worth[step] = max(promised, worth.get(step, promised))
        return worth

    def _laid(self, frame: Frame, kind: str, step: Place) -> Faces:
        faces = list(self._tank.within(frame))
        faces[frame.index(step.cell)] = kind
        if step.turned is not None:
            faces[frame.index(step.turned)] = self._deck.back.name
        return tuple(faces)

    def _prospect(self, faces: Faces) -> float:
        """Points, and part of what each kind in the tank would gain by one more card."""
        free = sum(1 << cell for cell, face in enumerate(faces) if not face)
        hope = sum(self._hope(name, cards, free, faces) for name, cards in cards_by_kind(faces).items())
        return self._judge.points(faces) + _HOPE * hope * free.bit_count() / _CELLS

    def _hope(self, name: str, cards: int, free: int, faces: Faces) -> float:
        condition = self._deck.by_name[name].condition
        if isinstance(condition, Adjacency):
            return sum(
                max(_nearly(one, cell, faces) for one in condition.neighbours)
                for cell in range(_CELLS)
                if cards >> cell & 1
            )
        return self._gain(name, cards, free, faces)

    def _gain(self, name: str, cards: int, free: int, faces: Faces) -> int:
        """The most points that one more card of the kind would add, or save."""
        key = (name, cards, free)
        if key not in self._gains:
            now = self._judge.kind_points(name, cards, faces)
            after = (self._judge.kind_points(name, cards | bit, faces) for bit in _bits(free))
            self._gains[key] = max(0, max(after, default=0) - now)
        return self._gains[key]


def _nearly(one: Neighbours, cell: Cell, faces: Faces) -> float:
    """A share of the points for neighbours that are there, if there is room for those still missing."""
    groups = neighbours_by_kind(one.where, cell, faces)
    have = max(map(len, groups.values()), default=0) if one.alike else len(groups)
    room = sum(not faces[other] for other in around(one.where, cell))
    missing = one.count - have
    return one.points / (1 + missing) if 0 < missing <= room else 0.0


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1
