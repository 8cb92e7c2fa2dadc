"""*Hey, That's My Fish!* as the core sees it: options, opening, bots, drawing, agreed finish."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from shoal import core
from shoal.core import BotMaker, Page, Say, Seat, Step, Text, Viewer, msg, seat_name
from shoal.core.judging import Effort, Judge
from shoal.core.levels import weakest_first
from shoal.core.options import Field, OptionValue
from shoal.core.study import Finding
from shoal.games.penguins.deal import deal_text
from shoal.games.penguins.options import FIELDS, Options
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.state import State, opening
from shoal.games.penguins.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from shoal.games.penguins.encoding import Encoding

__all__ = ["GAME", "Penguins"]


class Penguins(core.Game):
    """Penguins slide over breaking ice and take the floes they leave."""

    name: ClassVar[str] = "penguins"
    title: ClassVar[Text] = msg("Hey, That's My Fish!")
    blurb: ClassVar[Text] = msg("Slide your penguins over the breaking ice and catch the most fish")
    fields: ClassVar[Sequence[Field]] = FIELDS
    beginner: ClassVar[Text | None] = msg("The rule book: the youngest begins. Who is the youngest?")
    colours: ClassVar[Mapping[str, Text]] = {
        "red": msg("red"),
        "blue": msg("blue"),
        "green": msg("green"),
        "yellow": msg("yellow"),
    }
    folder: ClassVar[Path] = Path(__file__).parent

    def start(self, options: Mapping[str, OptionValue]) -> State:
        return opening(Options.of(options))

    def bots(self) -> Mapping[str, BotMaker]:
        """The greedy bot and the five levels of the engine, weakest first; the engine is loaded when a level plays."""
        from shoal.games.penguins.bots import GreedyBot
        from shoal.games.penguins.engine.levels import LEVELS, levels

        return weakest_first(LEVELS, {"greedy": GreedyBot, **levels()})

    def draw(self, view: core.View, names: Sequence[str], say: Say) -> "RenderableType":
        from shoal.games.penguins.terminal import draw_view

        return draw_view(_own(view), names, say)

    def draw_in_colours(
        self, view: core.View, names: Sequence[str], colours: Sequence[str], say: Say
    ) -> "RenderableType":
        from shoal.games.penguins.terminal import draw_view

        named = [f"{name} ({say(self.colours[colour])})" for name, colour in zip(names, colours, strict=True)]
        return draw_view(_own(view), named, say, colours)

    def tell(self, state: core.State, seat: Seat, seen: str, names: Sequence[str], reader: Viewer) -> Text:
        from shoal.games.penguins.log_lines import tell

        return tell(_own_state(state), seat, seen, names, reader)

    def judge(self, effort: Effort) -> Judge:
        """The engine as a judge; it is loaded now."""
        from shoal.games.penguins.engine.judge import IceJudge

        return IceJudge(effort)

    def reasons(self, view: core.View, step: Step) -> Sequence[Text]:
        from shoal.games.penguins.explain import reasons

        return reasons(_own(view), step)

    def nudge(self, view: core.View, step: Step) -> Text:
        from shoal.games.penguins.explain import nudge

        return nudge(_own(view), step)

    def consequence(
        self, states: Sequence[core.State], number: int, better: Step | None, names: Sequence[str]
    ) -> Text | None:
        from shoal.games.penguins.explain import consequence

        return consequence([_own_state(state) for state in states], number, better, names)

    def study(self, states: Sequence[core.State], steps: Sequence[Step]) -> Sequence[Finding]:
        from shoal.games.penguins.study import study

        return study([_own_state(state) for state in states], steps)

    def page(self) -> Page:
        from shoal.games.penguins.page import PAGE

        return PAGE

    def encoding(self, options: Mapping[str, OptionValue]) -> "Encoding":
        """The table as numbers; the arrays are loaded now."""
        from shoal.games.penguins.encoding import Encoding

        return Encoding(Options.of(options))

    def facts(self, state: core.State) -> Mapping[str, object]:
        """The floes taken by each seat, the ice that is left (written as a deal), and where the penguins stand."""
        own = _own_state(state)
        return {
            "floes": list(own.floes),
            "board": deal_text(own.board, own.fish, own.ice) if own.fish else None,
            "penguins": {seat_name(seat): list(own.board.floe_names(floes)) for seat, floes in enumerate(own.penguins)},
        }

    def settle(self, state: core.State) -> Sequence[Step] | None:
        """Each owner's best moves once every penguin that can still move is alone (P22)."""
        from shoal.games.penguins.agreed_finish import finish

        return finish(_own_state(state))

    def remaining(self, state: core.State) -> Sequence[Seat]:
        """The seats that have not left the ice."""
        own = _own_state(state)
        if own.phase in (IcePhase.MOVING, IcePhase.OVER):
            return [seat for seat, floes in enumerate(own.penguins) if floes]
        return range(own.options.players)


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of penguins")
    return view


def _own_state(state: core.State) -> State:
    if not isinstance(state, State):
        raise TypeError("expected a state of penguins")
    return state


GAME: Final = Penguins()
