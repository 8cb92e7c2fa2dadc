"""A person's settings, their access tokens, and the recovery link that identifies them on another device."""

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from shoal.core import Refusal, msg
from shoal.server.errors import NotFound
from shoal.server.names import clean_name
from shoal.server.security.access_tokens import find_person, make_link, make_token
from shoal.server.security.identity import new_person, read_settings
from shoal.server.web.forms import form_fields
from shoal.server.web.request_context import RequestContext

__all__ = ["HANDLERS"]


class AccessTokenNotFound(NotFound):
    """The token or link does not exist, or belongs to another person."""

    def __init__(self) -> None:
        super().__init__(msg("there is no such token or link, or it was revoked"))


async def _page(context: RequestContext, *, token: str = "", link: str = "") -> Response[str]:
    """The settings page; a new token or link is shown only this once."""
    access_tokens = await context.tables.store.access_tokens_of(context.person.id)
    values = {
        "tokens": [row for row in access_tokens if row.kind == "token"],
        "links": [row for row in access_tokens if row.kind == "link"],
        "token": token,
        "link": link,
        "path": "/settings",
    }
    return context.page("settings.html", values)


@get("/settings", name="settings")
async def settings(context: NamedDependency[RequestContext]) -> Response[str]:
    """The settings page."""
    return await _page(context)


@post("/settings", name="choose_settings")
async def choose_settings(context: NamedDependency[RequestContext]) -> Redirect:
    """Store the settings, and go back to the page with the form."""
    fields = await form_fields(context.request)
    person = context.person
    settings = {**person.settings, **read_settings(fields)}
    name = clean_name(fields["name"], "") if "name" in fields else person.name
    context.person = replace(person, name=name, settings=settings)
    await context.tables.store.save_person(context.person)
    return context.redirect(_local_path(fields.get("back", "")))


def _local_path(path: str) -> str:
    """The path if it is one of this site, otherwise `/settings`: a browser could take it for another site's address."""
    is_local = path.startswith("/") and not path.startswith("//") and path.isascii() and path.isprintable()
    return path if is_local and "\\" not in path else "/settings"


@post("/settings/elsewhere", name="sign_out_elsewhere")
async def sign_out_elsewhere(context: NamedDependency[RequestContext]) -> Redirect:
    """Make every other browser with a cookie of this person a stranger."""
    await context.sign_out_elsewhere()
    return context.redirect("/settings")


@post("/settings/leave", name="sign_out")
async def sign_out(context: NamedDependency[RequestContext]) -> Redirect:
    """Make this browser a stranger. Without a link, a person must say that they know what that means."""
    access_tokens = await context.tables.store.access_tokens_of(context.person.id)
    has_link = any(row.kind == "link" for row in access_tokens)
    if not has_link and (await form_fields(context.request)).get("sure") != "yes":
        raise Refusal(msg("without a personal link, nobody could come back as you: make one first"))
    context.person = new_person()
    return context.redirect("/settings")


@post("/settings/tokens", name="make_token")
async def new_token(context: NamedDependency[RequestContext]) -> Response[str]:
    """Make a token for a program, and show it only this once."""
    fields = await form_fields(context.request)
    person = await context.store_person()
    return await _page(context, token=await make_token(context.tables.store, person, fields.get("name", "")))


@post("/settings/link", name="make_link")
async def new_link(context: NamedDependency[RequestContext]) -> Response[str]:
    """Make a recovery link in place of the previous one, and show it only this once."""
    return await _page(context, link=await make_link(context.tables.store, await context.store_person()))


@post("/settings/passes/{pass_id:str}", name="revoke")
async def revoke(context: NamedDependency[RequestContext], pass_id: FromPath[str]) -> Redirect:
    """Revoke a token or a link."""
    if not await context.tables.store.revoke_access_token(context.person.id, pass_id):
        raise AccessTokenNotFound
    return context.redirect("/settings")


@get("/settings/delete", name="ask_to_delete")
async def ask_to_delete(context: NamedDependency[RequestContext]) -> Response[str]:
    """Say what is deleted with a person, and ask whether they mean it."""
    return context.page("delete.html", {"path": "/settings"})


@post("/settings/delete", name="delete_me")
async def delete_me(context: NamedDependency[RequestContext]) -> Response[str]:
    """Delete the person with what is theirs."""
    await context.delete_person()
    return context.page("deleted.html", {"path": "/settings"})


@get("/recovery", name="recovery")
async def recovery(context: NamedDependency[RequestContext]) -> Response[str]:
    """Show whom a link identifies. It changes nothing yet, because programs that preview links come here too."""
    secret = context.request.query_params.get("link", "")
    person = await find_person(context.tables.store, secret, "link")
    if person is None:
        raise AccessTokenNotFound
    already = person.id == context.person.id
    values = {"secret": secret, "name": person.name, "already": already, "path": "/settings"}
    return context.page("recovery.html", values)


@post("/recovery", name="recover")
async def recover(context: NamedDependency[RequestContext]) -> Redirect:
    """Make this browser that person's from now on."""
    person = await find_person(context.tables.store, (await form_fields(context.request)).get("link", ""), "link")
    if person is None:
        raise AccessTokenNotFound
    context.person = person
    return context.redirect("/")


HANDLERS = [
    settings,
    choose_settings,
    sign_out_elsewhere,
    sign_out,
    new_token,
    new_link,
    revoke,
    ask_to_delete,
    delete_me,
    recovery,
    recover,
]
