"""`shoal serve`: the web table on this machine, or for a club."""

import contextlib
import os
import re
import secrets
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path
from typing import Final

import msgspec
import platformdirs

from shoal.cli.language import say
from shoal.core import ShoalError, msg

__all__ = ["ServeWishes", "serve_tables"]

_PORTS: Final = range(8000, 8020)
_SECRET: Final = re.compile(r"[0-9a-f]{64}")


class ServeWishes(msgspec.Struct, frozen=True, kw_only=True):
    """What the command line asks for."""

    host: str
    port: int | None
    database: str | None
    workers: int | None
    secure: bool
    browser: bool


def serve_tables(wishes: ServeWishes) -> None:
    """Serve until stopped."""
    import uvicorn

    from shoal.server.app import Plan, create_app
    from shoal.server.logs import set_up_logs

    set_up_logs()
    port = _free_port(wishes)
    plan = Plan(
        database=wishes.database or f"sqlite:///{_folder() / 'shoal.db'}",
        secret=_secret(),
        workers=wishes.workers if wishes.workers is not None else max(1, (os.cpu_count() or 2) - 1),
        secure=wishes.secure,
    )
    shown = "localhost" if wishes.host in ("127.0.0.1", "0.0.0.0", "::") else wishes.host  # noqa: S104
    address = f"{'https' if wishes.secure else 'http'}://{shown}:{port}/"
    print(say(msg("Shoal is at {address} – stop it with Ctrl+C.", address=address)), file=sys.stderr, flush=True)
    if wishes.browser:
        threading.Thread(target=_open_browser, args=(wishes.host, port, address), daemon=True).start()
    config = uvicorn.Config(
        create_app(plan),
        host=wishes.host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=10,
        proxy_headers=wishes.secure,
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run()


def _free_port(wishes: ServeWishes) -> int:
    """The port asked for; otherwise the first of a few that nobody uses."""
    if wishes.port is not None:
        return wishes.port
    for port in _PORTS:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((wishes.host if wishes.host != "::" else "127.0.0.1", port))
            except OSError:
                continue
            return port
    raise ShoalError(
        msg("no port from {first} to {last} is free: name one with --port", first=_PORTS[0], last=_PORTS[-1])
    )


def _folder() -> Path:
    folder = platformdirs.user_data_path("shoal")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ShoalError(
            msg("cannot write {path}: {reason}", path=folder, reason=error.strerror or str(error))
        ) from None
    return folder


def _secret() -> bytes:
    """What cookies are signed with: from the environment, or made once and kept for this user alone."""
    given = os.environ.get("SHOAL_SECRET")
    path = _folder() / "secret" if given is None else None
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
