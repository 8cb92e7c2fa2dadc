import random
import re
from collections.abc import Sequence

import msgspec

from shoal import core
from shoal.core import BaseState, BaseView, IllegalStep, NotationError, Result, Seat, Text, Viewer, msg, msgs


class TakeSticks(msgspec.Struct, frozen=True):
    """Take sticks from one heap: `2-3` takes three from the second."""

    heap: int
    sticks: int

    def __str__(self) -> str:
        return f"{self.heap}-{self.sticks}"

    def seen_by(self, viewer: Viewer) -> str:
        return str(self)

    @property
    def tokens(self) -> tuple[str, ...]:
        return (str(self),)


class State(BaseState, msgspec.Struct, frozen=True):
    heaps: tuple[int, ...]
    turn: Seat = 0

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.turn,) if any(self.heaps) else ()

    def legal(self, seat: Seat) -> Sequence[TakeSticks]:
        if seat not in self.to_act:
            return ()
        return [TakeSticks(heap, n) for heap, size in enumerate(self.heaps, start=1) for n in range(1, size + 1)]

    def play(self, step: core.Step) -> "State":
        if not isinstance(step, TakeSticks) or step not in self.legal(self.turn):
            raise IllegalStep(step, msg("sticks that are there, all from one heap"))
        heaps = tuple(size - step.sticks * (heap == step.heap) for heap, size in enumerate(self.heaps, start=1))
        return State(heaps, 1 - self.turn)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(int(not self.to_act and seat != self.turn) for seat in (0, 1))

    @property
    def result(self) -> Result | None:
        return None if self.to_act else Result(self.scores, (1 - self.turn,), msg("took the last stick"))

    def parse(self, text: str) -> TakeSticks:
        if re.fullmatch("[1-9]-[1-9]", text) is None:
            raise NotationError(text, msg("a heap and how many sticks, such as 2-3"))
        return TakeSticks(heap=int(text[0]), sticks=int(text[2]))

    def describe(self, step: core.Step) -> Text:
        heap, sticks = str(step).split("-")
        return msgs("take {count} stick of heap {heap}", "take {count} sticks of heap {heap}", int(sticks), heap=heap)

    def view(self, viewer: Viewer) -> "View":
        legal = () if viewer is None else tuple(self.legal(viewer))
        return View(viewer, self.to_act, legal, self.scores, self.result, self.heaps, self.turn)


class View(BaseView, msgspec.Struct, frozen=True):
    viewer: Viewer
    to_act: tuple[Seat, ...]
    legal: tuple[TakeSticks, ...]
    scores: tuple[int, ...]
    result: Result | None
    heaps: tuple[int, ...]
    turn: Seat

    def imagine(self, rng: random.Random) -> State:
        return State(self.heaps, self.turn)
