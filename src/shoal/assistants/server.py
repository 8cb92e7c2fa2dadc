"""The server of the Model Context Protocol: its tools and resources, over standard input and output or over HTTP."""

import functools
import socket
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

import uvicorn
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp_types import ToolAnnotations

from shoal.assistants.server_api import ServerApi
from shoal.assistants.table_list import TableList
from shoal.assistants.tools import Tools
from shoal.core import ShoalError, find_game, game_names, msg
from shoal.core.translations import speaker

__all__ = ["LOOPBACK", "make_server", "serve_http", "serve_stdio"]

#: Nobody needs a password here, so the server listens to this machine alone.
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
_INSTRUCTIONS: Final = (
    "Shoal plays three fish games. Begin with `games` and `rules`, start a game with `new_table`, then repeat "
    "`legal_steps` and `play` until the game is over. You have one seat against bots and see what that seat sees. "
    "`hint` asks a coach; `review` says afterwards where the game was decided."
)
_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")


def make_server(
    language: str = "en", tables: TableList | None = None, api: ServerApi | None = None
) -> MCPServer[object]:
    """A server with tables of its own, unless some are given."""
    from shoal import __version__

    server: MCPServer[object] = MCPServer(
        "shoal", title="Shoal", version=__version__, instructions=_INSTRUCTIONS, log_level="WARNING"
    )
    tools = Tools(tables if tables is not None else TableList(), language, api)
    looking = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    acting = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
    closing = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)
    by_kind: list[tuple[ToolAnnotations, list[Callable[..., object]]]] = [
        (looking, [tools.games, tools.options, tools.rules, tools.tables, tools.view, tools.legal_steps, tools.log]),
        (looking, [tools.review, tools.record]),
        (acting, [tools.new_table, tools.join_table, tools.play, tools.wait, tools.nudge, tools.hint]),
        (closing, [tools.close_table]),
    ]
    for kind, calls in by_kind:
        for call in calls:
            server.add_tool(_refused_in_words(call, language), annotations=kind)
    server.add_tool(_refused_in_words(tools.picture, language), annotations=looking, structured_output=False)

    @server.resource(
        "shoal://tables/{table}/picture.svg", mime_type="image/svg+xml", description="A table, drawn for its seat."
    )
    def picture(table: str) -> str:
        try:
            return tools.svg(table)
        except ShoalError as error:
            raise ResourceNotFoundError(_say(language, error)) from None

    @server.resource("shoal://games/{game}/rules.md", mime_type="text/markdown", description="The rules of a game.")
    def rules(game: str) -> str:
        try:
            return tools.rules(game)
        except ShoalError as error:
            raise ResourceNotFoundError(_say(language, error)) from None

    return server


def serve_stdio(language: str, api: ServerApi | None) -> None:
    """Serve one client on standard input and output, until it closes them."""
    tables = TableList()
    try:
        make_server(language, tables, api).run("stdio")
    finally:
        tables.close_all()


def serve_http(language: str, api: ServerApi | None, host: str, port: int, announce: Callable[[str], None]) -> None:
    """Serve the programs of this machine over HTTP until stopped. `announce` gets the address."""
    if host not in LOOPBACK:
        raise ShoalError(msg("--host: found {host}, expected one of {known}", host=host, known=", ".join(LOOPBACK)))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise ShoalError(
            msg("cannot listen on port {port}: {reason}", port=port, reason=error.strerror or str(error))
        ) from None
    tables = TableList()
    app = make_server(language, tables, api).streamable_http_app(host=host)
    announce(f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/mcp")
    try:
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
    finally:
        tables.close_all()


def _refused_in_words(tool: Callable[_Arguments, _Answer], language: str) -> Callable[_Arguments, _Answer]:
    """The tool, whose refusals become errors that an assistant can read and mend."""

    @functools.wraps(tool)
    def call(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Answer:
        try:
            return tool(*args, **kwargs)
        except ShoalError as error:
            raise ToolError(_say(language, error)) from None

    return call


def _say(language: str, error: ShoalError) -> str:
    return speaker(language, *map(find_game, game_names()))(error.text)
