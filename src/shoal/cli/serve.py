"""`shoal serve`: the web table, on this machine or for a club."""

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
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from shoal.cli.database import address_without_password, data_folder, database_address
from shoal.cli.language import say
from shoal.cli.open_files import most_connections, raise_open_files
from shoal.core import ShoalError, msg
from shoal.store import StoreUnavailable

if TYPE_CHECKING:
    import uvicorn
    from litestar import Litestar

__all__ = ["ServeArguments", "serve_tables"]

_PORTS: Final = range(8000, 8020)
_SECRET: Final = re.compile(r"[0-9a-f]{64}")
_LOG_LEVELS: Final = ("info", "warning", "error")
_SHORTEST_TOKEN: Final = 16
#: How long a stop waits for requests under way; a step takes milliseconds.
_STOP_SECONDS: Final = 10
#: How long an idle connection stays open: longer than proxies keep theirs (Caddy: 120 s), or a request would
#: sometimes meet a connection that is just being closed.
_IDLE_SECONDS: Final = 130
#: A client of a feed only listens, so its messages are short.
_LONGEST_FEED_MESSAGE: Final = 4096


class ServeArguments(msgspec.Struct, frozen=True, kw_only=True):
    """The arguments of `shoal serve`."""

    host: str
    port: int | None
    database: str | None
    workers: int | None
    secure: bool
    #: The addresses of trusted proxies, separated by commas.
    proxy: str
    #: The server's host names, separated by commas.
    allowed_host: str
    limits: bool
    connections: int | None
    #: How long things are kept, as `parse_keep` reads it.
    keep: str
    archive: Path | None
    #: Files of `shoal arena --out` whose ratings are shown.
    ladder: tuple[Path, ...]
    log_level: str | None
    browser: bool


def serve_tables(arguments: ServeArguments) -> None:
    """Serve until stopped."""
    if arguments.log_level is not None and arguments.log_level not in _LOG_LEVELS:
        raise ShoalError(msg("--log-level: expected one of {levels}", levels=", ".join(_LOG_LEVELS)))
    database = database_address(arguments.database)
    secret, metrics_token = _secret(), _metrics_token()
    workers = arguments.workers if arguments.workers is not None else max(1, (os.cpu_count() or 2) - 1)
    most = most_connections(arguments.connections, raise_open_files(), workers)
    address_of = _address_of(arguments)
    listener = _listen(arguments)

    # Imported late because it takes a while: wrong arguments are reported at once.
    import uvicorn

    from shoal.arena import read_rated_results
    from shoal.server.app import ServerConfig, create_app
    from shoal.server.connections import Connections
    from shoal.server.logs import AccessLogMiddleware, set_up_logs
    from shoal.server.protocols import BoundedServer, connection_settings
    from shoal.server.retention.archive import Archive
    from shoal.server.retention.periods import parse_keep
    from shoal.server.security.rate_limit import RateLimits

    set_up_logs(arguments.log_level)
    connections = Connections(most, address_of=address_of)
    config = ServerConfig(
        database=database,
        secret=secret,
        workers=workers,
        prepare_levels=workers > 0,
        secure=arguments.secure,
        hosts=tuple(name.strip() for name in arguments.allowed_host.split(",") if name.strip()),
        limits=RateLimits().within(connections.most_feeds) if arguments.limits else None,
        metrics_token=metrics_token,
        keep=parse_keep(arguments.keep),
        archive=Archive(arguments.archive) if arguments.archive is not None else None,
        ladder=tuple(read_rated_results(path) for path in arguments.ladder),
    )
    app = create_app(config)
    app.state.metrics.observe_connections(connections)
    server = BoundedServer(
        uvicorn.Config(
            AccessLogMiddleware(app, app.state.metrics),
            **connection_settings(connections),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_STOP_SECONDS,
            timeout_keep_alive=_IDLE_SECONDS,
            ws_max_size=_LONGEST_FEED_MESSAGE,
            # A feed sends a few letters now and then; compression would cost memory for each feed.
            ws_per_message_deflate=False,
            proxy_headers=arguments.secure,
            forwarded_allow_ips=arguments.proxy,
        )
    )
    # Left alone, uvicorn shuts down and then raises the signal again; the exit status must be 0.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _signal, _frame: setattr(server, "should_exit", True))
    try:
        asyncio.run(_open_and_serve(app, server, listener, arguments))
    except (StoreUnavailable, ExceptionGroup) as error:
        cause = _find_store_error(error)
        if cause is None:
            raise
        raise ShoalError(
            msg("{database}: {reason}", database=address_without_password(database), reason=cause.text)
        ) from error


