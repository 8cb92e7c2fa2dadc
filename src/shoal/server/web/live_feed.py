"""The live feed of a table: tells that something changed, and never what. Pages then ask for the view that is theirs.

A WebSocket, because a browser allows many of them at once: all tabs stay live. Each message holds the
`mark` of the table now; a page that shows another mark is behind, however long it was away.
"""

import asyncio
from typing import Final

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from shoal.server.security import identity
from shoal.server.security.access_tokens import bearer_in, person_with
from shoal.server.tables.access import TableNotFound
from shoal.server.tables.service import TableService
from shoal.server.web.request_context import CookieSettings
from shoal.store import StoreAway

__all__ = ["HANDLERS"]

_REFUSED: Final = 4404
_GOING_AWAY: Final = 1012
_TRY_LATER: Final = 1013
_BEAT_SECONDS: Final = 25.0


@websocket(["/tables/{table_id:str}/feed", "/api/tables/{table_id:str}/feed"], name="feed")
async def feed(socket: "WebSocket[object, object, State]", table_id: FromPath[str]) -> None:
    """Tell the mark of a table now and whenever it changes."""
    settings: CookieSettings = socket.app.state.settings
    tables: TableService = socket.app.state.tables
    await socket.accept()
    try:
        person = await _listener(socket, tables, settings.secret, table_id)
    except TableNotFound:
        await socket.close(code=_REFUSED)
        return
    except StoreAway:
        await socket.close(code=_TRY_LATER)
        return
    async with tables.listen(table_id, person) as changes:
        listening = asyncio.create_task(_listen(socket))
        try:
            await _tell(socket, tables, table_id, changes.changed, listening)
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


async def _tell(
    socket: "WebSocket[object, object, State]",
    tables: TableService,
    table_id: str,
    changed: asyncio.Event,
    listening: "asyncio.Task[None]",
) -> None:
    waiting: asyncio.Task[bool] | None = None
    try:
        while not listening.done():
            if tables.closing:
                await socket.close(code=_GOING_AWAY)
                return
            changed.clear()
            snapshot = await tables.snapshot(table_id)
            await socket.send_json({"mark": tables.page_version(snapshot)})
            waiting = asyncio.create_task(changed.wait())
            await asyncio.wait({waiting, listening}, timeout=_BEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
    except WebSocketDisconnect:
        return
    finally:
        if waiting is not None:
            waiting.cancel()


async def _listen(socket: "WebSocket[object, object, State]") -> None:
    """Nothing is expected from the other side, but its leaving."""
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, ValueError, KeyError):
        return


async def _listener(
    socket: "WebSocket[object, object, State]", tables: TableService, secret: bytes, table_id: str
) -> str:
    """Return the person who listens, by the token if there is one, else by the cookie.

    Raises `TableNotFound` if it is nobody, or they may not see the table.
    """
    authorization = socket.headers.get("authorization")
    if authorization is None:
        person_id = identity.read_cookie(socket.cookies.get(identity.COOKIE), secret)
    else:
        person = await person_with(tables.store, bearer_in(authorization), "token")
        person_id = person.id if person is not None else None
    if person_id is None:
        raise TableNotFound
    await tables.snapshot_for(person_id, table_id, socket.query_params.get("invited", ""))
    return person_id


HANDLERS = [feed]
