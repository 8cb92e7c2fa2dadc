"""Renders Jinja templates: the shared ones, and those that each game brings in its `page/` folder."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from jinja2 import BaseLoader, Environment, FileSystemLoader
from markupsafe import Markup

import shoal.coach
from shoal.core import Game, Say, Scene, State, View, find_game, game_names
from shoal.core.options import OptionValue
from shoal.core.pictures import draw_letters, template_environment, template_words

__all__ = [
    "MarkedStep",
    "has_help",
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
#: The name that a pressable element has for its token: see `core/page.py`.
_TOKEN: Final = re.compile(r'data-token="([^"]*)"')


class MarkedStep(NamedTuple):
    """A step to be marked on the board: all that can be pressed for it, and how it is marked, in one word."""

    kind: str
    tokens: tuple[str, ...]


@cache
def _environment() -> Environment:
    loaders: dict[str, BaseLoader] = {
        "shared": FileSystemLoader(_HERE / "templates"),
        "coach": FileSystemLoader(Path(shoal.coach.__file__).parent),
    }
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


def render_table(game: Game, view: View, names: Sequence[str], say: Say, marked: Sequence[MarkedStep] = ()) -> Markup:
    """The table as the viewer sees it, as an HTML fragment.

    What belongs to a marked step gets its kind as `data-marked`; a game may also draw the steps, from `marked`.
    """
    page = game.page()
    if page is None:
        return Markup(render("shared/plain.html", say, {"picture": draw_letters(game, view, names, say)}))  # noqa: S704
    scene = page.scene(view, names, say)
    html = render(f"{game.name}/table.html", say, {**scene, "names": names, "marked": marked})
    return Markup(_mark_tokens(html, marked))  # noqa: S704 - templates escape


def _mark_tokens(html: str, marked: Sequence[MarkedStep]) -> str:
    """The same with the kinds of marked steps beside their tokens. No game needs to do anything for that."""

    def mark(match: re.Match[str]) -> str:
        kinds = " ".join(step.kind for step in marked if match[1] in step.tokens)
        return f'{match[0]} data-marked="{kinds}"' if kinds else match[0]

    return _TOKEN.sub(mark, html) if marked else html


def has_help(game: Game) -> bool:
    """Tell whether the game ever has odds to show."""
    page = game.page()
    return page is not None and (page.folder / "help.html").exists()


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
