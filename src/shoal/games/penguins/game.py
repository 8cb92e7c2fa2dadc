"""*Hey, That's My Fish!* as a game of the house: where `shoal.core` meets the rules."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from shoal.core import BotMaker, Game, Page, Say, Seat, Step, Text, Viewer, msg, seat_name
from shoal.core import State as AnyState
from shoal.core import View as AnyView
from shoal.core.options import Field, OptionValue
from shoal.games.penguins.deal import deal_text
from shoal.games.penguins.options import FIELDS, setup_of
from shoal.games.penguins.phase import Phase
from shoal.games.penguins.state import State, opening
from shoal.games.penguins.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Penguins"]


class Penguins(Game):
    """Penguins slide over breaking ice and take the floes they leave."""

    name: ClassVar[str] = "penguins"
    title: ClassVar[Text] = msg("Hey, That's My Fish!")
    blurb: ClassVar[Text] = msg("Slide your penguins over the breaking ice and catch the most fish")
    fields: ClassVar[Sequence[Field]] = FIELDS
    folder: ClassVar[Path] = Path(__file__).parent

    def start(self, options: Mapping[str, OptionValue]) -> State:
        return opening(setup_of(options))

    def bots(self) -> Mapping[str, BotMaker]:
        """The greedy bot, and the five levels of the engine, weakest first; only who thinks loads the engine."""
        from shoal.games.penguins.bots import GreedyBot
        from shoal.games.penguins.engine.levels import penguin_levels

        return {"greedy": GreedyBot, **penguin_levels()}

    def draw(self, view: AnyView, names: Sequence[str], say: Say) -> "RenderableType":
        from shoal.games.penguins.terminal import Picture

        if not isinstance(view, View):
            raise TypeError("expected a view of penguins")
        return Picture(view, names, say)

    def tell(self, state: AnyState, seat: Seat, seen: str, names: Sequence[str], reader: Viewer) -> Text:
        from shoal.games.penguins.log_lines import tell

        return tell(_own(state), seat, seen, names, reader)

    def page(self) -> Page:
        from shoal.games.penguins.page import IcePage

        return IcePage()

    def facts(self, state: AnyState) -> Mapping[str, object]:
        """The floes taken by each seat, the ice that is left (written as a deal) and who stands where."""
        own = _own(state)
        return {
            "floes": list(own.floes),
            "board": deal_text(own.board, own.fish, own.ice) if own.fish else None,
            "penguins": {seat_name(seat): list(own.board.floe_names(floes)) for seat, floes in enumerate(own.penguins)},
        }

    def settle(self, state: AnyState) -> Sequence[Step] | None:
        """Each owner's best moves once every penguin that can still move is alone (P22)."""
        from shoal.games.penguins.agreed_finish import finish

        return finish(_own(state))

    def remaining(self, state: AnyState) -> Sequence[Seat]:
        """The seats that have not left the ice."""
        own = _own(state)
        if own.phase in (Phase.MOVING, Phase.OVER):
            return [seat for seat, floes in enumerate(own.penguins) if floes]
        return range(own.setup.players)


def _own(state: AnyState) -> State:
    if not isinstance(state, State):
        raise TypeError("expected a state of penguins")
    return state
