"""Pictures in a notebook: a class that derives from `NotebookPicture` draws itself as the last line of a cell.

The picture is the game's own, `page/picture.svg`, or its terminal drawing where it has no page.
"""

import sys
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Final

from shoal.core.errors import ShoalError
from shoal.core.seats import seat_name
from shoal.core.text import msg, say_english

if TYPE_CHECKING:
    from shoal.core.game import Game
    from shoal.core.state import View

__all__ = ["NotebookPicture", "game_of", "html_picture", "spectator_view"]

_STYLE: Final = "line-height: normal; font-family: Menlo, 'DejaVu Sans Mono', Consolas, 'Courier New', monospace"
_COLUMNS: Final = 100


class NotebookPicture:
    """Draws a state or a view in a notebook.

    A view shows what its viewer sees at the table. A state is drawn as a spectator sees it, so hidden cards stay
    hidden: for a seat's eyes show `state.view(seat)`. The game is found by its module: see `game_of`.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return html_picture(game_of(self), spectator_view(self))


def spectator_view(position: object) -> "View":
    """The position itself if it is a view; of a state, the view of a spectator."""
    from shoal.core.state import State, View

    if hasattr(position, "viewer"):
        view: View = position  # type: ignore[assignment]
        return view
    state: State = position  # type: ignore[assignment]
    return state.view(None)


def game_of(position: object) -> "Game":
    """The game that a state or a view belongs to: `GAME` in the module of its class, or in a package around it."""
    from shoal.core.game import Game

    module = type(position).__module__
    while module:
        game = getattr(sys.modules.get(module), "GAME", None)
        if isinstance(game, Game):
            return game
        module = module.rpartition(".")[0]
    raise ShoalError(msg("no game is known for {kind}", kind=type(position).__qualname__))


def html_picture(game: "Game", view: "View", names: Sequence[str] | None = None) -> str:
    """A view, as the table displays it, as a piece of HTML that stands on its own.

    It is in English, with the letters of the seats for names unless they are given.
    """
    view = game.displayed(view)
    if names is None:
        names = [seat_name(seat) for seat in range(len(view.scores))]
    if game.page() is None:
        return _terminal_html(game, view, names)
    from shoal.core.pictures import draw_picture

    # As an image, its styles and ids cannot meet those of another picture on the page.
    svg = b64encode(draw_picture(game, view, names, say_english).encode()).decode()
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, view.scores, strict=True))
    alt = escape(f"{say_english(game.title)}: {scores}")
    return f'<img src="data:image/svg+xml;base64,{svg}" alt="{alt}" style="max-width: 100%; max-height: 70vh">'


def _terminal_html(game: "Game", view: "View", names: Sequence[str]) -> str:
    from rich.console import Console

    console = Console(width=_COLUMNS, record=True, file=StringIO(), force_terminal=False, highlight=False)
    console.print(game.draw(view, names, say_english))
    return console.export_html(inline_styles=True, code_format=f'<pre style="{_STYLE}">{{code}}</pre>')
