"""The live feed of a table: it tells that something changed, never what. Pages then get the view that is theirs.

It is a WebSocket because a browser allows many of them at once, so that all its tabs stay up to date. Each message
holds the person's current page version as `mark`; a page with another one is out of date, however long it was offline.
Messages come when the person's page has changed, and at the heartbeat: nobody can tell from their times that another
player changed a sealed choice.
"""

import asyncio
from typing import Final

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from shoal.server.security import identity
from shoal.server.security.access_tokens import bearer_token, find_person
from shoal.server.tables.access import TableNotFound
from shoal.server.tables.feed import Feed
from shoal.server.tables.service import TableService
from shoal.server.web.request_context import network_of
from shoal.store import StoreUnavailable

__all__ = ["HANDLERS"]

_REFUSED: Final = 4404
#: The cookie or token was revoked meanwhile. A browser that has a new one connects with that.
_REVOKED: Final = 4401
_GOING_AWAY: Final = 1012
_TRY_LATER: Final = 1013
_HEARTBEAT_SECONDS: Final = 25.0


@websocket(["/tables/{table_id:str}/feed", "/api/tables/{table_id:str}/feed"], name="feed")
async def feed(socket: "WebSocket[object, object, State]", table_id: FromPath[str]) -> None:
    """Send the person's page version of a table at once and whenever it changes."""
    tables: TableService = socket.app.state.tables
    await socket.accept()
    try:
        person = await _identify(socket, tables)
        tables.visitors.see(person, network_of(socket), returns=True)
        await tables.snapshot_for(person, table_id, socket.query_params.get("invited", ""))
        await _serve(socket, tables, table_id, person)
    except TableNotFound:
        await socket.close(code=_REFUSED)
    except StoreUnavailable:
        await socket.close(code=_TRY_LATER)


async def _serve(socket: "WebSocket[object, object, State]", tables: TableService, table_id: str, person: str) -> None:
    """Listen until the client has disconnected. Raises `TableNotFound` when the table is deleted."""
    async with tables.listen(table_id, person) as listener:
        disconnected = asyncio.create_task(_wait_for_disconnect(socket))
        try:
            await _send_page_versions(socket, tables, table_id, listener, disconnected)
        finally:
            disconnected.cancel()
            await asyncio.gather(disconnected, return_exceptions=True)


async def _send_page_versions(
    socket: "WebSocket[object, object, State]",
    tables: TableService,
    table_id: str,
    feed: Feed,
    disconnected: "asyncio.Task[None]",
) -> None:
    loop = asyncio.get_running_loop()
    sent, heartbeat = "", 0.0
    waiting: asyncio.Task[bool] | None = None
    #: When to look next whether the cookie or token still counts.
    check_at = loop.time() + _HEARTBEAT_SECONDS
    try:
        while not disconnected.done():
            if tables.closing:
                await socket.close(code=_GOING_AWAY)
                return
            if loop.time() >= check_at:
                if not await _is_still(feed.person, socket, tables):
                    await socket.close(code=_REVOKED)
                    return
                check_at = loop.time() + _HEARTBEAT_SECONDS
            feed.changed.clear()
            mark = tables.page_version(await tables.snapshot(table_id), feed.person)
            if mark != sent or loop.time() >= heartbeat:
                await socket.send_json({"mark": mark})
                sent, heartbeat = mark, loop.time() + _HEARTBEAT_SECONDS
            waiting = asyncio.create_task(feed.changed.wait())
            pause = max(0.0, min(heartbeat, check_at) - loop.time())
            await asyncio.wait({waiting, disconnected}, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
    except WebSocketDisconnect:
        return
    finally:
        if waiting is not None:
            waiting.cancel()


async def _wait_for_disconnect(socket: "WebSocket[object, object, State]") -> None:
    """Ignore all messages, and return when the client has disconnected."""
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, ValueError, KeyError):
        return


async def _identify(socket: "WebSocket[object, object, State]", tables: TableService) -> str:
    """Return the id of the person who listens, by their token if they send one, else by their cookie.

    Raises `TableNotFound` if there is none, or if it was revoked.
    """
    settings: identity.CookieSettings = socket.app.state.settings
    authorization = socket.headers.get("authorization")
    if authorization is not None:
        person = await find_person(tables.store, bearer_token(authorization), "token")
    else:
        cookie = identity.read_cookie(socket.cookies.get(identity.COOKIE), settings.secret)
        stored = await tables.store.person(cookie.person_id) if cookie is not None else None
        person = identity.holder_of(cookie, stored) if cookie is not None else None
    if person is None:
        raise TableNotFound
    return person.id


async def _is_still(person_id: str, socket: "WebSocket[object, object, State]", tables: TableService) -> bool:
    """Whether the feed is still this person's, as far as can be known while the store is away."""
    try:
        return await _identify(socket, tables) == person_id
    except TableNotFound:
        return False
    except StoreUnavailable:
        return True


HANDLERS = [feed]
