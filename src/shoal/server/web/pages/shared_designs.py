"""A finished design: to look at, to print, to download, and to share by a link. It shows the last whole text, and
nothing of the sheet in work.
"""

import re
import secrets
import unicodedata
from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from shoal.core import Editor, Game, Refusal, msg
from shoal.server.errors import game_named
from shoal.server.timestamps import now
from shoal.server.web.designs import DesignNotFound, editor_of, game_of, own_design, shared_design
from shoal.server.web.forms import form_fields
from shoal.server.web.request_context import RequestContext
from shoal.server.web.templating import render_design
from shoal.store import DesignRow

__all__ = ["HANDLERS"]

_LONGEST_NAME: Final = 60


@get("/designs/{design_id:str}/finished", name="finished_design")
async def finished_design(context: NamedDependency[RequestContext], design_id: FromPath[str]) -> Response[str]:
    """A design of one's own as it was when it was last whole, with its link."""
    return _page(context, await own_design(context, design_id), f"/designs/{design_id}")


@get("/shared/{secret:str}", name="shared_design")
async def shared(context: NamedDependency[RequestContext], secret: FromPath[str]) -> Response[str]:
    """A design that somebody shares."""
    return _page(context, await shared_design(context, secret), f"/shared/{secret}")


def _page(context: RequestContext, row: DesignRow, address: str) -> Response[str]:
    """The page of a finished design; the last part of its address is how forms name it."""
    game, editor = game_of(row)
    if not row.text:
        raise DesignNotFound
    say = context.say(game)
    page = game.page()
    mine = row.person == context.person.id
    values = {
        "game": {"name": game.name, "title": say(game.title)},
        "words": editor.words,
        "title": editor.title(editor.open(row.text)),
        "reference": address.rpartition("/")[2],
        "own": row.id if mine else None,
        "link": f"/shared/{row.shared}" if mine and row.shared else None,
        "file": f"{address}/file",
        "pad": page is not None and page.pad is not None and bool(page.pad.design_act),
        "drawing": render_design(game, row.text, say),
    }
    return context.page("design.html", values, say=say)


@post("/designs/{design_id:str}/sharing", name="share_design")
async def share_design(context: NamedDependency[RequestContext], design_id: FromPath[str]) -> Redirect:
    """Make a new link to a design, in place of the one before it; or stop sharing it."""
    row = await own_design(context, design_id)
    share = (await form_fields(context.request)).get("share", "")
    if share not in ("new", "stop"):
        raise Refusal(msg("a link can be made or taken back"))
    if not row.text:
        raise DesignNotFound
    link = secrets.token_urlsafe(16) if share == "new" else None
    await context.tables.store.update_design(replace(row, shared=link, version=row.version + 1, changed_at=now()))
    return context.redirect(f"/designs/{design_id}/finished")


@get("/designs/{design_id:str}/file", name="design_file")
async def design_file(context: NamedDependency[RequestContext], design_id: FromPath[str]) -> Response[bytes]:
    """The text of a design of one's own, as a file."""
    row = await own_design(context, design_id)
    return _file(*game_of(row), row.text)


@get("/shared/{secret:str}/file", name="shared_design_file")
async def shared_design_file(context: NamedDependency[RequestContext], secret: FromPath[str]) -> Response[bytes]:
    """The text of a shared design, as a file."""
    row = await shared_design(context, secret)
    return _file(*game_of(row), row.text)


@get("/games/{name:str}/designs/file", name="usual_design_file")
async def usual_design_file(name: FromPath[str]) -> Response[bytes]:
    """The text of what the game has without any design, as a file to start from."""
    game = game_named(name)
    editor = editor_of(game)
    if editor is None:
        raise DesignNotFound
    return _file(game, editor, editor.text(editor.start(next(iter(editor.starts())))))


def _file(game: Game, editor: Editor, text: str) -> Response[bytes]:
    if not text:
        raise DesignNotFound
    name = _file_name(editor.title(editor.open(text)), game.name) + editor.suffix
    return Response(
        text.encode(),
        media_type=editor.media_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )


def _file_name(title: str, otherwise: str) -> str:
    """A name for a file that every system takes: small letters without marks, digits and hyphens."""
    letters = unicodedata.normalize("NFKD", title.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:_LONGEST_NAME] or otherwise


HANDLERS = [finished_design, shared, share_design, design_file, shared_design_file, usual_design_file]
