"""The greedy bot: takes and places what is worth most at once, and values what one more card could add."""

import random
from collections.abc import Iterator, Mapping
from typing import Final

from shoal import core
from shoal.core import BotMaker, Seat, Step
from shoal.games.fishtank.cells import Cell, Frame, cells_of, reach
from shoal.games.fishtank.deck import Adjacency, Neighbours
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.scoring import Faces, around, cards_by_kind, neighbours_by_kind
from shoal.games.fishtank.steps import PlaceCard
from shoal.games.fishtank.view import View

__all__ = ["BOTS", "GreedyBot"]

#: What a point that one more card would bring is worth in an empty tank; it falls to nothing as the tank fills.
_POTENTIAL: Final = 0.9
#: While the frame is open, the bot looks into this many of the most promising frames.
_FRAMES: Final = 3
_CELLS: Final = 16


class GreedyBot:
    """Looks at its own tank only, one card ahead."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: core.View) -> Step:
        """The choice or placing with the highest evaluation; a random one of equals."""
        own = _own(view)
        if own.viewer is None:
            raise TypeError("a bot of Fish Tank needs a seat's view")
        evaluator = _TankEvaluator(own, own.viewer)
        if own.phase is RoundPhase.PLACE:
            return self._pick(evaluator.placings(own.revealed[own.viewer], turning=True))
        return self._pick({step: max(evaluator.placings(step.tokens[0], turning=False).values()) for step in own.legal})

    def _pick(self, values: Mapping[Step, float]) -> Step:
        best = max(values.values())
        return self._rng.choice([step for step, value in values.items() if value == best])


BOTS: Final[Mapping[str, BotMaker]] = {"greedy": GreedyBot}


class _TankEvaluator:
    """Evaluates ways to place cards in one tank."""

    def __init__(self, view: View, seat: Seat) -> None:
        self._deck = view.options.deck
        self._scorer = view.options.scorer
        self._seat = seat
        self._tank = view.tanks[seat]
        self._gains: dict[tuple[str, int, int], int] = {}
        frames = self._tank.frames
        if self._tank.occupied:
            frames = tuple(sorted(frames, key=lambda frame: -self._evaluate(self._tank.within(frame)))[:_FRAMES])
        self._frames = frames

    def placings(self, kind: str, *, turning: bool) -> dict[Step, float]:
        """The evaluation after each way of placing the card, in the best frame for it."""
        values: dict[Step, float] = {}
        occupied = self._tank.occupied
        free = cells_of(reach(occupied) & ~occupied)
        earlier = cells_of(occupied & ~self._tank.turned) if turning else ()
        for frame in self._frames:
            for cell in free:
                if cell in frame:
                    for turned in (None, cell, *earlier):
                        step = PlaceCard(self._seat, cell, turned)
                        value = self._evaluate(self._faces_after(frame, kind, step))
                        values[step] = max(value, values.get(step, value))
        return values

    def _faces_after(self, frame: Frame, kind: str, step: PlaceCard) -> Faces:
        faces = list(self._tank.within(frame))
        faces[frame.index(step.cell)] = kind
        if step.turned is not None:
            faces[frame.index(step.turned)] = self._deck.back.name
        return tuple(faces)

    def _evaluate(self, faces: Faces) -> float:
        """Points, and part of what each kind in the tank would gain by one more card."""
        free = sum(1 << cell for cell, face in enumerate(faces) if not face)
        potential = sum(self._potential(name, cards, free, faces) for name, cards in cards_by_kind(faces).items())
        return self._scorer.points(faces) + _POTENTIAL * potential * free.bit_count() / _CELLS

    def _potential(self, name: str, cards: int, free: int, faces: Faces) -> float:
        condition = self._deck.by_name[name].condition
        if isinstance(condition, Adjacency):
            return sum(
                max(_neighbour_potential(one, cell, faces) for one in condition.neighbours)
                for cell in range(_CELLS)
                if cards >> cell & 1
            )
        return self._gain(name, cards, free, faces)

    def _gain(self, name: str, cards: int, free: int, faces: Faces) -> int:
        """The most points that one more card of the kind would add, or save."""
        key = (name, cards, free)
        if key not in self._gains:
            now = self._scorer.kind_points(name, cards, faces)
            after = (self._scorer.kind_points(name, cards | bit, faces) for bit in _bits(free))
            self._gains[key] = max(0, max(after, default=0) - now)
        return self._gains[key]


def _neighbour_potential(one: Neighbours, cell: Cell, faces: Faces) -> float:
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


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of Fish Tank")
    return view
