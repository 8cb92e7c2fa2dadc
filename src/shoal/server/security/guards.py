"""What every request passes before anything else looks at it, pages, API and feeds alike.

`Guard` stands around the whole application: is the request in shape, is it meant for us, does it come from a
page of ours, is it one too many? `CrossSiteGuard` is the second lock on what a cookie could do: the token that
a page of ours puts in its forms.
"""

import ipaddress
import re
import time
from collections import Counter
from collections.abc import Callable, Collection
from typing import Final

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, State
from litestar.enums import RequestEncodingType, ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware.csrf import CSRFMiddleware
from litestar.types import ASGIApp, HTTPScope, Message, Receive, ReceiveMessage, Scope, Send, WebSocketScope

from shoal.core import ShoalError, msg
from shoal.server import error_responses
from shoal.server.errors import CrossSite, TooLong, TooMany, WrongHost
from shoal.server.security import identity
from shoal.server.security.rate_limit import Buckets, RateLimits, address_of

__all__ = ["CrossSiteGuard", "Guard", "is_known_host"]

_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_LONGEST_ADDRESS: Final = 2048
_LARGEST_HEADERS: Final = 16 * 1024
_LONGEST_MESSAGE: Final = 1024
_MOST_MESSAGES: Final = 1000
_TOO_BIG: Final = 1009
_TRY_LATER: Final = 1013
_HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]{1,253})(:\d{1,5})?")
#: Names that only a network at home or in a club gives out; no other site can make a browser believe in them.
_PRIVATE_NAMES: Final = (".localhost", ".local", ".internal", ".home.arpa", ".lan", ".test")
#: Where something is made that is kept for ever: tables, sheets, people.
_MAKING: Final = re.compile(r"/tables|/records|/pads|/tables/[^/]*/branch|/settings(/\w+)?|/api/tables")
#: Where a secret could be guessed at.
_GUESSING: Final = "/recovery"


def is_known_host(host: str, allowed: Collection[str]) -> bool:
    """Whether a `Host` header names us: an address, a name within the house, or a name that we were given.

    A page of another site can have its own name point here; then the browser thinks us a part of that site.
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name = found[1].strip("[]").rstrip(".").lower()
    if "*" in allowed or name in allowed:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(_PRIVATE_NAMES)
    return True


def _comes_from_us(headers: Headers) -> bool:
    """Whether a page of ours asks, or no page at all: browsers tell, and programs need not."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


