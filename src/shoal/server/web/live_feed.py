"""The live feed of a table: it tells that something changed, never what. Pages then get the view that is theirs.

It is a WebSocket because a browser allows many of them at once, so that all its tabs stay up to date. Each message
holds the current page version as `mark`; a page with another one is out of date, however long it was offline.
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
from shoal.server.tables.service import TableService
from shoal.server.web.request_context import network_of
from shoal.store import StoreUnavailable

__all__ = ["HANDLERS"]

_REFUSED: Final = 4404
_GOING_AWAY: Final = 1012
_TRY_LATER: Final = 1013
_HEARTBEAT_SECONDS: Final = 25.0


@websocket(["/tables/{table_id:str}/feed", "/api/tables/{table_id:str}/feed"], name="feed")
async def feed(socket: "WebSocket[object, object, State]", table_id: FromPath[str]) -> None:
    """Send the page version of a table at once and whenever it changes."""
    settings: identity.CookieSettings = socket.app.state.settings
    tables: TableService = socket.app.state.tables
    await socket.accept()
    try:
        person = await _authorize(socket, tables, settings.secret, table_id)
    except TableNotFound:
        await socket.close(code=_REFUSED)
        return
    except StoreUnavailable:
        await socket.close(code=_TRY_LATER)
        return
    async with tables.listen(table_id, person) as changes:
        disconnected = asyncio.create_task(_wait_for_disconnect(socket))
        try:
            await _send_page_versions(socket, tables, table_id, changes.changed, disconnected)
        finally:
            disconnected.cancel()
            await asyncio.gather(disconnected, return_exceptions=True)


async def _send_page_versions(
    socket: "WebSocket[object, object, State]",
    tables: TableService,
    table_id: str,
    changed: asyncio.Event,
    disconnected: "asyncio.Task[None]",
) -> None:
    waiting: asyncio.Task[bool] | None = None
    try:
        while not disconnected.done():
            if tables.closing:
                await socket.close(code=_GOING_AWAY)
                return
            changed.clear()
            snapshot = await tables.snapshot(table_id)
            await socket.send_json({"mark": tables.page_version(snapshot)})
            waiting = asyncio.create_task(changed.wait())
            await asyncio.wait({waiting, disconnected}, timeout=_HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
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


async def _authorize(
    socket: "WebSocket[object, object, State]", tables: TableService, secret: bytes, table_id: str
) -> str:
    """Return the id of the person who listens, by their token if they send one, else by their cookie.

    Raises `TableNotFound` if no person is identified, or this person may not see the table.
    """
    authorization = socket.headers.get("authorization")
    if authorization is None:
        person_id = identity.read_cookie(socket.cookies.get(identity.COOKIE), secret)
    else:
        person = await find_person(tables.store, bearer_token(authorization), "token")
        person_id = person.id if person is not None else None
    if person_id is None:
        raise TableNotFound
    tables.visitors.see(person_id, network_of(socket), returns=True)
    await tables.snapshot_for(person_id, table_id, socket.query_params.get("invited", ""))
    return person_id


HANDLERS = [feed]
