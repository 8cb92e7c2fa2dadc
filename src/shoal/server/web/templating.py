"""Renders Jinja templates: the shared ones, and those that each game brings in its `page/` folder."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import BaseLoader, Environment, FileSystemLoader
from markupsafe import Markup

from shoal.core import Game, Say, Scene, State, View, find_game, game_names
from shoal.core.options import OptionValue
from shoal.core.pictures import draw_letters, template_environment, template_words

__all__ = [
    "render",
    "render_chance",
    "render_design",
    "render_editor",
    "render_help",
    "render_layout",
    "render_pad",
    "render_table",
    "set_template_globals",
]

_HERE: Final = Path(__file__).parent


@cache
def _environment() -> Environment:
    loaders: dict[str, BaseLoader] = {"shared": FileSystemLoader(_HERE / "templates")}
    for name in game_names():
        page = find_game(name).page()
        if page is not None:
            loaders[name] = FileSystemLoader(page.folder)
    return template_environment(loaders)


def set_template_globals(**values: object) -> None:
    """Make these values available in all templates."""
    _environment().globals.update(values)


def render(template: str, say: Say, values: Mapping[str, object]) -> str:
    """Render a shared template (`shared/lobby.html`) or one of a game (`NAME/table.html`) with these values."""
    return _environment().get_template(template).render({**template_words(say), **values})


def render_table(game: Game, view: View, names: Sequence[str], say: Say) -> Markup:
    """The table as the viewer sees it, as an HTML fragment."""
    page = game.page()
    if page is None:
        return Markup(render("shared/plain.html", say, {"picture": draw_letters(game, view, names, say)}))  # noqa: S704
    scene = page.scene(view, names, say)
    return Markup(render(f"{game.name}/table.html", say, {**scene, "names": names}))  # noqa: S704 - templates escape


def render_help(game: Game, view: View, names: Sequence[str], say: Say) -> Markup | None:
    """The odds that the viewer could work out, as an HTML fragment; None if there are none."""
    page = game.page()
    scene: Scene | None = page.help(view, names, say) if page is not None else None
    if scene is None:
        return None
    return Markup(render(f"{game.name}/help.html", say, {**scene, "names": names}))  # noqa: S704 - templates escape


def render_chance(game: Game, state: State, say: Say) -> Markup | None:
    """What chance may bring in a position, as an HTML fragment to choose from; None for a plain list."""
    page = game.page()
    scene: Scene | None = page.chance(state, say) if page is not None else None
    if scene is None:
        return None
    return Markup(render(f"{game.name}/chance.html", say, scene))  # noqa: S704 - templates escape


def render_layout(game: Game, options: Mapping[str, OptionValue], draft: str, say: Say) -> Markup:
    """A board that is being laid out by hand, as an HTML fragment."""
    page = game.page()
    if page is None or page.layout is None:
        raise LookupError(game.name)
    return Markup(render(f"{game.name}/layout.html", say, page.layout.scene(options, draft, say)))  # noqa: S704 - templates escape


def render_pad(game: Game, sheet: bytes, say: Say, hidden: Markup) -> Markup:
    """A score pad with its sheet, as an HTML fragment; `hidden` holds the hidden fields of each form in it."""
    page = game.page()
    if page is None or page.pad is None:
        raise LookupError(game.name)
    return Markup(render(f"{game.name}/pad.html", say, {**page.pad.scene(sheet, say), "hidden": hidden}))  # noqa: S704 - templates escape


def render_editor(game: Game, sheet: bytes, say: Say, hidden: Markup) -> Markup:
    """A design in work with its sheet, as an HTML fragment; `hidden` holds the hidden fields of each form in it."""
    page = game.page()
    if page is None or page.editor is None:
        raise LookupError(game.name)
    return Markup(render(f"{game.name}/editor.html", say, {**page.editor.scene(sheet, say), "hidden": hidden}))  # noqa: S704 - templates escape


def render_design(game: Game, text: str, say: Say) -> Markup:
    """A finished design, as an HTML fragment."""
    page = game.page()
    if page is None or page.editor is None:
        raise LookupError(game.name)
    return Markup(render(f"{game.name}/design.html", say, page.editor.show(text, say)))  # noqa: S704 - templates escape
