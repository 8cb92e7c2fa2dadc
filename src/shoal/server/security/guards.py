"""Checks that every request to a page, the API or a feed must pass before anything else handles it.

`RequestGuard` wraps the whole application: is the request well-formed, does it name this host, does it come from a page
of this site, is it within the limits? `CrossSiteGuard` is the second protection against cross-site requests (CSRF): it
compares the token in a form with the one in a cookie.
"""

import ipaddress
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Final

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Headers, State
from litestar.enums import RequestEncodingType, ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.middleware.csrf import CSRFMiddleware
from litestar.types import ASGIApp, HTTPScope, Message, Receive, ReceiveMessage, Scope, Send, WebSocketScope

from shoal.core import ShoalError, msg
from shoal.server.errors import CrossSiteRequest, RateLimited, RequestTooLarge, UnknownHost
from shoal.server.security import identity
from shoal.server.security.rate_limit import Network, RateLimits, TokenBuckets, networks_of

__all__ = ["CrossSiteGuard", "RequestGuard", "is_known_host"]

_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_LONGEST_ADDRESS: Final = 2048
_LARGEST_HEADERS: Final = 16 * 1024
_LONGEST_MESSAGE: Final = 1024
_MOST_MESSAGES: Final = 1000
_MESSAGE_TOO_BIG: Final = 1009
_TRY_LATER: Final = 1013
_HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]{1,253})(:\d{1,5})?")
#: Suffixes of host names that only a private network hands out, so no site elsewhere can claim one.
_PRIVATE_NAMES: Final = (".localhost", ".local", ".internal", ".home.arpa", ".lan", ".test")
#: Addresses where a POST stores something permanently: tables, sheets, designs, people.
_CREATING: Final = re.compile(
    r"/tables|/records|/pads|/games/[^/]*/designs|/tables/[^/]*/branch|/settings(/\w+)?|/puzzles/.+|/api/tables"
)
#: Those of them where the table begins with moves.
_OPENING: Final = re.compile(r"/records|/tables/[^/]*/branch")
#: Where a POST makes work for the coach.
_HINTING: Final = re.compile(r"(/api)?/tables/[^/]*/hint")
#: Where a POST has the coach look at a whole game.
_REVIEWING: Final = re.compile(r"/(api/)?tables/[^/]*/review")
#: The address where a secret could be guessed.
_GUESSING: Final = "/recovery"


def is_known_host(host: str, allowed: Collection[str]) -> bool:
    """Whether a `Host` header names this server: by an IP address, a private name, or an allowed one.

    Another site can let its own name point here (DNS rebinding); browsers then take this server for a part of it.
    """
    match = _HOST.fullmatch(host)
    if match is None:
        return False
    name = match[1].strip("[]").rstrip(".").lower()
    if "*" in allowed or name in allowed:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(_PRIVATE_NAMES)
    return True


