"""*Small Fry* as the core sees it: options, opening, bots, drawing, page."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from shoal import core
from shoal.core import BotMaker, Game, Page, Say, Seat, Step, Text, Viewer, msg
from shoal.core.judging import Effort, Judge
from shoal.core.levels import weakest_first
from shoal.core.options import OptionValue
from shoal.core.study import Finding
from shoal.games.smallfry.bots import GreedyBot
from shoal.games.smallfry.cards import card_names
from shoal.games.smallfry.log_redaction import blank_earlier_turns
from shoal.games.smallfry.options import FIELDS, Options
from shoal.games.smallfry.score_text import ScoredCatch, parse_catch
from shoal.games.smallfry.state import State, opening
from shoal.games.smallfry.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from shoal.games.smallfry.encoding import Encoding

__all__ = ["GAME", "SmallFry"]


class SmallFry(Game):
    """*Kleine Fische*: turn up fish and stop in time."""

    name: ClassVar = "smallfry"
    title: ClassVar = msg("Small Fry")
    blurb: ClassVar = msg("Turn up fish, stop in time, and beware of the octopus (Kleine Fische)")
    fields: ClassVar = FIELDS
    #: The drawing shows a player's own catch, which only they may look through (S13).
    secret: ClassVar = True
    beginner: ClassVar = msg("The rule book: the youngest begins. Who is the youngest?")
    folder: ClassVar = Path(__file__).parent

    def start(self, options: Mapping[str, OptionValue]) -> State:
        return opening(Options.of(options))

    def bots(self) -> Mapping[str, BotMaker]:
        """The greedy bot and the five levels of the engine, weakest first; a level loads the engine when it thinks."""
        from shoal.games.smallfry.engine.levels import LEVELS, levels

        return weakest_first(LEVELS, {"greedy": GreedyBot, **levels()})

    def draw(self, view: core.View, names: Sequence[str], say: Say) -> "RenderableType":
        from shoal.games.smallfry.terminal import draw_view

        return draw_view(_own(view), names, say)

    def displayed(self, view: core.View) -> View:
        """With a closed memory, only what lies open now, and the viewer's own catch (S13)."""
        return _own(view).displayed()

    def all_seen(self, view: core.View) -> View:
        """All catches and the deck, as a perfect memory knows them, also where the memory is closed."""
        return _own(view).remembered()

    def tell(self, state: core.State, seat: Seat, seen: str, names: Sequence[str], reader: Viewer) -> Text:
        from shoal.games.smallfry.log_lines import tell

        return tell(_own_state(state), seat, seen, names, reader)

    def judge(self, effort: Effort) -> Judge:
        """The engine as a judge; it is loaded now."""
        from shoal.games.smallfry.engine.judge import FryJudge

        return FryJudge(effort)

    def reasons(self, view: core.View, step: Step) -> Sequence[Text]:
        from shoal.games.smallfry.explain import reasons

        return reasons(_own(view), step)

    def nudge(self, view: core.View, step: Step) -> Text:
        from shoal.games.smallfry.explain import nudge

        return nudge(_own(view), step)

    def known_beside(self, view: core.View) -> Sequence[Text]:
        """With an open memory, the cards that are still in the deck."""
        from shoal.games.smallfry.words import cards_left

        return cards_left(_own(view))

    def consequence(
        self, states: Sequence[core.State], number: int, better: Step | None, names: Sequence[str]
    ) -> Text | None:
        from shoal.games.smallfry.explain import consequence

        return consequence([_own_state(state) for state in states], number, better, names)

    def study(self, states: Sequence[core.State], steps: Sequence[Step]) -> Sequence[Finding]:
        from shoal.games.smallfry.study import study

        return study([_own_state(state) for state in states], steps)

    def page(self) -> Page:
        from shoal.games.smallfry.page import PAGE

        return PAGE

    def encoding(self, options: Mapping[str, OptionValue]) -> "Encoding":
        """The table as numbers; the arrays are loaded now."""
        from shoal.games.smallfry.encoding import Encoding

        return Encoding(Options.of(options))

    def facts(self, state: core.State) -> Mapping[str, object]:
        state = _own_state(state)
        return {
            "session": state.session,
            "row": list(card_names(state.row)),
            "cards_left": len(state.deck),
            "catch_sizes": [len(catch) for catch in state.catches],
        }

    def score_text(self, text: str, options: Mapping[str, OptionValue]) -> ScoredCatch:
        return ScoredCatch(parse_catch(text))

    def recall(self, states: Sequence[core.State], log: Sequence[str]) -> Sequence[str]:
        """With a closed memory, the log of a running match names no card of an earlier turn."""
        if _own_state(states[-1]).options.memory == "open":
            return log
        return blank_earlier_turns([_own_state(state).phase for state in states], log)


GAME: Final = SmallFry()


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of smallfry")
    return view


def _own_state(state: core.State) -> State:
    if not isinstance(state, State):
        raise TypeError("expected a state of smallfry")
    return state