class Guard:
    """Stands before the application."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        secret: bytes,
        hosts: Collection[str] = (),
        limits: RateLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._secret = secret
        self._hosts = frozenset(host.lower() for host in hosts)
        self._limits = limits
        self._clock = clock
        if limits is not None:
            most = limits.remembered
            self._people, self._addresses = Buckets(limits.person, most), Buckets(limits.address, most)
            self._makers, self._makings = Buckets(limits.person_makes, most), Buckets(limits.address_makes, most)
            self._guesses = Buckets(limits.guesses, most)
        self._feeds: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._watch(scope, receive, send)
            return
        try:
            self._check(scope, safe=scope["method"] in _SAFE)
            self._count(scope)
        except ShoalError as error:
            request: Request[object, object, State] = Request(scope, receive, send)
            response = error_responses.answer(request, error)
            await response.to_asgi_response(app=None, request=request)(scope, receive, send)
            return
        line = _Connection(receive, send)
        await self._app(scope, line.receive, line.send)

    def _check(self, scope: Scope, *, safe: bool) -> None:
        """Raises when the request is not for us to answer, whoever asks; a safe one may come from anywhere."""
        path = scope["path"]
        if len(path) > _LONGEST_ADDRESS or len(scope["query_string"]) > 2 * _LONGEST_ADDRESS:
            raise TooLong(414)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > _LARGEST_HEADERS:
            raise TooLong(431)
        if not path.isascii() or not path.isprintable():
            raise ShoalError(msg("this request cannot be read"))
        headers = Headers.from_scope(scope)
        if len(headers.getall("host", [])) != 1:
            raise ShoalError(msg("this request cannot be read"))
        if not is_known_host(headers["host"], self._hosts):
            raise WrongHost
        if not safe and not _comes_from_us(headers):
            raise CrossSite

    def _count(self, scope: HTTPScope) -> None:
        """Raises when it is one too many."""
        if self._limits is None:
            return
        now = self._clock()
        person, address = self._who(scope)
        waits = []
        if person is not None:
            waits.append(self._people.take(person, now))
        if address is not None:
            waits.append(self._addresses.take(address, now))
        if scope["method"] not in _SAFE and _MAKING.fullmatch(scope["path"].rstrip("/")):
            if person is not None:
                waits.append(self._makers.take(person, now))
            if address is not None:
                waits.append(self._makings.take(address, now))
        if scope["path"].startswith(_GUESSING):
            waits.append(self._guesses.take(address or "here", now))
        if any(waits):
            raise TooMany(int(max(waits)))

    def _who(self, scope: Scope) -> tuple[str | None, str | None]:
        """The names of the buckets: a person by cookie or token, and where they are."""
        connection: ASGIConnection[object, object, object, State] = ASGIConnection(scope)
        person = identity.read_cookie(connection.cookies.get(identity.COOKIE), self._secret)
        token = connection.headers.get("authorization")
        if token is not None:
            # Not looked up: what is no token has a bucket too, until it is forgotten.
            person = f"token {hash(token)}"
        return person, address_of(scope["client"][0]) if scope["client"] is not None else None

    async def _watch(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        """A feed: not too many for one person or address, and hardly anything is listened to."""
        try:
            self._check(scope, safe=False)
        except ShoalError:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        person, address = self._who(scope)
        if self._is_crowded(person, address):
            await send({"type": "websocket.close", "code": _TRY_LATER, "reason": ""})
            return
        names = [name for name in (person, address) if name is not None]
        self._feeds.update(names)
        try:
            await self._app(scope, _bounded(receive), send)
        finally:
            self._feeds.subtract(names)
            for name in names:
                if self._feeds[name] <= 0:
                    del self._feeds[name]

    def _is_crowded(self, person: str | None, address: str | None) -> bool:
        if self._limits is None:
            return False
        return (person is not None and self._feeds[person] >= self._limits.person_feeds) or (
            address is not None and self._feeds[address] >= self._limits.address_feeds
        )


class _Connection:
    """The connection of one request. Once the other side is gone, in the middle of a request perhaps, nothing is sent:
    servers take that for a fault of ours.
    """

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._gone = False

    async def receive(self) -> ReceiveMessage:
        message = await self._receive()
        self._gone = self._gone or message["type"] == "http.disconnect"
        return message

    async def send(self, message: Message) -> None:
        if not self._gone:
            await self._send(message)


def _bounded(receive: Receive) -> Receive:
    """What a feed hears from outside: a few short messages, then that the other side is gone."""
    heard = 0

    async def listen() -> ReceiveMessage:
        nonlocal heard
        message = await receive()
        if message["type"] == "websocket.receive":
            heard += 1
            size = len(message.get("text") or "") + len(message.get("bytes") or b"")
            if size > _LONGEST_MESSAGE or heard > _MOST_MESSAGES:
                return {"type": "websocket.disconnect", "code": _TOO_BIG}
        return message

    return listen


class CrossSiteGuard(CSRFMiddleware):
    """Forms and scripts of ours send back the token that is in a cookie of ours. Who shows a token of their own,
    and no cookie counts for them, needs none: another site could not know it.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and scope["path"].startswith("/api/"):
            connection: ASGIConnection[object, object, object, State] = ASGIConnection(scope)
            if "authorization" in connection.headers or identity.COOKIE not in connection.cookies:
                await self.app(scope, receive, send)
                return
        try:
            await super().__call__(scope, receive, send)
        except PermissionDeniedException:
            request: Request[object, object, State] = Request(scope, receive, send)
            if request.content_type[0] == RequestEncodingType.MULTI_PART:
                await (await request.form()).close()
            raise

    def _csrf_tokens_match(self, request_csrf_token: object, cookie_csrf_token: str) -> bool:
        """The same as above us, for whatever a stranger may send: files, and letters that no token has."""
        if not isinstance(request_csrf_token, str) or not (request_csrf_token + cookie_csrf_token).isascii():
            return False
        return super()._csrf_tokens_match(request_csrf_token, cookie_csrf_token)
