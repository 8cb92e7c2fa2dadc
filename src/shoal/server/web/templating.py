"""Templates: the house's own, and those that each game brings in its `page/` folder."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import BaseLoader, Environment, FileSystemLoader
from markupsafe import Markup

from shoal.core import Game, Say, Scene, View, find_game, game_names
from shoal.core.pictures import draw_letters, draw_picture, template_environment, template_words

__all__ = ["STATIC", "draw_help", "draw_pad", "draw_picture", "draw_table", "house_globals", "render"]

_HERE: Final = Path(__file__).parent
STATIC: Final = _HERE / "static"


@cache
def _environment() -> Environment:
    loaders: dict[str, BaseLoader] = {"house": FileSystemLoader(_HERE / "templates")}
    for name in game_names():
        page = find_game(name).page()
        if page is not None:
            loaders[name] = FileSystemLoader(page.folder)
    return template_environment(loaders)


def house_globals(**values: object) -> None:
    """Values that all templates may use."""
    _environment().globals.update(values)


def render(template: str, say: Say, values: Mapping[str, object]) -> str:
    """One template of the house (`house/lobby.html`) or of a game (`NAME/table.html`) with its values."""
    return _environment().get_template(template).render({**template_words(say), **values})


def draw_table(game: Game, view: View, names: Sequence[str], say: Say) -> Markup:
    """The table as the viewer sees it: a piece of HTML."""
    page = game.page()
    if page is None:
        return Markup(render("house/plain.html", say, {"picture": draw_letters(game, view, names, say)}))  # noqa: S704
    scene = page.scene(view, names, say)
    return Markup(render(f"{game.name}/table.html", say, {**scene, "names": names}))  # noqa: S704 - templates escape


def draw_help(game: Game, view: View, names: Sequence[str], say: Say) -> Markup | None:
    """The odds as far as the viewer could reckon them; None when there is nothing to reckon."""
    page = game.page()
    scene: Scene | None = page.help(view, names, say) if page is not None else None
    if scene is None:
        return None
    return Markup(render(f"{game.name}/help.html", say, {**scene, "names": names}))  # noqa: S704 - templates escape


def draw_pad(game: Game, sheet: bytes, say: Say, hidden: Markup) -> Markup:
    """A score pad with what is written on it; `hidden` goes into each of its forms."""
    page = game.page()
    if page is None or page.pad is None:
        raise LookupError(game.name)
    return Markup(render(f"{game.name}/pad.html", say, {**page.pad.scene(sheet, say), "hidden": hidden}))  # noqa: S704 - templates escape