def _is_same_site(headers: Headers) -> bool:
    """Whether a page of this site sent the request, or no page at all. Browsers say so; programs need not."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


class RequestGuard:
    """Wraps the application and refuses what it need not see; `refuse` makes the response.

    `share` is the share of each limit that this process allows.
    """

    def __init__(
        self,
        app: ASGIApp,
        refuse: "Callable[[Request[object, object, State], ShoalError], Response[object]]",
        *,
        secret: bytes,
        hosts: Collection[str] = (),
        limits: RateLimits | None = None,
        share: Callable[[], float] = lambda: 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._refuse = refuse
        self._secret = secret
        self._hosts = frozenset(host.lower() for host in hosts)
        self._limits = limits
        self._share = share
        self._clock = clock
        if limits is not None:
            most = limits.most_buckets
            self._people = TokenBuckets(limits.person, most, share)
            self._addresses = TokenBuckets(limits.address, most, share)
            self._person_creates = TokenBuckets(limits.person_creates, most, share)
            self._address_creates = TokenBuckets(limits.address_creates, most, share)
            self._address_openings = TokenBuckets(limits.address_openings, most, share)
            self._stranger_creates = TokenBuckets(limits.stranger_creates, most, share)
            self._person_hints = TokenBuckets(limits.person_hints, most, share)
            self._address_hints = TokenBuckets(limits.address_hints, most, share)
            self._person_reviews = TokenBuckets(limits.person_reviews, most, share)
            self._address_reviews = TokenBuckets(limits.address_reviews, most, share)
            self._guesses = TokenBuckets(limits.guesses, most, share)
        self._feeds: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._serve_feed(scope, receive, send)
            return
        try:
            self._check(scope, safe=scope["method"] in _SAFE)
            self._check_limits(scope)
        except ShoalError as error:
            request: Request[object, object, State] = Request(scope, receive, send)
            response = self._refuse(request, error)
            await response.to_asgi_response(app=None, request=request)(scope, receive, send)
            return
        connection = _Connection(receive, send)
        await self._app(scope, connection.receive, connection.send)

    def _check(self, scope: Scope, *, safe: bool) -> None:
        """Raise if the request may not pass. A `safe` one, which changes nothing, may come from any site."""
        path = scope["path"]
        if len(path) > _LONGEST_ADDRESS or len(scope["query_string"]) > 2 * _LONGEST_ADDRESS:
            raise RequestTooLarge(414)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > _LARGEST_HEADERS:
            raise RequestTooLarge(431)
        if not path.isascii() or not path.isprintable():
            raise ShoalError(msg("this request cannot be read"))
        headers = Headers.from_scope(scope)
        if len(headers.getall("host", [])) != 1:
            raise ShoalError(msg("this request cannot be read"))
        if not is_known_host(headers["host"], self._hosts):
            raise UnknownHost
        if not safe and not _is_same_site(headers):
            raise CrossSiteRequest

    def _check_limits(self, scope: HTTPScope) -> None:
        """Raise if the request exceeds a limit."""
        if self._limits is None:
            return
        now = self._clock()
        person, networks = self._bucket_names(scope)
        waits = [self._addresses.take_each(networks, now)]
        if person is not None:
            waits.append(self._people.take(person, now))
        path = scope["path"].rstrip("/")
        if scope["method"] not in _SAFE and _CREATING.fullmatch(path):
            waits.append(self._address_creates.take_each(networks, now))
            if person is not None:
                waits.append(self._person_creates.take(person, now))
            if _OPENING.fullmatch(path):
                waits.append(self._address_openings.take_each(networks, now))
            if self._is_stranger(scope):
                waits.append(self._stranger_creates.take_each(networks, now))
        if scope["method"] not in _SAFE and _HINTING.fullmatch(path):
            waits.append(self._address_hints.take_each(networks, now))
            if person is not None:
                waits.append(self._person_hints.take(person, now))
        if scope["method"] not in _SAFE and _REVIEWING.fullmatch(path):
            waits.append(self._address_reviews.take_each(networks, now))
            if person is not None:
                waits.append(self._person_reviews.take(person, now))
        if scope["path"].startswith(_GUESSING):
            waits.append(self._guesses.take_each(networks or (Network("here", 1),), now))
        if any(waits):
            raise RateLimited(int(max(waits)))

    def _bucket_names(self, scope: Scope) -> tuple[str | None, tuple[Network, ...]]:
        """The bucket of the person, by cookie or token, and the networks of the client address."""
        connection: ASGIConnection[object, object, object, State] = ASGIConnection(scope)
        cookie = identity.read_cookie(connection.cookies.get(identity.COOKIE), self._secret)
        # Whether it was revoked is not looked up here, so each has a bucket: a thief's is not the person's.
        person = f"{cookie.person_id}.{cookie.number}" if cookie is not None else None
        token = connection.headers.get("authorization")
        if token is not None:
            # The token is not looked up here, so an invalid one gets a bucket too.
            person = f"token {hash(token)}"
        return person, networks_of(scope["client"][0]) if scope["client"] is not None else ()

    def _is_stranger(self, scope: HTTPScope) -> bool:
        """Whether neither a cookie nor, at an address of the API, a token says who sends the request."""
        connection: ASGIConnection[object, object, object, State] = ASGIConnection(scope)
        if "authorization" in connection.headers and scope["path"].startswith("/api/"):
            return False
        return identity.read_cookie(connection.cookies.get(identity.COOKIE), self._secret) is None

    async def _serve_feed(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        """Serve a live feed, unless the person or address has too many; accept only few and short messages."""
        try:
            self._check(scope, safe=False)
        except ShoalError:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        person, networks = self._bucket_names(scope)
        if self._has_too_many_feeds(person, networks):
            await send({"type": "websocket.close", "code": _TRY_LATER, "reason": ""})
            return
        names = [network.name for network in networks]
        if person is not None:
            names.append(person)
        self._feeds.update(names)
        try:
            await self._app(scope, _bounded(receive), send)
        finally:
            self._feeds.subtract(names)
            for name in names:
                if self._feeds[name] <= 0:
                    del self._feeds[name]

    def _has_too_many_feeds(self, person: str | None, networks: Sequence[Network]) -> bool:
        if self._limits is None:
            return False
        share = self._share()
        if person is not None and self._feeds[person] >= self._limits.person_feeds * share:
            return True
        most = self._limits.address_feeds * share
        return any(self._feeds[network.name] >= most * network.times for network in networks)


class _Connection:
    """The connection of one request. It sends nothing after the client has disconnected, because the ASGI server would
    log that as an error.
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
    """Wrap `receive` of a feed: after too many or too long messages it reports a disconnect."""
    received = 0

    async def bounded_receive() -> ReceiveMessage:
        nonlocal received
        message = await receive()
        if message["type"] == "websocket.receive":
            received += 1
            size = len(message.get("text") or "") + len(message.get("bytes") or b"")
            if size > _LONGEST_MESSAGE or received > _MOST_MESSAGES:
                return {"type": "websocket.disconnect", "code": _MESSAGE_TOO_BIG}
        return message

    return bounded_receive


class CrossSiteGuard(CSRFMiddleware):
    """CSRF protection: forms and scripts of this site send back the token from the CSRF cookie. API requests with an
    access token need none: no cookie counts for them, and another site cannot know the token.
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
        """Refuse, instead of failing, what no browser sends here: files, and characters that no token has."""
        if not isinstance(request_csrf_token, str) or not (request_csrf_token + cookie_csrf_token).isascii():
            return False
        return super()._csrf_tokens_match(request_csrf_token, cookie_csrf_token)
