"""A person's own designs for a game, such as decks: the list, the ways to begin one, and the page to work on one."""

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from shoal.core import Editor, Game, Refusal, ShoalError, msg
from shoal.server.errors import game_named
from shoal.server.ids import new_id
from shoal.server.timestamps import now
from shoal.server.web.designs import DesignNotFound, editor_of, find_design, game_of, own_design
from shoal.server.web.forms import form_fields, uploaded_text, whole_number
from shoal.server.web.request_context import RequestContext
from shoal.server.web.templating import render_editor
from shoal.store import DesignRow, SheetChanged

__all__ = ["HANDLERS"]

#: So many designs a person may have, of all games together.
_MOST_DESIGNS: Final = 100
#: A design that somebody brings is kept like one that was written to; the first version is what the game offers.
_BEGUN, _BROUGHT = 1, 2


def _editor(game: Game) -> Editor:
    editor = editor_of(game)
    if editor is None:
        raise DesignNotFound
    return editor


@get("/games/{name:str}/designs", name="designs")
async def designs(context: NamedDependency[RequestContext], name: FromPath[str]) -> Response[str]:
    """The person's designs for a game, and the ways to begin one."""
    return await _list(context, game_named(name))


async def _list(
    context: RequestContext, game: Game, *, refused: ShoalError | None = None, pasted: str = ""
) -> Response[str]:
    editor = _editor(game)
    say = context.say(game)
    mine = await context.tables.store.designs_of(context.person.id)
    values = {
        "game": {"name": game.name, "title": say(game.title)},
        "words": editor.words,
        "suffix": editor.suffix,
        "starts": editor.starts(),
        "mine": [row for row in mine if row.game == game.name],
        "refused": say(refused.text) if refused is not None else None,
        "pasted": pasted,
    }
    return context.page("designs.html", values, say=say, status=200 if refused is None else 409)


@post("/games/{name:str}/designs", name="new_design")
async def new_design(context: NamedDependency[RequestContext], name: FromPath[str]) -> Response[str] | Redirect:
    """Begin a design: from what the game offers, as a copy of one, or with the text of a file."""
    game = game_named(name)
    editor = _editor(game)
    fields = await form_fields(context.request)
    try:
        sheet, version = await _beginning(context, game, editor, fields)
        text = _text(editor, sheet, "")
        person = await context.store_person()
        row = DesignRow(new_id(), person.id, game.name, editor.title(sheet), sheet, text, version, now(), now())
        if not await context.tables.store.create_design(row, _MOST_DESIGNS):
            raise Refusal(msg("you have {most} of them already: delete one first", most=_MOST_DESIGNS))
    except DesignNotFound:
        raise
    except ShoalError as error:
        return await _list(context, game, refused=error, pasted=fields.get("text", ""))
    return context.redirect(f"/designs/{row.id}")


async def _beginning(context: RequestContext, game: Game, editor: Editor, fields: dict[str, str]) -> tuple[bytes, int]:
    """The first sheet of a new design, and its version."""
    if "start" in fields:
        return editor.start(fields["start"]), _BEGUN
    if "design" in fields:
        row = await find_design(context, game, fields["design"])
        return editor.open(row.text), _BROUGHT
    text = await uploaded_text(context.request, "file") or fields.get("text", "").replace("\r\n", "\n")
    if not text.strip():
        raise ShoalError(msg("choose a file or paste its text"))
    return editor.open(text), _BROUGHT


def _text(editor: Editor, sheet: bytes, otherwise: str) -> str:
    """The finished design on a sheet; while it is not whole, what it was before."""
    try:
        return editor.text(sheet)
    except ShoalError:
        return otherwise


def _page(
    context: RequestContext, row: DesignRow, *, refused: ShoalError | None = None, status: int = 200
) -> Response[str]:
    game, editor = game_of(row)
    say = context.say(game)
    values = {
        "game": {"name": game.name, "title": say(game.title)},
        "words": editor.words,
        "design": row,
        "editor": lambda hidden: render_editor(game, row.sheet, say, hidden),
        "missing": _missing(editor, row.sheet),
        "refused": say(refused.text) if refused is not None else None,
    }
    return context.page("editor.html", values, say=say, status=status)


def _missing(editor: Editor, sheet: bytes) -> ShoalError | None:
    """What a sheet lacks to be whole."""
    try:
        editor.text(sheet)
    except ShoalError as error:
        return error
    return None


@get("/designs/{design_id:str}", name="design")
async def design(context: NamedDependency[RequestContext], design_id: FromPath[str]) -> Response[str]:
    """A design of one's own, to work on."""
    return _page(context, await own_design(context, design_id))


@post("/designs/{design_id:str}", name="update_design")
async def update_design(context: NamedDependency[RequestContext], design_id: FromPath[str]) -> Response[str] | Redirect:
    """Change a design as the form says."""
    fields = await form_fields(context.request)
    row = await own_design(context, design_id)
    _, editor = game_of(row)
    act = fields.get("act", "")
    if "text" in fields:
        act = f"{act} {fields['text']}"
    try:
        if whole_number(fields, "version") != row.version:
            raise SheetChanged
        sheet = editor.write(row.sheet, act)
        changed = replace(row, sheet=sheet, title=editor.title(sheet), text=_text(editor, sheet, row.text))
        await context.tables.store.update_design(replace(changed, version=row.version + 1, changed_at=now()))
    except ShoalError as error:
        return _page(context, await own_design(context, design_id), refused=error, status=409)
    return context.redirect(f"/designs/{design_id}")


@post("/designs/{design_id:str}/delete", name="delete_design")
async def delete_design(context: NamedDependency[RequestContext], design_id: FromPath[str]) -> Redirect:
    """Delete a design of one's own. Tables and copies that began with it stay."""
    row = await own_design(context, design_id)
    await context.tables.store.delete_design(row.person, row.id)
    return context.redirect(f"/games/{row.game}/designs")


HANDLERS = [designs, new_design, design, update_design, delete_design]
