"""HTTP and WebSocket as uvicorn speaks them, with each connection counted and timed (`connections.py`)."""

import asyncio
import socket
from typing import ClassVar, Final, TypedDict

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from shoal.server.connections import Connections, Stage

__all__ = ["BoundedServer", "connection_settings"]

_TOO_MANY_FEEDS: Final = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
#: How many connections are accepted before those that came before are looked at, refused and closed.
_ACCEPTED_AT_ONCE: Final = 16
#: How many connections may wait to be accepted, such as the feeds of everybody after a restart.
_WAITING_TO_BE_ACCEPTED: Final = 1024
#: How long a client may take for the rest of a request, or to read its answer, when the server stops.
_LAST_SECONDS: Final = 2.0
#: How long a feed that we closed may take to say goodbye.
_GOODBYE_SECONDS: Final = 2.0


class ConnectionSettings(TypedDict):
    """Settings of `uvicorn.Config`."""

    http: type[asyncio.Protocol]
    ws: type[asyncio.Protocol]
    backlog: int


def connection_settings(connections: Connections) -> ConnectionSettings:
    """What to tell uvicorn, so that the connections of its server count among these."""

    class CountedHttp(_HttpConnection):
        _connections = connections

    class CountedFeed(_FeedConnection):
        _connections = connections

    return {"http": CountedHttp, "ws": CountedFeed, "backlog": _ACCEPTED_AT_ONCE}


class BoundedServer(uvicorn.Server):
    """uvicorn's server, with a longer queue than the number of connections that it accepts at once."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(_WAITING_TO_BE_ACCEPTED)


class _HttpConnection(H11Protocol):
    """Based on h11, because uvicorn's other parser does not limit the length of headers."""

    _connections: ClassVar[Connections]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # Otherwise a client that reads nothing would be noticed only after the first 64 kB.
        transport.set_write_buffer_limits(high=0)
        # A client that has left already has no address any more.
        if self.client is None or not self._connections.admit(transport, self.client[0]):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._note_stage()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note_stage()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._note_stage()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._note_stage()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if self._connections.admit_feed(self.transport):
            super().handle_websocket_upgrade(event)
        else:
            self.transport.write(_TOO_MANY_FEEDS)
            self.transport.close()

    def shutdown(self) -> None:
        super().shutdown()
        self.loop.call_later(_LAST_SECONDS, self._stop_waiting)

    def _stop_waiting(self) -> None:
        """Close the connection if the server stops and still waits for the client."""
        if self._stage() in (Stage.SENDS_BODY, Stage.UNREAD):
            self.transport.abort()

    def _note_stage(self) -> None:
        if self.transport.get_protocol() is self:
            self._connections.enter(self.transport, self._stage())

    def _stage(self) -> Stage:
        # First, because an answer may be complete before the body has come: what follows is read and thrown away.
        if self.conn.their_state is h11.SEND_BODY:
            return Stage.SENDS_BODY
        if self.flow.write_paused:
            return Stage.UNREAD
        if self.cycle is not None and not self.cycle.response_complete:
            return Stage.ANSWERED
        if self.cycle is None or self.conn.trailing_data[0]:
            return Stage.SENDS_HEADERS
        return Stage.IDLE


class _FeedConnection(WebSocketsSansIOProtocol):
    _connections: ClassVar[Connections]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.close_timeout = _GOODBYE_SECONDS

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self.transport)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._connections.enter(self.transport, Stage.UNREAD)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._connections.enter(self.transport, Stage.FEED)
