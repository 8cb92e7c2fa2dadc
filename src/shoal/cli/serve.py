"""`shoal serve`: the web table on this machine, or for a club."""

import asyncio
import contextlib
import errno
import ipaddress
import os
import re
import secrets
import signal
import socket
import threading
import time
import webbrowser
from typing import TYPE_CHECKING, Final

import msgspec

from shoal.cli.database import data_folder, database_address, shown
from shoal.cli.language import say
from shoal.core import ShoalError, msg
from shoal.store import StoreAway

if TYPE_CHECKING:
    import uvicorn
    from litestar import Litestar

__all__ = ["ServeArguments", "serve_tables"]

_PORTS: Final = range(8000, 8020)
_SECRET: Final = re.compile(r"[0-9a-f]{64}")
_LOG_LEVELS: Final = ("info", "warning", "error")
_SHORTEST_TOKEN: Final = 16
#: How long a stop waits for what is under way; a step takes milliseconds.
_STOP_SECONDS: Final = 10
#: How long an idle connection stays open: longer than proxies keep theirs (Caddy: 120 s), or a request would now and
#: then meet a connection that is just being closed.
_IDLE_SECONDS: Final = 130
#: Feeds only listen, so what they send is short.
_LONGEST_FEED_MESSAGE: Final = 4096


class ServeArguments(msgspec.Struct, frozen=True, kw_only=True):
    """What the command line asks for."""

    host: str
    port: int | None
    database: str | None
    workers: int | None
    secure: bool
    #: The addresses of proxies that are believed when they say who somebody is; commas between.
    proxy: str
    #: Names that the server goes by; commas between.
    allowed_host: str
    limits: bool
    log_level: str | None
    browser: bool


def serve_tables(wishes: ServeArguments) -> None:
    """Serve until stopped."""
    if wishes.log_level is not None and wishes.log_level not in _LOG_LEVELS:
        raise ShoalError(msg("--log-level: expected one of {levels}", levels=", ".join(_LOG_LEVELS)))
    database = database_address(wishes.database)
    secret, metrics_token = _secret(), _metrics_token()
    listener = _listen(wishes)

    # Only now, because it takes a while: what is wrong with the wishes is told at once.
    import uvicorn

    from shoal.server.app import ServerConfig, create_app
    from shoal.server.logs import AccessLogMiddleware, set_up_logs
    from shoal.server.security.rate_limit import RateLimits

    set_up_logs(wishes.log_level)
    plan = ServerConfig(
        database=database,
        secret=secret,
        workers=wishes.workers if wishes.workers is not None else max(1, (os.cpu_count() or 2) - 1),
        secure=wishes.secure,
        hosts=tuple(name.strip() for name in wishes.allowed_host.split(",") if name.strip()),
        limits=RateLimits() if wishes.limits else None,
        metrics_token=metrics_token,
    )
    app = create_app(plan)
    server = uvicorn.Server(
        uvicorn.Config(
            AccessLogMiddleware(app, app.state.metrics),
            # The other parser that uvicorn knows reads headers without end.
            http="h11",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_STOP_SECONDS,
            timeout_keep_alive=_IDLE_SECONDS,
            ws_max_size=_LONGEST_FEED_MESSAGE,
            # A feed says a few letters now and then: compressing them would cost each feed a window of its own.
            ws_per_message_deflate=False,
            proxy_headers=wishes.secure,
            forwarded_allow_ips=wishes.proxy,
        )
    )
    # uvicorn stops in an orderly way, then sends itself the signal once more; the exit status is to be 0.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _signal, _frame: setattr(server, "should_exit", True))
    try:
        asyncio.run(_open_and_serve(app, server, listener, wishes))
    except (StoreAway, ExceptionGroup) as error:
        away = _find_away(error)
        if away is None:
            raise
        raise ShoalError(msg("{database}: {reason}", database=shown(database), reason=away.text)) from error


