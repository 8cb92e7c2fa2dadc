"""What one viewer may know of a game, field by field; `imagine` makes whole states of it again."""

import random
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec.structs import replace

from shoal.core import BaseView, Result, Seat, Viewer
from shoal.games.fishtank.hand import Hand
from shoal.games.fishtank.options import Options
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.result import result_of
from shoal.games.fishtank.state import State, choices_of
from shoal.games.fishtank.steps import ChooseCard, PlaceCard, TankStep
from shoal.games.fishtank.tank import Placings, Tank

__all__ = ["SeenRound", "View", "view_of"]


class SeenRound(msgspec.Struct, frozen=True):
    """A round as the viewer saw it: its own hand, the card it drew, and what every seat chose."""

    hand: Hand
    drawn: str | None
    choices: tuple[str, ...]


class View(BaseView, msgspec.Struct, frozen=True):
    """All that one viewer may know, what it saw in earlier rounds included. Programs know the options as `box`."""

    viewer: Viewer
    options: Options = msgspec.field(name="box")
    phase: RoundPhase
    to_act: tuple[Seat, ...]
    sealed: tuple[Seat, ...]
    half: Annotated[int, msgspec.Meta(ge=1, le=2)]
    round: int
    served: Seat
    #: How many cards are in the unused pile, and in each hand.
    unused: int
    sizes: tuple[int, ...]
    #: The viewer's hand; `None` for a spectator, and until the viewer may look at it (T17).
    hand: Hand | None
    drawn: str | None
    #: The viewer's own sealed choice or placing.
    pending: ChooseCard | PlaceCard | None
    tanks: tuple[Tank, ...]
    revealed: tuple[str, ...]
    past: tuple[SeenRound, ...]

    @property
    def legal(self) -> Sequence[TankStep]:
        """What the viewer may do now."""
        if self.viewer is None:
            return ()
        if self.phase is RoundPhase.CHOOSE and self.hand is not None:
            return choices_of(self.options, self.viewer, self.hand)
        if self.phase is RoundPhase.PLACE:
            return Placings(self.viewer, self.tanks[self.viewer])
        return ()

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each tank as it lies, in the best frame still possible."""
        return tuple(map(self.options.scorer.total, self.tanks))

    @property
    def result(self) -> Result | None:
        """Who has won (T18); `None` before the end."""
        return result_of(self.options.scorer, self.tanks) if self.phase is RoundPhase.OVER else None

    def imagine(self, rng: random.Random) -> State:
        """A whole state that looks like this view, with the odds of the cards given all that was seen."""
        from shoal.games.fishtank.imagine import imagine

        return imagine(self, rng)


def view_of(state: State, viewer: Viewer) -> View:
    """What a spectator sees, and for a seat also what it alone has seen."""
    public = View(
        viewer=None,
        options=state.options,
        phase=state.phase,
        to_act=state.to_act,
        sealed=state.sealed,
        half=state.half,
        round=state.round,
        served=state.served,
        unused=sum(state.pile),
        sizes=tuple(len(hand) for hand in state.hands),
        hand=None,
        drawn=None,
        pending=None,
        tanks=state.tanks,
        revealed=state.revealed,
        past=tuple(SeenRound((), None, played.choices) for played in state.past),
    )
    if viewer is None:
        return public
    return replace(
        public,
        viewer=viewer,
        hand=state.hands[viewer] if state.has_looked(viewer) else None,
        drawn=state.drawn[viewer],
        pending=state.pending[viewer],
        past=tuple(SeenRound(played.hands[viewer], played.drawn[viewer], played.choices) for played in state.past),
    )
