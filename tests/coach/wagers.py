"""A game for tests in which all decisions come before the dice.

*Wagers*: two players in turn choose twice between two points for sure and a toss for five. Then the tosses fall. Most
points win.
"""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec

from shoal.core import (
    CHANCE,
    BaseState,
    BaseView,
    BotMaker,
    Chance,
    Game,
    IllegalStep,
    NotationError,
    Odds,
    Result,
    Say,
    Seat,
    State,
    Step,
    Text,
    View,
    Viewer,
    msg,
)
from shoal.core.options import Field, OptionValue, Whole

if TYPE_CHECKING:
    from rich.console import RenderableType

CHOICES = 4
WON = 5
SAFE = 2


class Wager(msgspec.Struct, frozen=True):
    """A choice, `safe` or `toss`, or how a toss falls, `=5` or `=0`."""

    word: str

    def __str__(self) -> str:
        return self.word

    def seen_by(self, viewer: Viewer) -> str:
        return self.word

    @property
    def tokens(self) -> tuple[str, ...]:
        return (self.word,)


class WagersState(BaseState, msgspec.Struct, frozen=True):
    """The choices, then the tosses that have fallen."""

    choices: tuple[str, ...] = ()
    fallen: tuple[int, ...] = ()

    @property
    def tossed(self) -> list[Seat]:
        return [number % 2 for number, choice in enumerate(self.choices) if choice == "toss"]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        if len(self.choices) < CHOICES:
            return (len(self.choices) % 2,)
        return (CHANCE,) if len(self.fallen) < len(self.tossed) else ()

    def legal(self, seat: Seat) -> Sequence[Wager]:
        return [Wager("safe"), Wager("toss")] if seat in self.to_act else []

    def chance(self) -> Chance:
        return Odds([Wager(f"={WON}"), Wager("=0")], [1, 1])

    def parse(self, text: str) -> Step:
        if text not in ("safe", "toss", f"={WON}", "=0"):
            raise NotationError(text, msg("safe or toss"))
        return Wager(text)

    def play(self, step: Step) -> "WagersState":
        if self.to_act == (CHANCE,) and str(step).startswith("="):
            return WagersState(self.choices, (*self.fallen, int(str(step)[1:])))
        if len(self.choices) < CHOICES and not str(step).startswith("="):
            return WagersState((*self.choices, str(step)))
        raise IllegalStep(step, msg("safe or toss"))

    @property
    def scores(self) -> tuple[int, ...]:
        points = [0, 0]
        for number, choice in enumerate(self.choices):
            points[number % 2] += SAFE if choice == "safe" else 0
        for seat, won in zip(self.tossed, self.fallen, strict=False):
            points[seat] += won
        return tuple(points)

    @property
    def result(self) -> Result | None:
        if self.to_act:
            return None
        winners = tuple(seat for seat in (0, 1) if self.scores[seat] == max(self.scores))
        return Result(self.scores, winners, msg("most points"))

    def view(self, viewer: Viewer) -> "WagersView":
        legal = () if viewer is None else tuple(self.legal(viewer))
        return WagersView(viewer, self.to_act, legal, self.scores, self.result, self.choices, self.fallen)

    def describe(self, step: Step) -> Text:
        return msg("do {step}", step=str(step))


class WagersView(BaseView, msgspec.Struct, frozen=True):
    """Everything: nothing is hidden."""

    viewer: Viewer
    to_act: tuple[Seat, ...]
    legal: tuple[Wager, ...]
    scores: tuple[int, ...]
    result: Result | None
    choices: tuple[str, ...]
    fallen: tuple[int, ...]

    def imagine(self, rng: random.Random) -> State:
        return WagersState(self.choices, self.fallen)


class WagersGame(Game):
    """Safe points, or a toss."""

    name: ClassVar[str] = "wagers"
    title: ClassVar[Text] = msg("Wagers")
    blurb: ClassVar[Text] = msg("safe points, or a toss")
    fields: ClassVar[Sequence[Field]] = (Whole("players", msg("players"), low=2, high=2, default=2),)
    folder: ClassVar[Path] = Path(__file__).parent

    def start(self, options: Mapping[str, OptionValue]) -> State:
        return WagersState()

    def bots(self) -> Mapping[str, BotMaker]:
        return {}

    def draw(self, view: View, names: Sequence[str], say: Say) -> "RenderableType":
        return str(view.scores)


GAME = WagersGame()
