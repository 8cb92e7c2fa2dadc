"""The people of a world: everybody who asks the servers something, and all that they were told."""

import gzip
import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

import msgspec
from bench.attack.asgi import HOST, Answer, Listener, ask
from bench.attack.world import World

__all__ = ["Client", "Told"]

_COOKIE: Final = "shoal"
_CSRF_COOKIE: Final = "shoal_csrf"
_BOUNDARY: Final = "attack"


class Told(msgspec.Struct, frozen=True):
    """One thing that somebody was told: in answer to what, and how."""

    request: str
    content: str


class Client:
    """A browser or a program of one person. The number says which server it asks."""

    def __init__(
        self, world: World, number: int, name: str, *, token: str = "", seat: str = "", secret: str = ""
    ) -> None:
        self.name = name
        #: The letter of their seat, if they have one.
        self.seat = seat
        #: The secret of an invitation that they got.
        self.secret = secret
        #: Programs have a token, and no cookies.
        self.token = token
        #: The id that the server gave this visitor.
        self.person = ""
        self.told: list[Told] = []
        #: What each feed told; feeds are told in no particular order.
        self.heard: dict[str, list[Told]] = {}
        self.cookies: dict[str, str] = {}
        self._is_known = False
        self._world = world
        self._number = number
        self._moment = -1
        self._requests = 0
        self._listeners: list[Listener] = []

    @property
    def is_program(self) -> bool:
        return bool(self.token)

    async def arrive(self, *, known: bool = True) -> None:
        """Get the cookies from a page, and be stored under a name; who is not `known` stays nobody."""
        self._is_known = known
        await self.ask("GET", "/settings")
        if known:
            await self.ask("POST", "/settings", form={"name": self.name})
            self.person = self.cookies[_COOKIE].partition(".")[0]

    async def make_token(self) -> str:
        """Make a token for a program of this person."""
        page = await self.ask("POST", "/settings/tokens", form={"name": "program"})
        found = re.search(r'id="token" value="([^"]+)"', page.text)
        assert found is not None, page.text
        return found[1]

    def new_key(self) -> str:
        """The key of the next request."""
        return f"{self.name.replace(' ', '-').replace(chr(39), '-')}-{self._label()}-key".replace(".", "-")

    def _label(self) -> str:
        return f"{self._world.fate.moment}.{self._requests if self._moment == self._world.fate.moment else 0}"

    async def ask(
        self,
        method: str,
        path: str,
        *,
        form: Mapping[str, str] | None = None,
        body: Mapping[str, object] | None = None,
        file: bytes | None = None,
        language: str = "en",
        packed: bool = False,
    ) -> Answer:
        """Send a request, remember the answer, and follow a redirect."""
        headers = {**self.headers(path), "accept-language": language}
        content = b""
        if form is not None:
            headers["content-type"] = "application/x-www-form-urlencoded"
            content = urlencode(form).encode()
        elif body is not None:
            headers["content-type"] = "application/json"
            content = msgspec.json.encode(body)
        elif file is not None:
            headers["content-type"] = f"multipart/form-data; boundary={_BOUNDARY}"
            content = _multipart(file)
        if packed:
            headers["accept-encoding"] = "gzip"
        self._world.fate.begin(f"{self.name} {self._label()}")
        self._count()
        answer = await ask(self._world.app(self._number), method, path, headers, content)
        self._keep_cookies(answer)
        told = f" {content.decode()}" if content and file is None else ""
        request = f"{method} {path}{told} ({language}{', packed' if packed else ''})"
        self.told.append(Told(request, _readable(answer, self._world.aliases)))
        if method not in ("GET", "HEAD", "OPTIONS") and answer.status < 400:
            await self._world.settle()
        if answer.status == 303:
            return await self.ask("GET", answer.header("location").removeprefix(f"http://{HOST}"), language=language)
        return answer

    async def listen(self, path: str) -> None:
        """Listen to a feed from now on."""
        told = self.heard.setdefault(path, [])

        def note(text: str) -> None:
            self._world.note_message()
            request = f"FEED {path} at moment {self._world.fate.moment}"
            if self._world.processes > 1 and told and told[-1].request == request:
                # Two events of one command reach another process one by one or together, as it happens.
                told.pop()
            told.append(Told(request, text))

        listener = Listener(self._world.app(self._number), path, self.headers(path), note)
        self._listeners.append(listener)
        await listener.answered.wait()

    def ignore_feeds(self) -> None:
        """Hear nothing more from the feeds."""
        for listener in self._listeners:
            listener.ignore()

    async def leave(self) -> None:
        """Close all feeds."""
        for listener in self._listeners:
            await listener.leave()
        self._listeners.clear()

    def headers(self, path: str) -> dict[str, str]:
        """What this visitor sends with every request."""
        accepted = {"accept": "application/json" if path.startswith("/api") else "text/html"}
        if self.token:
            return {**accepted, "authorization": f"Bearer {self.token}"}
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {**accepted, "cookie": cookies, "x-csrftoken": self.cookies.get(_CSRF_COOKIE, "")}

    def _count(self) -> None:
        moment = self._world.fate.moment
        self._requests = self._requests + 1 if self._moment == moment else 1
        self._moment = moment

    def _keep_cookies(self, answer: Answer) -> None:
        """Keep new cookies; nobody goes on without one of a person."""
        for name, value in answer.headers:
            if name == "set-cookie" and not self.token:
                cookie, _, content = value.partition(";")[0].partition("=")
                if self._is_known or cookie != _COOKIE:
                    self.cookies[cookie] = content


def _readable(answer: Answer, aliases: Mapping[str, str]) -> str:
    packed = answer.header("content-encoding") == "gzip"
    body = (gzip.decompress(answer.body) if packed else answer.body).decode("utf-8", "replace")
    # A digest that may differ between worlds is longer or shorter when packed, so there the length may differ too.
    without = "content-length" if packed and any(found in body for found in aliases) else ""
    headers = "\n".join(f"{name}: {_in_order(name, value)}" for name, value in answer.headers if name != without)
    text = f"{answer.status}\n{headers}\n\n{body}"
    for found, alias in aliases.items():
        text = text.replace(found, alias)
    return text


def _in_order(name: str, value: str) -> str:
    """The value of a header; methods have no order."""
    return ", ".join(sorted(value.split(", "))) if name == "allow" else value


def _multipart(file: bytes) -> bytes:
    head = f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="record"; filename="a.json"\r\n\r\n'
    return head.encode() + file + f"\r\n--{_BOUNDARY}--\r\n".encode()
