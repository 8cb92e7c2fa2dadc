"""What one viewer may know of a game, built by allow-list; `imagine` leads back to whole states."""

import random
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from shoal.core import Result, Seat, Viewer
from shoal.games.fishtank.hand import Hand
from shoal.games.fishtank.options import Box
from shoal.games.fishtank.result import final_result
from shoal.games.fishtank.state import Phase, TankState, choices
from shoal.games.fishtank.steps import Choose, Place, TankStep
from shoal.games.fishtank.tank import Placings, Tank

__all__ = ["Seen", "TankView", "view_of"]


class Seen(msgspec.Struct, frozen=True):
    """A round as the viewer saw it: its own hand and what it drew into it, and what everybody chose."""

    hand: Hand
    drawn: str | None
    choices: tuple[str, ...]


class TankView(msgspec.Struct, frozen=True):
    """All that one viewer may know, with what it has seen before and cannot be made to forget."""

    viewer: Viewer
    box: Box
    phase: Phase
    to_act: tuple[Seat, ...]
    sealed: tuple[Seat, ...]
    half: int
    round: int
    served: Seat
    #: How many cards are in the unused pile, and in each hand.
    unused: int
    sizes: tuple[int, ...]
    #: The viewer's hand; nothing for a spectator, nor before the viewer may look at it (T17).
    hand: Hand | None
    drawn: str | None
    #: The viewer's own sealed choice or placing.
    pending: Choose | Place | None
    tanks: tuple[Tank, ...]
    revealed: tuple[str, ...]
    past: tuple[Seen, ...]

    @property
    def legal(self) -> Sequence[TankStep]:
        """What the viewer may do now."""
        if self.viewer is None:
            return ()
        if self.phase is Phase.CHOOSE and self.hand is not None:
            return choices(self.box, self.viewer, self.hand)
        if self.phase is Phase.PLACE:
            return Placings(self.viewer, self.tanks[self.viewer])
        return ()

    @property
    def scores(self) -> tuple[int, ...]:
        """What each tank is worth as it lies, in the best frame still possible."""
        return tuple(self.box.judge.best(tank)[0].total for tank in self.tanks)

    @property
    def result(self) -> Result | None:
        """How it ended; `None` before the end."""
        return final_result(self.box.judge, self.tanks) if self.phase is Phase.OVER else None

    def imagine(self, rng: random.Random) -> TankState:
        """A whole state that looks like this, with the odds of the cards given all that was seen."""
        from shoal.games.fishtank.imagine import imagine

        return imagine(self, rng)


def view_of(state: TankState, viewer: Viewer) -> TankView:
    """What everybody sees, and for a seat what it alone has seen."""
    public = TankView(
        viewer=None,
        box=state.box,
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
        past=tuple(Seen((), None, played.choices) for played in state.past),
    )
    if viewer is None:
        return public
    return replace(
        public,
        viewer=viewer,
        hand=state.hands[viewer] if state.has_looked(viewer) else None,
        drawn=state.drawn[viewer],
        pending=state.pending[viewer],
        past=tuple(Seen(played.hands[viewer], played.drawn[viewer], played.choices) for played in state.past),
    )
