"""Positions as pictures: the SVG that a game's page draws, else what its terminal drawing shows.

A picture is drawn from a view, so it shows nothing that the viewer may not know. The server's templates use the
same environment, and a notebook the same pictures (see `notebook.py`).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from jinja2 import BaseLoader, DictLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from shoal.core.game import Game
from shoal.core.seats import seat_name
from shoal.core.state import View
from shoal.core.text import Say, Text

__all__ = ["draw_letters", "draw_picture", "template_environment", "template_words"]

_COLUMNS: Final = 100
#: A picture for a game without a page: the lines of its terminal drawing.
_PLAIN: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 {{ 20 * (lines | length) + 20 }}" '
    'font-family="monospace" font-size="14"><rect width="100%" height="100%" fill="#fff"/>'
    '{% for line in lines %}<text x="10" y="{{ 20 * loop.index }}" xml:space="preserve">{{ line }}</text>'
    "{% endfor %}</svg>"
)


def template_environment(loaders: Mapping[str, BaseLoader]) -> Environment:
    """How every template is read: names are `prefix/file`, values are escaped, an unknown value is an error."""
    environment = Environment(
        loader=PrefixLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["seat_name"] = seat_name
    return environment


def template_words(say: Say) -> dict[str, object]:
    """How a template speaks: `t` and `tn` for its own literals, `say` for texts from Python."""

    def t(message: str, /, **values: object) -> str:
        return say(Text(message, values))

    def tn(singular: str, plural: str, count: int, /, **values: object) -> str:
        return say(Text(singular, {**values, "count": count}, plural, count))

    return {"t": t, "tn": tn, "say": say}


def draw_picture(game: Game, view: View, names: Sequence[str], say: Say, colours: Sequence[str] = ()) -> str:
    """The position as one SVG file, as far as the table displays it.

    In a game that offers colours, the template gets `paints`: the number of each seat's colour among them.
    """
    view, page = game.displayed(view), game.page()
    if page is None:
        lines = draw_letters(game, view, names, say).split("\n")
        return _environment(game).get_template("plain/picture.svg").render(lines=lines)
    paints = [list(game.colours).index(colour) for colour in colours or list(game.colours)[: len(names)]]
    scene = {**template_words(say), **page.scene(view, names, say), "names": names, "paints": paints}
    return _environment(game).get_template(f"{game.name}/picture.svg").render(scene)


def draw_letters(game: Game, view: View, names: Sequence[str], say: Say) -> str:
    """The terminal drawing without its colours, 100 columns wide."""
    from rich.console import Console

    console = Console(width=_COLUMNS, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(game.draw(view, names, say))
    return capture.get()


@cache
def _environment(game: Game) -> Environment:
    page = game.page()
    if page is None:
        return template_environment({"plain": DictLoader({"picture.svg": _PLAIN})})
    return template_environment({game.name: FileSystemLoader(page.folder)})
