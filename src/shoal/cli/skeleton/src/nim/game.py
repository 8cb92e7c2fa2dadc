import random
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import xor
from pathlib import Path
from typing import cast

import msgspec

from shoal import core
from shoal.core import BotMaker, Game, Page, Say, Scene, Step, msg
from shoal.core.options import OptionValue, Whole, Wholes

from .state import State, View


class PerfectBot(msgspec.Struct):
    rng: random.Random

    def choose(self, view: core.View) -> Step:
        state = cast(State, view.imagine(self.rng))
        good = [step for step in view.legal if reduce(xor, state.play(step).heaps) == 0]
        return self.rng.choice(good or view.legal)


class NimGame(Game):
    name = "nim"
    title = msg("Nim")
    blurb = msg("Take sticks from one heap at a time; the last stick wins")
    has_chance = False
    folder = Path(__file__).parent
    fields = (
        Whole("players", msg("players"), low=2, high=2, default=2),
        Wholes("heaps", msg("sticks in each heap"), count=3, low=1, high=7, default=(3, 5, 7)),
    )

    def start(self, options: Mapping[str, OptionValue]) -> State:
        return State(msgspec.convert(options["heaps"], tuple[int, ...]))

    def bots(self) -> Mapping[str, BotMaker]:
        return {"perfect": PerfectBot}

    def draw(self, view: core.View, names: Sequence[str], say: Say) -> str:
        return "\n".join(f"{heap}: {'| ' * size}" for heap, size in enumerate(cast(View, view).heaps, start=1))

    def page(self) -> Page:
        return HeapPage()


class HeapPage(Page):
    folder = Path(__file__).parent / "page"

    def scene(self, view: core.View, names: Sequence[str], say: Say) -> Scene:
        return {"heaps": cast(View, view).heaps}


GAME = NimGame()
