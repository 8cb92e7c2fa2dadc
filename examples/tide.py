"""A whole game in one file: an example for a game of your own.

*Tide*: three times the sea brings in 1 to 3 shells (chance). All players then stake, sealed, some of
their six pebbles; the player who staked most takes the shells, and if several did, the shells are lost.
Stakes are spent. Most shells win.

A package announces its game as an entry point of the group `shoal.games`:

    [project.entry-points."shoal.games"]
    tide = "tide:GAME"

Its tests call `shoal.core.conformance.check_game`, which checks the whole contract on random play.
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
    parse_seat,
    seat_name,
)
from shoal.core.options import Field, OptionValue, Whole

if TYPE_CHECKING:
    from rich.console import RenderableType

ROUNDS = 3
PEBBLES = 6
MOST_PLAYERS = 4
SHELLS = (1, 2, 3)


class Wave(msgspec.Struct, frozen=True):
    """Chance: the sea brings in shells."""

    shells: int

    def __str__(self) -> str:
        return f"={self.shells}"

    def seen_by(self, viewer: Viewer) -> str:
        return str(self)

    @property
    def tokens(self) -> tuple[str, ...]:
        return (str(self),)


class Stake(msgspec.Struct, frozen=True):
    """A seat stakes pebbles."""

    seat: Seat
    pebbles: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)}:{self.pebbles}"

    def seen_by(self, viewer: Viewer) -> str:
        return str(self)

    @property
    def tokens(self) -> tuple[str, ...]:
        return (str(self.pebbles),)


class Beach(BaseState, msgspec.Struct, frozen=True):
    """One moment of Tide. `stakes` holds the sealed choices of the round."""

    round: int
    shells: int | None
    pebbles: tuple[int, ...]
    stakes: tuple[int | None, ...]
    scores: tuple[int, ...]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        if self.round == ROUNDS:
            return ()
        if self.shells is None:
            return (CHANCE,)
        return tuple(seat for seat, stake in enumerate(self.stakes) if stake is None)

    @property
    def sealed(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, stake in enumerate(self.stakes) if stake is not None)

    def legal(self, seat: Seat) -> Sequence[Stake]:
        if self.shells is None or self.round == ROUNDS:
            return ()
        return [Stake(seat, pebbles) for pebbles in range(self.pebbles[seat] + 1)]

    def chance(self) -> Odds:
        return Odds([Wave(shells) for shells in SHELLS], [1] * len(SHELLS))

    def parse(self, text: str) -> Step:
        head, _, tail = text.rpartition(":") if ":" in text else text.rpartition("=")
        if len(tail) == 1 and tail in "0123456789":
            if text == f"={tail}":
                return Wave(int(tail))
            if text == f"{head}:{tail}":
                return Stake(parse_seat(head, len(self.scores)), int(tail))
        raise NotationError(text, msg("shells such as =2 or a stake such as A:2"))

    def play(self, step: Step) -> "Beach":
        if isinstance(step, Wave) and self.to_act == (CHANCE,) and step.shells in SHELLS:
            return msgspec.structs.replace(self, shells=step.shells)
        if not isinstance(step, Stake) or step not in self.legal(step.seat):
            raise IllegalStep(step, msg("what the round asks for"))
        stakes = (*self.stakes[: step.seat], step.pebbles, *self.stakes[step.seat + 1 :])
        staked = [stake for stake in stakes if stake is not None]
        if len(staked) < len(stakes):
            return msgspec.structs.replace(self, stakes=stakes)
        return self._resolve(staked)

    def _resolve(self, staked: Sequence[int]) -> "Beach":
        won = (self.shells or 0) * (staked.count(max(staked)) == 1)
        return Beach(
            round=self.round + 1,
            shells=None,
            pebbles=tuple(pebbles - stake for pebbles, stake in zip(self.pebbles, staked, strict=True)),
            stakes=(None,) * len(staked),
            scores=tuple(
                score + won * (stake == max(staked)) for score, stake in zip(self.scores, staked, strict=True)
            ),
        )

    @property
    def result(self) -> Result | None:
        if self.round < ROUNDS:
            return None
        most = max(self.scores)
        winners = tuple(seat for seat, score in enumerate(self.scores) if score == most)
        return Result(self.scores, winners, msg("most shells"))

    def view(self, viewer: Viewer) -> "BeachView":
        return BeachView(
            viewer=viewer,
            to_act=self.to_act,
            legal=() if viewer is None else tuple(self.legal(viewer)),
            scores=self.scores,
            result=self.result,
            round=self.round,
            shells=self.shells,
            pebbles=self.pebbles,
            mine=None if viewer is None else self.stakes[viewer],
            sealed=self.sealed,
        )

    def describe(self, step: Step) -> Text:
        return msg("do {step}", step=str(step))


class BeachView(BaseView, msgspec.Struct, frozen=True):
    """All that a viewer may know: everything but the sealed stakes of the others."""

    viewer: Viewer
    to_act: tuple[Seat, ...]
    legal: tuple[Stake, ...]
    scores: tuple[int, ...]
    result: Result | None
    round: int
    shells: int | None
    pebbles: tuple[int, ...]
    mine: int | None
    sealed: tuple[Seat, ...]

    def imagine(self, rng: random.Random) -> State:
        stakes = [rng.randint(0, had) if seat in self.sealed else None for seat, had in enumerate(self.pebbles)]
        if self.viewer is not None:
            stakes[self.viewer] = self.mine
        return Beach(self.round, self.shells, self.pebbles, tuple(stakes), self.scores)


class Tide(Game):
    """The game: its name, its options, its opening position."""

    name: ClassVar[str] = "tide"
    title: ClassVar[Text] = msg("Tide")
    blurb: ClassVar[Text] = msg("stake pebbles for shells")
    fields: ClassVar[Sequence[Field]] = (Whole("players", msg("players"), low=2, high=MOST_PLAYERS, default=2),)
    folder: ClassVar[Path] = Path(__file__).parent

    def start(self, options: Mapping[str, OptionValue]) -> State:
        players = options["players"]
        if not isinstance(players, int):
            raise TypeError("options were not checked")
        return Beach(0, None, (PEBBLES,) * players, (None,) * players, (0,) * players)

    def bots(self) -> Mapping[str, BotMaker]:
        return {}

    def draw(self, view: View, names: Sequence[str], say: Say) -> "RenderableType":
        return " – ".join(f"{name} {score}" for name, score in zip(names, view.scores, strict=True))


GAME = Tide()
