"""Small Fry as the rest of the house meets it."""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from shoal.core import Bot, BotMaker, Game, Page, Say, Seat, State, Text, View, Viewer, msg
from shoal.core.levels import Level, level_bots
from shoal.core.options import OptionValue
from shoal.games.smallfry.bots import GreedyBot
from shoal.games.smallfry.cards import card_names
from shoal.games.smallfry.log_redaction import blank_earlier_turns
from shoal.games.smallfry.options import FIELDS, Terms
from shoal.games.smallfry.score_text import ScoredCatch, parse_catch
from shoal.games.smallfry.state import SmallFryState, begin_match
from shoal.games.smallfry.view import SmallFryView

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["SmallFry"]


class SmallFry(Game):
    """*Kleine Fische*: turn up fish and stop in time."""

    name: ClassVar = "smallfry"
    title: ClassVar = msg("Small Fry")
    blurb: ClassVar = msg("Turn up fish, stop in time, and beware of the octopus (Kleine Fische)")
    fields: ClassVar = FIELDS
    #: The drawing shows a player's own catch, which is for nobody else's eyes (S13).
    secret: ClassVar = True
    folder: ClassVar = Path(__file__).parent

    def start(self, options: Mapping[str, OptionValue]) -> SmallFryState:
        return begin_match(Terms.of(options))

    def bots(self) -> Mapping[str, BotMaker]:
        return {"greedy": GreedyBot, **_levels()}

    def draw(self, view: View, names: Sequence[str], say: Say) -> "RenderableType":
        from shoal.games.smallfry.terminal import draw_view

        if not isinstance(view, SmallFryView):
            raise TypeError("only a view of Small Fry can be drawn here")
        return draw_view(view, names, say)

    def tell(self, state: State, seat: Seat, seen: str, names: Sequence[str], reader: Viewer) -> Text:
        from shoal.games.smallfry.log_lines import tell

        return tell(_own(state), seat, seen, names, reader)

    def page(self) -> Page:
        from shoal.games.smallfry.page import SmallFryPage

        return SmallFryPage()

    def facts(self, state: State) -> Mapping[str, object]:
        state = _own(state)
        return {
            "session": state.session,
            "row": list(card_names(state.row)),
            "cards_left": len(state.deck),
            "catch_sizes": [len(catch) for catch in state.catches],
        }

    def score_text(self, text: str, options: Mapping[str, OptionValue]) -> ScoredCatch:
        return ScoredCatch(parse_catch(text))

    def recall(self, states: Sequence[State], log: Sequence[str]) -> Sequence[str]:
        """With a closed memory, the log of a running match names no card of an earlier turn."""
        if _own(states[-1]).terms.memory == "open":
            return log
        return blank_earlier_turns([_own(state).phase for state in states], log)


@cache
def _levels() -> Mapping[str, BotMaker]:
    return level_bots(Path(__file__).parent / "engine" / "levels.toml", _sit_down)


def _sit_down(rng: random.Random, level: Level) -> Bot:
    """A bot of a level; the engine is loaded, and compiled, when the first one sits down."""
    from shoal.games.smallfry.engine.bot import Engine

    return Engine(rng, level.settings)


def _own(state: State) -> SmallFryState:
    if not isinstance(state, SmallFryState):
        raise TypeError("not a state of Small Fry")
    return state