async def _open_and_serve(
    app: "Litestar", server: "uvicorn.Server", listener: socket.socket, wishes: ServeArguments
) -> None:
    """Open the application before anybody is let in, and not by uvicorn, which would bury what went wrong."""
    async with app.lifespan():
        _announce(wishes, listener)
        await server.serve(sockets=[listener])


def _find_away(error: Exception) -> StoreAway | None:
    """The trouble with the database among errors that were put together on their way."""
    if isinstance(error, ExceptionGroup):
        return next((found for inner in error.exceptions if (found := _find_away(inner)) is not None), None)
    return error if isinstance(error, StoreAway) else None


def _announce(wishes: ServeArguments, listener: socket.socket) -> None:
    """Say where it is; on standard output, because the logs go to the other one."""
    host, port = listener.getsockname()[:2]
    everywhere = ipaddress.ip_address(host).is_unspecified
    named = "localhost" if everywhere or ipaddress.ip_address(host).is_loopback else host
    address = f"http://[{named}]:{port}/" if ":" in named else f"http://{named}:{port}/"
    print(say(msg("Shoal is at {address} – stop it with Ctrl+C.", address=address)), flush=True)
    if wishes.secure:
        print(say(msg("It expects a proxy in front of it that speaks TLS.")), flush=True)
    elif everywhere or not ipaddress.ip_address(host).is_loopback:
        print(say(msg("Others in your network can reach it too, over connections that are not encrypted.")), flush=True)
    if wishes.browser:
        near = "localhost" if everywhere else host
        threading.Thread(target=_open_browser, args=(near, port, address), daemon=True).start()


def _listen(wishes: ServeArguments) -> socket.socket:
    """Take the port asked for; otherwise the first of a few that nobody uses."""
    if wishes.port is not None:
        try:
            return _bind(wishes.host, wishes.port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise ShoalError(msg("port {port} is taken: name another with --port", port=wishes.port)) from None
            raise _cannot_listen(wishes.host, error) from None
    for port in _PORTS:
        try:
            return _bind(wishes.host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _cannot_listen(wishes.host, error) from None
    raise ShoalError(
        msg("no port from {first} to {last} is free: name one with --port", first=_PORTS[0], last=_PORTS[-1])
    )


def _bind(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, place = found[0]
    # With the protocol by name: asyncio turns Nagle's algorithm off for no others, which costs 40 ms an answer.
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen()
    except BaseException:
        listener.close()
        raise
    return listener


def _cannot_listen(host: str, error: OSError) -> ShoalError:
    return ShoalError(msg("cannot listen at {host}: {reason}", host=host, reason=error.strerror or str(error)))


def _metrics_token() -> str | None:
    token = os.environ.get("SHOAL_METRICS_TOKEN") or None
    if token is not None and (len(token) < _SHORTEST_TOKEN or not token.isascii()):
        raise ShoalError(
            msg("SHOAL_METRICS_TOKEN: expected at least {count} letters and digits", count=_SHORTEST_TOKEN)
        )
    return token


def _secret() -> bytes:
    """What cookies are signed with: from the environment, or made once and kept for this user alone."""
    given = os.environ.get("SHOAL_SECRET")
    path = data_folder() / "secret" if given is None else None
    if path is not None:
        try:
            if not path.exists():
                scratch = path.with_name(f".secret.{secrets.token_hex(4)}")
                scratch.touch(mode=0o600)
                scratch.write_text(secrets.token_hex(32), encoding="ascii")
                with contextlib.suppress(FileExistsError):
                    os.link(scratch, path)
                scratch.unlink()
            given = path.read_text(encoding="ascii").strip()
        except OSError as error:
            raise ShoalError(
                msg("cannot read {path}: {reason}", path=path, reason=error.strerror or str(error))
            ) from None
    if given is None or not _SECRET.fullmatch(given):
        raise ShoalError(msg("{place}: expected 64 hexadecimal digits", place=path or "SHOAL_SECRET"))
    return bytes.fromhex(given)


def _open_browser(host: str, port: int, address: str) -> None:
    """Open the page as soon as somebody answers there."""
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
            webbrowser.open(address)
            return
        time.sleep(0.1)
