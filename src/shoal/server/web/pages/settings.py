"""A person's settings, the tokens of their programs, and the link by which they come back on another device."""

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from shoal.core import msg
from shoal.server.errors import Missing
from shoal.server.security.access_tokens import make_link, make_token, person_with
from shoal.server.security.identity import clean_name, read_settings
from shoal.server.web.forms import form_fields
from shoal.server.web.request_context import RequestContext

__all__ = ["HANDLERS"]


class NoSuchPass(Missing):
    """A token or link that is not there, or somebody else's."""

    def __init__(self) -> None:
        super().__init__(msg("there is no such token or link, or it was revoked"))


async def _page(visit: RequestContext, *, token: str = "", link: str = "") -> Response[str]:
    """The settings, with a secret that is shown this once."""
    passes = await visit.tables.store.passes_of(visit.person.id)
    values = {
        "tokens": [row for row in passes if row.kind == "token"],
        "links": [row for row in passes if row.kind == "link"],
        "token": token,
        "link": link,
        "path": "/settings",
    }
    return visit.page("settings.html", values)


@get("/settings", name="settings")
async def settings(visit: NamedDependency[RequestContext]) -> Response[str]:
    """What a person may choose."""
    return await _page(visit)


@post("/settings", name="choose_settings")
async def choose_settings(visit: NamedDependency[RequestContext]) -> Redirect:
    """Keep what a person chose, and go back to where they were."""
    words = await form_fields(visit.request)
    person = visit.person
    chosen = {**person.settings, **read_settings(words)}
    name = clean_name(words["name"], "") if "name" in words else person.name
    visit.person = replace(person, name=name, settings=chosen)
    await visit.tables.store.keep_person(visit.person)
    return visit.go(_within(words.get("back", "")))


def _within(path: str) -> str:
    """A path of ours to go back to; whatever else was given, a browser could read as another site's address."""
    ours = path.startswith("/") and not path.startswith("//") and path.isascii() and path.isprintable()
    return path if ours and "\\" not in path else "/settings"


@post("/settings/tokens", name="make_token")
async def new_token(visit: NamedDependency[RequestContext]) -> Response[str]:
    """A token for a program, shown this once."""
    words = await form_fields(visit.request)
    person = await visit.remember()
    return await _page(visit, token=await make_token(visit.tables.store, person, words.get("name", "")))


@post("/settings/link", name="make_link")
async def new_link(visit: NamedDependency[RequestContext]) -> Response[str]:
    """A link to come back by, in place of the one before, shown this once."""
    return await _page(visit, link=await make_link(visit.tables.store, await visit.remember()))


@post("/settings/passes/{pass_id:str}", name="take_back")
async def take_back(visit: NamedDependency[RequestContext], pass_id: FromPath[str]) -> Redirect:
    """From now on a token or a link is good for nothing."""
    if not await visit.tables.store.drop_pass(visit.person.id, pass_id):
        raise NoSuchPass
    return visit.go("/settings")


@get("/recovery", name="recovery")
async def recovery(visit: NamedDependency[RequestContext]) -> Response[str]:
    """Who a link is for. Nothing happens yet: programs that look at links in messages come here too."""
    secret = visit.request.query_params.get("link", "")
    person = await person_with(visit.tables.store, secret, "link")
    if person is None:
        raise NoSuchPass
    already = person.id == visit.person.id
    values = {"secret": secret, "name": person.name, "already": already, "path": "/settings"}
    return visit.page("recovery.html", values)


@post("/recovery", name="come_back")
async def come_back(visit: NamedDependency[RequestContext]) -> Redirect:
    """This browser is that person from now on."""
    person = await person_with(visit.tables.store, (await form_fields(visit.request)).get("link", ""), "link")
    if person is None:
        raise NoSuchPass
    visit.person = person
    return visit.go("/")


HANDLERS = [settings, choose_settings, new_token, new_link, take_back, recovery, come_back]
