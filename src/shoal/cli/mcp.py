"""`shoal mcp`: assistants that speak the Model Context Protocol play here."""

import contextlib
import importlib.util
import sys
from typing import Final

from shoal.cli.language import language, say
from shoal.core import ShoalError
from shoal.core.text import msg

__all__ = ["serve_assistants"]

#: What the extra installs, by the names that are imported.
_NEEDED: Final = ("mcp", "resvg_py")


def serve_assistants(*, server: str | None, token: str | None, http: bool, host: str | None, port: int | None) -> None:
    """Serve one assistant on standard input and output, or those of this machine over HTTP, until stopped."""
    for option, value in (("--host", host), ("--port", port)):
        if value is not None and not http:
            raise ShoalError(msg("{option} needs --http", option=option))
    for name in _NEEDED:
        if importlib.util.find_spec(name) is None:
            raise ShoalError(msg('{package} is not installed: run `pip install "shoal[mcp]"`', package=name))
    if server is not None and not token:
        raise ShoalError(msg("--server needs a token in SHOAL_TOKEN: the settings page of the server makes one"))
    # Imported late because it takes a second: wrong arguments are reported at once.
    from shoal.assistants.server import serve_http, serve_stdio
    from shoal.assistants.server_api import ServerApi

    api = ServerApi(server, token, language()) if server is not None and token else None
    with contextlib.suppress(KeyboardInterrupt):
        if http:
            serve_http(language(), api, host or "127.0.0.1", 8765 if port is None else port, _announce)
        else:
            serve_stdio(language(), api)


def _announce(address: str) -> None:
    """Say where assistants find the server; on standard error, as programs keep their logs."""
    words = msg("Assistants find Shoal at {address} (stop with Ctrl+C)", address=address)
    print(say(words), file=sys.stderr, flush=True)
