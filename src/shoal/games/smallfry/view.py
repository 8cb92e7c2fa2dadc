"""What one viewer may know: all that has happened, because every card was shown in the open once.

A perfect memory knows every catch and which cards are still to come, so a view holds them, whatever
the table displays (`terminal.py`, `log_redaction.py`). Cards are written in their notation.
"""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from shoal.core import BaseView, Result, Seat, Viewer
from shoal.games.smallfry.cards import CARDS, card_names
from shoal.games.smallfry.options import Options
from shoal.games.smallfry.phase import TurnPhase
from shoal.games.smallfry.steps import FryStep
from shoal.games.smallfry.turn import PlayCounts, Robbery, ShownTurn

if TYPE_CHECKING:
    from shoal.games.smallfry.state import State

__all__ = ["View"]


class View(BaseView, msgspec.Struct, frozen=True):
    """The match as one viewer knows it. `deck` lists the cards still to come, in the order of the box.

    A field with a `name` is called that in JSON, which programs read.
    """

    viewer: Viewer
    legal: tuple[FryStep, ...]
    options: Options = msgspec.field(name="terms")
    to_act: tuple[Seat, ...]
    phase: TurnPhase
    turn: Seat
    deck: tuple[str, ...]
    row: tuple[str, ...]
    catches: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    sheet: tuple[tuple[int, ...], ...]
    robbery: Robbery | None
    #: The turn that is being played; until its first card is turned up, the turn before.
    shown_turn: ShownTurn | None = msgspec.field(name="told")
    #: By seat: how it has played in this match.
    play_counts: tuple[PlayCounts, ...] = msgspec.field(name="ways")
    result: Result | None

    @classmethod
    def of(cls, state: "State", viewer: Viewer) -> "View":
        return cls(
            viewer=viewer,
            legal=() if viewer is None else state.legal(viewer),
            options=state.options,
            to_act=state.to_act,
            phase=state.phase,
            turn=state.turn,
            deck=card_names(state.deck),
            row=card_names(state.row),
            catches=tuple(card_names(catch) for catch in state.catches),
            scores=state.scores,
            sheet=state.sheet,
            robbery=state.robbery,
            shown_turn=state.shown_turn,
            play_counts=state.play_counts,
            result=state.result,
        )

    def imagine(self, rng: random.Random) -> "State":
        """The one state that looks like this: only the future is hidden, and no state holds it."""
        from shoal.games.smallfry.state import State

        return State(
            options=self.options,
            to_act=self.to_act,
            phase=self.phase,
            turn=self.turn,
            deck=_cards(self.deck),
            row=_cards(self.row),
            catches=tuple(_cards(catch) for catch in self.catches),
            scores=self.scores,
            sheet=self.sheet,
            robbery=self.robbery,
            shown_turn=self.shown_turn,
            play_counts=self.play_counts,
        )


def _cards(written: Sequence[str]) -> bytes:
    return bytes(CARDS[name] for name in written)
