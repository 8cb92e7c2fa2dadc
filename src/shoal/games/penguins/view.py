"""What a viewer may know: everything (P21), written with the names of the floes.

`imagine` turns it back into a state, where sets of floes are ints.
"""

import random

import msgspec

from shoal.core import BaseView, Result, Seat, Viewer
from shoal.games.penguins.deal import deal_text, fish_of, floes_with
from shoal.games.penguins.options import Options
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.state import State
from shoal.games.penguins.steps import IceStep
from shoal.games.penguins.swaps import Bargain

__all__ = ["View", "view_of"]


class View(BaseView, msgspec.Struct, frozen=True):
    """All there is to see at the table."""

    viewer: Viewer
    #: Written as `setup` in JSON.
    options: Options = msgspec.field(name="setup")
    phase: IcePhase
    to_act: tuple[Seat, ...]
    legal: tuple[IceStep, ...]
    #: The ice as it was laid out, swaps included, written as a deal; `None` before the deal.
    deal: str | None
    #: The ice that is left, floes with penguins included, written as a deal.
    ice: str | None
    #: By seat: the floes on which its penguins stand.
    penguins: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    floes: tuple[int, ...]
    bargain: Bargain | None
    #: The placings and moves so far.
    past: tuple[str, ...]
    result: Result | None

    def imagine(self, rng: random.Random) -> State:
        """The state itself: there is nothing to guess."""
        board = self.options.board
        fish = self._fish(self.deal)
        ice = (1 << len(fish)) - 1 & ~floes_with(self._fish(self.ice), 0)
        penguins = tuple(sum(1 << board.numbers[name] for name in names) for names in self.penguins)
        return State(
            self.options,
            board,
            self.phase,
            self.to_act,
            fish,
            ice,
            ice & ~sum(penguins),
            penguins,
            self.scores,
            self.floes,
            self.bargain,
            self.past,
        )

    def _fish(self, text: str | None) -> bytes:
        return (fish_of(self.options.board, text) if text is not None else None) or b""


def view_of(state: State, viewer: Viewer) -> View:
    """The view of a state."""
    board, dealt = state.board, bool(state.fish)
    laid_out = (1 << len(state.fish)) - 1
    return View(
        viewer=viewer,
        options=state.options,
        phase=state.phase,
        to_act=state.to_act,
        legal=() if viewer is None else tuple(state.legal(viewer)),
        deal=deal_text(board, state.fish, laid_out) if dealt else None,
        ice=deal_text(board, state.fish, state.ice) if dealt else None,
        penguins=tuple(board.floe_names(floes) for floes in state.penguins),
        scores=state.scores,
        floes=state.floes,
        bargain=state.bargain,
        past=state.past,
        result=state.result,
    )
