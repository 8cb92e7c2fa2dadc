"""Static files: the house's own, and the style and cover picture that each game brings."""

import hashlib
import mimetypes
from functools import cache
from pathlib import Path
from typing import Final

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from shoal.core import find_game, game_names
from shoal.server.errors import Missing, game_named
from shoal.server.web.templating import STATIC

__all__ = ["HANDLERS", "stamp"]

_GAME_FILES: Final = ("style.css", "pad.css", "cover.svg")
_HOUSE_FILES: Final = ("house.css", "pad.css", "page.js", "icon.svg", "manifest.webmanifest")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@cache
def stamp() -> str:
    """Changes when any static file does, so that browsers may keep them for ever."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.iterdir()):
        digest.update(path.read_bytes())
    for name in game_names():
        page = find_game(name).page()
        for file in _GAME_FILES if page is not None else ():
            path = page.folder / file if page is not None else STATIC
            if path.is_file():
                digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


@get("/static/{file:str}", name="house_file")
async def house_file(request: "Request[object, object, State]", file: FromPath[str]) -> Response[bytes]:
    """A file of the house."""
    return _file(request, STATIC, file, _HOUSE_FILES)


@get("/static/{name:str}/{file:str}", name="game_file")
async def game_file(
    request: "Request[object, object, State]", name: FromPath[str], file: FromPath[str]
) -> Response[bytes]:
    """A file of a game."""
    page = game_named(name).page()
    if page is None:
        raise Missing
    return _file(request, page.folder, file, _GAME_FILES)


def _file(
    request: "Request[object, object, State]", folder: Path, file: str, known: tuple[str, ...]
) -> Response[bytes]:
    path = folder / file
    if file not in known or not path.is_file():
        raise Missing
    kept = "public, max-age=31536000, immutable" if request.query_params.get("v") == stamp() else "no-cache"
    return Response(
        path.read_bytes(),
        media_type=mimetypes.guess_type(file)[0] or "application/octet-stream",
        headers={"Cache-Control": kept},
    )


HANDLERS = [house_file, game_file]
