"""*Fish Tank* as the core sees it: options, opening, bots, drawing, scoring a tank on paper."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import msgspec

from shoal import core
from shoal.core import BotMaker, Page, Say, ScoredText, Seat, Step, Text, Viewer, msg
from shoal.core.judging import Effort, Judge
from shoal.core.levels import weakest_first
from shoal.core.options import Field, OptionValue
from shoal.core.study import Finding
from shoal.games.fishtank.cells import CELL_NAMES
from shoal.games.fishtank.deck_file import house_deck, read_deck
from shoal.games.fishtank.options import FIELDS, Options
from shoal.games.fishtank.state import State, opening
from shoal.games.fishtank.tank import Tank
from shoal.games.fishtank.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from shoal.games.fishtank.encoding import Encoding

__all__ = ["GAME", "FishTank"]


class FishTank(core.Game):
    """*Fish Tank*: two to six players draft cards and lay them out in tanks of four by four."""

    name: ClassVar[str] = "fishtank"
    title: ClassVar[Text] = msg("Fish Tank")
    blurb: ClassVar[Text] = msg("Choose a card, pass the rest on, and lay out the finest tank")
    #: A hand is for its holder's eyes only.
    secret: ClassVar[bool] = True
    beginner: ClassVar[Text | None] = None
    fields: ClassVar[Sequence[Field]] = FIELDS
    folder: ClassVar[Path] = Path(__file__).parent

    def options(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Check options; a deck file must be sound, and large enough for the players."""
        values = super().options(given)
        Options.of(values)
        return values

    def start(self, options: Mapping[str, OptionValue]) -> core.State:
        return opening(Options.of(options))

    def read_view(self, text: bytes, options: Mapping[str, OptionValue]) -> View:
        """A view holds its options as one line of text; here they are."""
        return msgspec.json.decode(text, type=View, dec_hook=lambda *_: Options.of(options))

    def bots(self) -> Mapping[str, BotMaker]:
        """The greedy bot and the five levels of the engine, weakest first; a level loads the engine when it thinks."""
        from shoal.games.fishtank.bots import BOTS
        from shoal.games.fishtank.engine.levels import LEVELS, levels

        return weakest_first(LEVELS, {**BOTS, **levels()})

    def draw(self, view: core.View, names: Sequence[str], say: Say) -> "RenderableType":
        from shoal.games.fishtank.terminal import draw_view

        return draw_view(_own(view), names, say)

    def tell(self, state: core.State, seat: Seat, seen: str, names: Sequence[str], reader: Viewer) -> Text:
        from shoal.games.fishtank.log_lines import tell

        return tell(_own_state(state), seat, seen, names, reader)

    def judge(self, effort: Effort) -> Judge:
        """The engine as a judge; it is loaded now."""
        from shoal.games.fishtank.engine.judge import TankJudge

        return TankJudge(effort)

    def reasons(self, view: core.View, step: Step) -> Sequence[Text]:
        from shoal.games.fishtank.explain import reasons

        return reasons(_own(view), step)

    def nudge(self, view: core.View, step: Step) -> Text:
        from shoal.games.fishtank.explain import nudge

        return nudge(_own(view), step)

    def consequence(
        self, states: Sequence[core.State], number: int, better: Step | None, names: Sequence[str]
    ) -> Text | None:
        from shoal.games.fishtank.explain import consequence

        return consequence([_own_state(state) for state in states], number, better, names)

    def study(self, states: Sequence[core.State], steps: Sequence[Step]) -> Sequence[Finding]:
        from shoal.games.fishtank.study import study

        return study([_own_state(state) for state in states], steps)

    def page(self) -> Page:
        from shoal.games.fishtank.page import PAGE

        return PAGE

    def encoding(self, options: Mapping[str, OptionValue]) -> "Encoding":
        """The table as numbers; the arrays are loaded now."""
        from shoal.games.fishtank.encoding import Encoding

        return Encoding(Options.of(options))

    def facts(self, state: core.State) -> Mapping[str, object]:
        """The deck that is played with, and the tanks: which face lies on which cell."""
        own = _own_state(state)
        deck = own.options.deck
        return {
            "deck": {"title": deck.title, "fingerprint": deck.fingerprint},
            "tanks": [_faces_by_cell(tank) for tank in own.tanks],
        }

    def score_text(self, text: str, options: Mapping[str, OptionValue]) -> ScoredText:
        """Score a finished tank; it may hold any kinds of the deck file, those left out in play included."""
        from shoal.games.fishtank.score_text import score_tank_text

        deck_toml = options["deck_toml"]
        return score_tank_text(text, read_deck(str(deck_toml)) if deck_toml else house_deck())


GAME: Final = FishTank()


def _own(view: core.View) -> View:
    if not isinstance(view, View):
        raise TypeError("expected a view of Fish Tank")
    return view


def _own_state(state: core.State) -> State:
    if not isinstance(state, State):
        raise TypeError("expected a state of Fish Tank")
    return state


def _faces_by_cell(tank: Tank) -> dict[str, str]:
    return {name: face for name, face in zip(CELL_NAMES, tank.faces, strict=True) if face}
