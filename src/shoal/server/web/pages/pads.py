"""Score pads for people with the real box. What is written on one is kept, so it survives a reload."""

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from shoal.core import Game, Pad, ShoalError, find_game, game_names, msg
from shoal.server.errors import Missing, game_named
from shoal.server.ids import new_id
from shoal.server.timestamps import now
from shoal.server.web.forms import form_fields, whole_number
from shoal.server.web.request_context import RequestContext
from shoal.server.web.templating import draw_pad
from shoal.store import PadChanged, PadRow

__all__ = ["HANDLERS", "NoSuchPad"]


class NoSuchPad(Missing):
    """A score pad that is not there, or somebody else's."""

    def __init__(self) -> None:
        super().__init__(msg("there is no such score pad"))


def _pad_of(game: Game) -> Pad:
    page = game.page()
    if page is None or page.pad is None:
        raise NoSuchPad
    return page.pad


@get("/pads", name="pads")
async def pads(visit: NamedDependency[RequestContext]) -> Response[str]:
    """A person's score pads, and new ones."""
    games = [find_game(name) for name in game_names()]
    kinds = []
    for game in games:
        page = game.page()
        if page is not None and page.pad is not None:
            say = visit.say(game)
            kinds.append((game.name, say(game.title), say(page.pad.title)))
    titles = {name: title for name, title, _ in kinds}
    mine = [
        {"id": pad.id, "title": titles[pad.game], "changed": pad.changed_at}
        for pad in await visit.tables.store.pads_of(visit.person.id)
        if pad.game in titles
    ]
    return visit.page("pads.html", {"kinds": kinds, "mine": mine})


@post("/pads", name="new_pad")
async def new_pad(visit: NamedDependency[RequestContext]) -> Redirect:
    """A blank sheet."""
    game = game_named((await form_fields(visit.request)).get("game", ""))
    person = await visit.remember()
    row = PadRow(new_id(), person.id, game.name, _pad_of(game).blank(), 1, now())
    await visit.tables.store.create_pad(row)
    return visit.go(f"/pads/{row.id}")


async def _row(visit: RequestContext, pad_id: str) -> PadRow:
    row = await visit.tables.store.pad(pad_id)
    if row is None or row.person != visit.person.id:
        raise NoSuchPad
    return row


def _page(visit: RequestContext, row: PadRow, *, refused: ShoalError | None = None, status: int = 200) -> Response[str]:
    game = find_game(row.game)
    say = visit.say(game)
    values = {
        "game": {"name": game.name, "title": say(game.title)},
        "title": say(_pad_of(game).title),
        "pad": lambda hidden: draw_pad(game, row.sheet, say, hidden),
        "version": row.version,
        "refused": say(refused.text) if refused is not None else None,
    }
    return visit.page("pad.html", values, say=say, status=status)


@get("/pads/{pad_id:str}", name="pad")
async def pad(visit: NamedDependency[RequestContext], pad_id: FromPath[str]) -> Response[str]:
    """One score pad."""
    return _page(visit, await _row(visit, pad_id))


@post("/pads/{pad_id:str}", name="write_pad")
async def write_pad(visit: NamedDependency[RequestContext], pad_id: FromPath[str]) -> Response[str] | Redirect:
    """Write something on a score pad."""
    words = await form_fields(visit.request)
    row = await _row(visit, pad_id)
    act = words.get("act", "")
    if "text" in words:
        act = f"{act} {words['text']}"
    try:
        if whole_number(words, "version") != row.version:
            raise PadChanged
        sheet = _pad_of(find_game(row.game)).write(row.sheet, act)
        await visit.tables.store.write_pad(replace(row, sheet=sheet, version=row.version + 1, changed_at=now()))
    except ShoalError as error:
        return _page(visit, await _row(visit, pad_id), refused=error, status=409)
    return visit.go(f"/pads/{pad_id}")


HANDLERS = [pads, new_pad, pad, write_pad]
