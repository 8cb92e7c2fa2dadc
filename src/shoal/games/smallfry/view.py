"""What one viewer may know: as everything is turned up or shown in the open, all that has happened.

A perfect memory knows every catch and which cards are still to come, so a view holds them, whatever
the table displays (`terminal.py`, `memory.py`). Cards are written in their notation, for any reader.
"""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from shoal.core import Result, Seat, Viewer
from shoal.games.smallfry.cards import CARDS, card_names
from shoal.games.smallfry.options import Terms
from shoal.games.smallfry.steps import FryStep
from shoal.games.smallfry.turn import Phase, Robbery, Told, Way

if TYPE_CHECKING:
    from shoal.games.smallfry.state import SmallFryState

__all__ = ["SmallFryView"]


class SmallFryView(msgspec.Struct, frozen=True):
    """The match as one viewer knows it. `deck` lists what is still to come in the order of the box."""

    viewer: Viewer
    legal: tuple[FryStep, ...]
    terms: Terms
    to_act: tuple[Seat, ...]
    phase: Phase
    turn: Seat
    deck: tuple[str, ...]
    row: tuple[str, ...]
    catches: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    sheet: tuple[tuple[int, ...], ...]
    robbery: Robbery | None
    #: The turn that is being played; until its first card is turned up, the turn before.
    told: Told | None
    #: By seat: how it has played in this match.
    ways: tuple[Way, ...]
    result: Result | None

    @classmethod
    def of(cls, state: "SmallFryState", viewer: Viewer) -> "SmallFryView":
        return cls(
            viewer=viewer,
            legal=() if viewer is None else state.legal(viewer),
            terms=state.terms,
            to_act=state.to_act,
            phase=state.phase,
            turn=state.turn,
            deck=card_names(state.deck),
            row=card_names(state.row),
            catches=tuple(card_names(catch) for catch in state.catches),
            scores=state.scores,
            sheet=state.sheet,
            robbery=state.robbery,
            told=state.told,
            ways=state.ways,
            result=state.result,
        )

    def imagine(self, rng: random.Random) -> "SmallFryState":
        """The one state that looks like this: only the future is hidden, and states do not hold it."""
        from shoal.games.smallfry.state import SmallFryState

        return SmallFryState(
            terms=self.terms,
            to_act=self.to_act,
            phase=self.phase,
            turn=self.turn,
            deck=_cards(self.deck),
            row=_cards(self.row),
            catches=tuple(_cards(catch) for catch in self.catches),
            scores=self.scores,
            sheet=self.sheet,
            robbery=self.robbery,
            told=self.told,
            ways=self.ways,
        )


def _cards(written: Sequence[str]) -> bytes:
    return bytes(CARDS[name] for name in written)
