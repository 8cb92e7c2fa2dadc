"""A game for tests with nothing but turns: no chance, no sealed choices, no points, no rules, no page.

*Pile*: players in turn take one or two of seven coins; the player who takes the last one wins.
"""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec

from shoal.core import (
    BaseState,
    BaseView,
    BotMaker,
    Game,
    IllegalStep,
    NotationError,
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


class Take(msgspec.Struct, frozen=True):
    """Some coins are taken."""

    coins: int

    def __str__(self) -> str:
        return f"take{self.coins}"

    def seen_by(self, viewer: Viewer) -> str:
        return str(self)

    @property
    def tokens(self) -> tuple[str, ...]:
        return (str(self.coins),)


class Pile(BaseState, msgspec.Struct, frozen=True):
    """The coins that are left, and who is to take some."""

    coins: int
    turn: Seat

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.coins else ()

    def legal(self, seat: Seat) -> Sequence[Take]:
        return [Take(coins) for coins in (1, 2) if coins <= self.coins] if seat in self.to_act else []

    def parse(self, text: str) -> Step:
        if text in ("take1", "take2"):
            return Take(int(text[-1]))
        raise NotationError(text, msg("take1 or take2"))

    def play(self, step: Step) -> "Pile":
        if not isinstance(step, Take) or step not in self.legal(self.turn):
            raise IllegalStep(step, msg("as many coins as there are"))
        return Pile(self.coins - step.coins, 1 - self.turn)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(int(not self.coins and seat != self.turn) for seat in (0, 1))

    @property
    def result(self) -> Result | None:
        return None if self.coins else Result(self.scores, (1 - self.turn,), msg("the last coin"))

    def view(self, viewer: Viewer) -> "PileView":
        legal = () if viewer is None else tuple(self.legal(viewer))
        return PileView(viewer, self.to_act, legal, self.scores, self.result, self.coins, self.turn)

    def describe(self, step: Step) -> Text:
        return msg("do {step}", step=str(step))


class PileView(BaseView, msgspec.Struct, frozen=True):
    """Everything: nothing is hidden."""

    viewer: Viewer
    to_act: tuple[Seat, ...]
    legal: tuple[Take, ...]
    scores: tuple[int, ...]
    result: Result | None
    coins: int
    turn: Seat

    def imagine(self, rng: random.Random) -> State:
        return Pile(self.coins, self.turn)


class PileGame(Game):
    """Seven coins."""

    name: ClassVar[str] = "pile"
    title: ClassVar[Text] = msg("Pile")
    blurb: ClassVar[Text] = msg("take the last coin")
    fields: ClassVar[Sequence[Field]] = (Whole("players", msg("players"), low=2, high=2, default=2),)
    folder: ClassVar[Path] = Path(__file__).parent
    has_chance: ClassVar[bool] = False

    def start(self, options: Mapping[str, OptionValue]) -> State:
        return Pile(7, 0)

    def bots(self) -> Mapping[str, BotMaker]:
        return {}

    def draw(self, view: View, names: Sequence[str], say: Say) -> "RenderableType":
        assert isinstance(view, PileView)
        return f"{view.coins} coins, <{names[view.turn]}> to take"


GAME = PileGame()
