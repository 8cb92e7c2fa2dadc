"""What one viewer may know: all that has happened, because every card was shown in the open once.

A perfect memory knows every catch and which cards are still to come, so a view holds them. What the table displays
of it depends on the option `memory`: see `View.displayed`, and `log_redaction.py` for the log. Cards are written in
their notation.
"""

import random
from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from shoal.core import BaseView, Result, Seat, Viewer
from shoal.games.smallfry.cards import CARDS, card_names
from shoal.games.smallfry.hidden_cards import HIDDEN, place_cards
from shoal.games.smallfry.options import Options
from shoal.games.smallfry.phase import TurnPhase
from shoal.games.smallfry.steps import FryStep
from shoal.games.smallfry.turn import PlayCounts, Robbery, ShownTurn

if TYPE_CHECKING:
    from shoal.games.smallfry.state import State

__all__ = ["View"]


class View(BaseView, msgspec.Struct, frozen=True):
    """The match as one viewer knows it, or as the table displays it to them.

    `deck` lists the cards still to come, in the order of the box. A hidden card is written `?`. A field with a `name`
    is called that in JSON, which programs read.
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

    @property
    def open_catches(self) -> Collection[Seat]:
        """The seats whose catches the table displays: the viewer's own (S13), or all; at the end, all of them."""
        if self.options.memory == "open" or self.result is not None:
            return range(len(self.catches))
        return () if self.viewer is None else (self.viewer,)

    @property
    def hides_cards(self) -> bool:
        """Whether any card is hidden."""
        return HIDDEN in self.deck or any(HIDDEN in catch for catch in self.catches)

    def displayed(self) -> "View":
        """What the table displays of this: with a closed memory, until the match is over, only what lies open."""
        return self if self.options.memory == "open" or self.result is not None else self.lying_open()

    def remembered(self) -> "View":
        """The same for a table that shows all catches."""
        return replace(self, options=replace(self.options, memory="open"))

    def lying_open(self) -> "View":
        """What lies open now, the latest turn, and the viewer's own catch (S13); nobody's habits are counted."""
        return replace(
            self,
            deck=(HIDDEN,) * len(self.deck),
            catches=tuple(
                catch if seat == self.viewer else (HIDDEN,) * len(catch) for seat, catch in enumerate(self.catches)
            ),
            play_counts=(PlayCounts(),) * len(self.play_counts),
        )

    def imagine(self, rng: random.Random) -> "State":
        """A state that looks like this. There is only one unless cards are hidden: no state holds the future."""
        from shoal.games.smallfry.state import State

        deck, catches = place_cards(self, rng)
        return State(
            options=self.options,
            to_act=self.to_act,
            phase=self.phase,
            turn=self.turn,
            deck=deck,
            row=bytes(CARDS[name] for name in self.row),
            catches=catches,
            scores=self.scores,
            sheet=self.sheet,
            robbery=self.robbery,
            shown_turn=self.shown_turn,
            play_counts=self.play_counts,
        )
