"""Designs, such as decks, as forms name them: one's own by its id, anybody's by the secret in the link that shares it.

The two cannot be mistaken for each other, because neither can be guessed. Whoever has the link gets the last whole text
and nothing of the sheet in work; only its owner sees that (`pages/designs.py`).
"""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from shoal.core import Editor, Game, Refusal, msg
from shoal.server.errors import NotFound, game_named
from shoal.server.web.request_context import RequestContext
from shoal.store import DesignRow

__all__ = [
    "DesignChoice",
    "DesignNotFound",
    "design_choices",
    "design_option",
    "editor_of",
    "find_design",
    "game_of",
    "own_design",
    "shared_design",
]

_REFERENCE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class DesignNotFound(NotFound):
    """There is no such design, or not for this person."""

    def __init__(self) -> None:
        super().__init__(msg("it does not exist, or it is not shared any more"))


class DesignChoice(msgspec.Struct, frozen=True):
    """A design in a list to choose from."""

    #: How a form names it.
    reference: str
    #: Empty while it has no title.
    title: str


def editor_of(game: Game) -> Editor | None:
    """The editor of a game, if it has one."""
    page = game.page()
    return page.editor if page is not None else None


def game_of(row: DesignRow) -> tuple[Game, Editor]:
    """The game of a design, and its editor."""
    game = game_named(row.game)
    editor = editor_of(game)
    if editor is None:
        raise DesignNotFound
    return game, editor


async def own_design(context: RequestContext, design_id: str) -> DesignRow:
    """A design of this person."""
    row = await context.tables.store.design(_checked(design_id))
    if row is None or row.person != context.person.id:
        raise DesignNotFound
    return row


async def shared_design(context: RequestContext, secret: str) -> DesignRow:
    """The design that a link with this secret shares, whoever has it."""
    row = await context.tables.store.shared_design(_checked(secret))
    if row is None:
        raise DesignNotFound
    return row


def _checked(reference: str) -> str:
    """The reference, if a database can look for it."""
    if not _REFERENCE.fullmatch(reference):
        raise DesignNotFound
    return reference


async def find_design(context: RequestContext, game: Game, reference: str) -> DesignRow:
    """The whole design for this game that a form names."""
    try:
        row = await own_design(context, reference)
    except DesignNotFound:
        row = await shared_design(context, reference)
    if row.game != game.name:
        raise DesignNotFound
    if not row.text:
        raise Refusal(msg("it was never complete so far, so it cannot be used yet"))
    return row


async def design_option(
    context: RequestContext, game: Game, reference: str, given: Mapping[str, object], prefix: str = ""
) -> dict[str, str]:
    """The option with the text of the design that a form names, if it names one.

    The options that were `given`, whose names begin with `prefix`, must not have a text of their own.
    """
    if not reference:
        return {}
    row = await find_design(context, game, reference)
    option = prefix + game_of(row)[1].option
    if given.get(option):
        raise Refusal(msg("choose one of those in the list, or give the text of one, but not both"))
    return {option: row.text}


async def design_choices(context: RequestContext, game: Game, chosen: str = "") -> list[DesignChoice]:
    """What a person can choose in a form: their own that can be used, and the `chosen` one, if somebody shares it."""
    choices = [
        DesignChoice(row.id, row.title)
        for row in await context.tables.store.designs_of(context.person.id)
        if row.game == game.name and row.usable
    ]
    if chosen and all(choice.reference != chosen for choice in choices):
        row = await find_design(context, game, chosen)
        editor = game_of(row)[1]
        choices.append(DesignChoice(chosen, editor.title(editor.open(row.text))))
    return choices
