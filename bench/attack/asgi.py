"""Asks an application in this process, without a network: nothing but the request can change the answer."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import unquote

import msgspec

__all__ = ["HOST", "Answer", "Listener", "ask"]

#: A name of a private network, which every server takes for its own.
HOST: Final = "shoal.test"
#: Another machine: what a server tells only programs on its own machine stays out of the comparison.
_CLIENT: Final = ("198.51.100.7", 40_000)

Message = Mapping[str, Any]
#: An application, or what is wrapped around it.
App = Callable[..., Any]


class Answer(msgspec.Struct, frozen=True):
    """Everything that an answer consists of."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str:
        """The header with this name, or an empty string."""
        return next((value for found, value in self.headers if found == name), "")

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


def _scope(path: str, headers: Mapping[str, str]) -> dict[str, object]:
    path, _, query = path.partition("?")
    return {
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in {"host": HOST, **headers}.items()],
        "client": _CLIENT,
        "server": (HOST, 80),
        "state": {},
    }


async def ask(app: App, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
    """Send one request and return the whole answer."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]
    sent: list[Message] = []
    complete = asyncio.Event()

    async def receive() -> Message:
        if waiting:
            return waiting.pop()
        await complete.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            complete.set()

    length = {"content-length": str(len(body))} if body else {}
    scope = {"type": "http", "method": method, "scheme": "http", **_scope(path, {**headers, **length})}
    await app(scope, receive, send)
    start = next(message for message in sent if message["type"] == "http.response.start")
    parts = [message.get("body", b"") for message in sent if message["type"] == "http.response.body"]
    return Answer(start["status"], _decoded(start["headers"]), b"".join(parts))


def _decoded(headers: Sequence[tuple[bytes, bytes]]) -> tuple[tuple[str, str], ...]:
    return tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers)


class Listener:
    """An open feed; `note` gets each message as it comes."""

    def __init__(self, app: App, path: str, headers: Mapping[str, str], note: Callable[[str], None]) -> None:
        self._note = note
        #: Set with the first message.
        self.answered = asyncio.Event()
        self._leaves = asyncio.Event()
        self._connected = False
        scope = {"type": "websocket", "scheme": "ws", "subprotocols": [], **_scope(path, headers)}
        self._task = asyncio.create_task(app(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        if not self._connected:
            self._connected = True
            return {"type": "websocket.connect"}
        await self._leaves.wait()
        return {"type": "websocket.disconnect", "code": 1000}

    async def _send(self, message: Message) -> None:
        kind = message["type"]
        if kind == "websocket.send":
            text, data = message.get("text"), message.get("bytes")
            self._note(text if text is not None else bytes(data or b"").decode())
        elif kind == "websocket.close":
            self._note(f"closed with {message.get('code')} {message.get('reason') or ''}".strip())
        if kind != "websocket.accept":
            self.answered.set()

    def ignore(self) -> None:
        """Note nothing more: others who leave would be heard in no particular order."""
        self._note = lambda _: None

    async def leave(self) -> None:
        """Disconnect, and wait until the application has noticed."""
        self._leaves.set()
        await asyncio.gather(self._task, return_exceptions=True)
