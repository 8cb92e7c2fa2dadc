"""The game as the rest of the house meets it: options, opening, bots, drawing, scoring a tank on paper."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from shoal.core import BotMaker, Game, Page, Say, ScoredText, Seat, State, Text, View, Viewer, msg
from shoal.core.options import Choice, Field, OptionValue, Prose, Whole
from shoal.games.fishtank.cells import CELL_NAMES
from shoal.games.fishtank.deck_file import LONGEST_DECK, house_deck, read_deck
from shoal.games.fishtank.options import Box, open_box
from shoal.games.fishtank.state import TankState, opening
from shoal.games.fishtank.tank import Tank
from shoal.games.fishtank.view import TankView

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["FishTank"]

#: As measured: the greedy bot beats perch and loses to salmon.
_WEAKEST_FIRST: Final = ("minnow", "perch", "greedy", "salmon", "pike", "shark")


class FishTank(Game):
    """*Fish Tank*: two to six players draft cards and lay them out in tanks of four by four."""

    name: ClassVar[str] = "fishtank"
    title: ClassVar[Text] = msg("Fish Tank")
    blurb: ClassVar[Text] = msg("Choose a card, pass the rest on, and lay out the finest tank")
    #: Hands are for their holders' eyes only.
    secret: ClassVar[bool] = True
    fields: ClassVar[Sequence[Field]] = (
        Whole("players", msg("players"), low=2, high=6, default=2),
        Choice(
            "deck",
            msg("deck"),
            {
                "advised": msg("as the book advises: two kinds fewer for 2 or 3 players"),
                "full": msg("all kinds"),
                "small": msg("two kinds fewer"),
            },
            default="advised",
        ),
        Prose("deck_toml", msg("the text of a deck file of your own"), longest=LONGEST_DECK),
    )
    folder: ClassVar[Path] = Path(__file__).parent

    def options(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Check options; a deck of one's own must be sound, and large enough for the players."""
        values = super().options(given)
        _box(values)
        return values

    def start(self, options: Mapping[str, OptionValue]) -> State:
        return opening(_box(options))

    def bots(self) -> Mapping[str, BotMaker]:
        """The greedy bot and the five levels of the engine, weakest first; only who thinks loads the engine."""
        from shoal.games.fishtank.bots import BOTS
        from shoal.games.fishtank.engine.levels import tank_levels

        known = {**BOTS, **tank_levels()}
        return {name: known[name] for name in _WEAKEST_FIRST}

    def draw(self, view: View, names: Sequence[str], say: Say) -> "RenderableType":
        from shoal.games.fishtank.terminal import draw_view

        if not isinstance(view, TankView):
            raise TypeError("expected a view of Fish Tank")
        return draw_view(view, names, say)

    def tell(self, state: State, seat: Seat, seen: str, names: Sequence[str], reader: Viewer) -> Text:
        from shoal.games.fishtank.log_lines import tell

        if not isinstance(state, TankState):
            raise TypeError("expected a state of Fish Tank")
        return tell(state, seat, seen, names, reader)

    def page(self) -> Page:
        from shoal.games.fishtank.page import PAGE

        return PAGE

    def facts(self, state: State) -> Mapping[str, object]:
        """The tanks: what lies on which cell."""
        if not isinstance(state, TankState):
            raise TypeError("expected a state of Fish Tank")
        return {"tanks": [_lying(tank) for tank in state.tanks]}

    def score_text(self, text: str, options: Mapping[str, OptionValue]) -> ScoredText:
        """Score a finished tank, with any kinds of the deck file, left out in play or not."""
        from shoal.games.fishtank.score_text import score_tank_text

        deck_toml = options["deck_toml"]
        return score_tank_text(text, read_deck(str(deck_toml)) if deck_toml else house_deck())


def _box(options: Mapping[str, OptionValue]) -> Box:
    players = options["players"]
    if not isinstance(players, int):
        raise TypeError("options were not checked")
    return open_box(str(options["deck_toml"]), str(options["deck"]), players)


def _lying(tank: Tank) -> dict[str, str]:
    return {name: face for name, face in zip(CELL_NAMES, tank.faces, strict=True) if face}