async def _open_and_serve(
    app: "Litestar", server: "uvicorn.Server", listener: socket.socket, arguments: ServeArguments
) -> None:
    """Open the application before the first request, and without uvicorn, which would hide errors."""
    async with app.lifespan():
        _announce(arguments, listener)
        await server.serve(sockets=[listener])


def _find_store_error(error: Exception) -> StoreUnavailable | None:
    """The database error in an error or a group of errors."""
    if isinstance(error, ExceptionGroup):
        return next((found for inner in error.exceptions if (found := _find_store_error(inner)) is not None), None)
    return error if isinstance(error, StoreUnavailable) else None


def _announce(arguments: ServeArguments, listener: socket.socket) -> None:
    """Print the server's address, on standard output, because logs go to standard error."""
    host, port = listener.getsockname()[:2]
    all_interfaces = ipaddress.ip_address(host).is_unspecified
    name = "localhost" if all_interfaces or ipaddress.ip_address(host).is_loopback else host
    address = f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
    print(say(msg("Shoal is running at {address} – press Ctrl+C to stop it.", address=address)), flush=True)
    if arguments.secure:
        print(say(msg("It expects to run behind a TLS proxy.")), flush=True)
    elif all_interfaces or not ipaddress.ip_address(host).is_loopback:
        print(say(msg("Others in your network can reach it too, over unencrypted connections.")), flush=True)
    if arguments.browser:
        local_host = "localhost" if all_interfaces else host
        threading.Thread(target=_open_browser, args=(local_host, port, address), daemon=True).start()


def _listen(arguments: ServeArguments) -> socket.socket:
    """Bind the port that was asked for, or by default the first free one of a few."""
    if arguments.port is not None:
        try:
            return _bind(arguments.host, arguments.port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise ShoalError(msg("port {port} is taken: name another with --port", port=arguments.port)) from None
            raise _cannot_listen(arguments.host, error) from None
    for port in _PORTS:
        try:
            return _bind(arguments.host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _cannot_listen(arguments.host, error) from None
    raise ShoalError(
        msg("no port from {first} to {last} is free: name one with --port", first=_PORTS[0], last=_PORTS[-1])
    )


def _bind(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    # The protocol is named, because otherwise asyncio leaves Nagle's algorithm on, which costs 40 ms per answer.
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except BaseException:
        listener.close()
        raise
    return listener


def _cannot_listen(host: str, error: OSError) -> ShoalError:
    return ShoalError(msg("cannot listen on {host}: {reason}", host=host, reason=error.strerror or str(error)))


def _networks(proxies: str) -> Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """The addresses and networks of trusted proxies; `*` trusts everybody."""
    words = [word.strip() for word in proxies.replace("*", "0.0.0.0/0,::/0").split(",")]
    try:
        return [ipaddress.ip_network(word) for word in words if word]
    except ValueError as error:
        raise ShoalError(msg("--proxy: {reason}", reason=str(error))) from None


def _address_of(arguments: ServeArguments) -> Callable[[str], str | None]:
    """Whom a connection from a host counts for. All visitors' connections come from the proxy, if there is one."""
    from shoal.server.security.rate_limit import bucket_name

    proxies = _networks(arguments.proxy) if arguments.secure else ()

    def address_of(host: str) -> str | None:
        if not arguments.limits or any(ipaddress.ip_address(host) in network for network in proxies):
            return None
        return bucket_name(host)

    return address_of


def _metrics_token() -> str | None:
    token = os.environ.get("SHOAL_METRICS_TOKEN") or None
    if token is not None and (len(token) < _SHORTEST_TOKEN or not token.isascii()):
        raise ShoalError(
            msg("SHOAL_METRICS_TOKEN: expected at least {count} letters and digits", count=_SHORTEST_TOKEN)
        )
    return token


def _secret() -> bytes:
    """The key that signs cookies: from the environment, or generated once and kept for this user only."""
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
    """Open the page as soon as the server answers."""
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
            webbrowser.open(address)
            return
        time.sleep(0.1)
