"""Score pads for playing with the real box. Their sheets are stored, so that they survive a reload."""

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from shoal.core import Game, Pad, ShoalError, find_game, game_names, msg
from shoal.server.errors import NotFound, game_named
from shoal.server.ids import new_id
from shoal.server.timestamps import now
from shoal.server.web.designs import DesignChoice, design_choices, editor_of, find_design
from shoal.server.web.forms import form_fields, whole_number
from shoal.server.web.request_context import RequestContext
from shoal.server.web.templating import render_pad
from shoal.store import PadRow, SheetChanged

__all__ = ["HANDLERS", "PadNotFound"]


class PadNotFound(NotFound):
    """The score pad does not exist, or belongs to another person."""

    def __init__(self) -> None:
        super().__init__(msg("there is no such score pad"))


def _pad_of(game: Game) -> Pad:
    page = game.page()
    if page is None or page.pad is None:
        raise PadNotFound
    return page.pad


@get("/pads", name="pads")
async def pads(context: NamedDependency[RequestContext]) -> Response[str]:
    """The person's score pads, and a button for a new one of each kind."""
    games = [find_game(name) for name in game_names()]
    kinds = []
    for game in games:
        page = game.page()
        if page is not None and page.pad is not None:
            say = context.say(game)
            designs = await _designs(context, game, page.pad)
            kinds.append((game.name, say(game.title), say(page.pad.title), designs))
    titles = {name: title for name, title, *_ in kinds}
    mine = [
        {"id": pad.id, "title": titles[pad.game], "changed": pad.changed_at}
        for pad in await context.tables.store.pads_of(context.person.id)
        if pad.game in titles
    ]
    return context.page("pads.html", {"kinds": kinds, "mine": mine})


@post("/pads", name="new_pad")
async def new_pad(context: NamedDependency[RequestContext]) -> Redirect:
    """Create a score pad with a blank sheet, which may use a design."""
    fields = await form_fields(context.request)
    game = game_named(fields.get("game", ""))
    pad = _pad_of(game)
    sheet = pad.blank()
    if fields.get("design"):
        sheet = pad.write(sheet, await _act_with_design(context, game, fields["design"]))
    person = await context.store_person()
    row = PadRow(new_id(), person.id, game.name, sheet, 1, now())
    await context.tables.store.create_pad(row)
    return context.redirect(f"/pads/{row.id}")


class _Designs(msgspec.Struct, frozen=True):
    """What a pad says about the designs that it could use: the editor's words in the visitor's language, and a list."""

    mine: str
    one: str
    usual: str
    choices: list[DesignChoice]


async def _designs(context: RequestContext, game: Game, pad: Pad) -> _Designs | None:
    """The designs for a pad, if it knows any."""
    editor = editor_of(game)
    if editor is None or not pad.design_act:
        return None
    say = context.say(game)
    words = editor.words
    return _Designs(say(words.mine), say(words.one), say(words.usual), await design_choices(context, game))


async def _act_with_design(context: RequestContext, game: Game, reference: str) -> str:
    """The act that makes a sheet use a design, or what the game has without any."""
    act = _pad_of(game).design_act
    if not act:
        raise PadNotFound
    return f"{act} {(await find_design(context, game, reference)).text}" if reference else act


async def _row(context: RequestContext, pad_id: str) -> PadRow:
    row = await context.tables.store.pad(pad_id)
    if row is None or row.person != context.person.id:
        raise PadNotFound
    return row


async def _page(
    context: RequestContext, row: PadRow, *, refused: ShoalError | None = None, status: int = 200
) -> Response[str]:
    game = find_game(row.game)
    say = context.say(game)
    values = {
        "game": {"name": game.name, "title": say(game.title)},
        "title": say(_pad_of(game).title),
        "pad": lambda hidden: render_pad(game, row.sheet, say, hidden),
        "designs": await _designs(context, game, _pad_of(game)),
        "id": row.id,
        "version": row.version,
        "refused": say(refused.text) if refused is not None else None,
    }
    return context.page("pad.html", values, say=say, status=status)


@get("/pads/{pad_id:str}", name="pad")
async def pad(context: NamedDependency[RequestContext], pad_id: FromPath[str]) -> Response[str]:
    """One score pad."""
    return await _page(context, await _row(context, pad_id))


@post("/pads/{pad_id:str}", name="update_pad")
async def update_pad(context: NamedDependency[RequestContext], pad_id: FromPath[str]) -> Response[str] | Redirect:
    """Change a score pad as the form says."""
    fields = await form_fields(context.request)
    row = await _row(context, pad_id)
    act = fields.get("act", "")
    if "text" in fields:
        act = f"{act} {fields['text']}"
    try:
        if whole_number(fields, "version") != row.version:
            raise SheetChanged
        if "design" in fields:
            act = await _act_with_design(context, find_game(row.game), fields["design"])
        sheet = _pad_of(find_game(row.game)).write(row.sheet, act)
        await context.tables.store.update_pad(replace(row, sheet=sheet, version=row.version + 1, changed_at=now()))
    except ShoalError as error:
        return await _page(context, await _row(context, pad_id), refused=error, status=409)
    return context.redirect(f"/pads/{pad_id}")


HANDLERS = [pads, new_pad, pad, update_pad]
