"""Static files: the shared ones, and the style sheets and cover picture that each game brings."""

import hashlib
import mimetypes
from functools import cache
from pathlib import Path
from typing import Final

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

import shoal.coach
from shoal.core import find_game, game_names
from shoal.server.errors import NotFound, game_named

__all__ = ["HANDLERS", "stamp"]

_FOLDER: Final = Path(__file__).parent / "static"
_GAME_FILES: Final = ("style.css", "pad.css", "editor.css", "cover.svg")
_SHARED_FILES: Final = (
    "house.css",
    "pad.css",
    "analysis.css",
    "review.css",
    "page.js",
    "analysis.js",
    "icon.svg",
    "manifest.webmanifest",
)
#: What the pages share with the coach's HTML report.
_COACH_FOLDER: Final = Path(shoal.coach.__file__).parent
_COACH_FILES: Final = ("graph.css",)
mimetypes.add_type("application/manifest+json", ".webmanifest")


@cache
def stamp() -> str:
    """A version for the URLs of static files. It changes with any of them, so browsers may cache them indefinitely."""
    digest = hashlib.sha256()
    for path in sorted(_FOLDER.iterdir()):
        digest.update(path.read_bytes())
    for file in _COACH_FILES:
        digest.update((_COACH_FOLDER / file).read_bytes())
    for name in game_names():
        page = find_game(name).page()
        if page is None:
            continue
        for file in _GAME_FILES:
            path = page.folder / file
            if path.is_file():
                digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


@get("/static/{file:str}", name="shared_file")
async def shared_file(request: "Request[object, object, State]", file: FromPath[str]) -> Response[bytes]:
    """A file that all pages share."""
    if file in _COACH_FILES:
        return _file(request, _COACH_FOLDER, file, _COACH_FILES)
    return _file(request, _FOLDER, file, _SHARED_FILES)


@get("/static/{name:str}/{file:str}", name="game_file")
async def game_file(
    request: "Request[object, object, State]", name: FromPath[str], file: FromPath[str]
) -> Response[bytes]:
    """A file of a game."""
    page = game_named(name).page()
    if page is None:
        raise NotFound
    return _file(request, page.folder, file, _GAME_FILES)


def _file(
    request: "Request[object, object, State]", folder: Path, file: str, allowed: tuple[str, ...]
) -> Response[bytes]:
    path = folder / file
    if file not in allowed or not path.is_file():
        raise NotFound
    caching = "public, max-age=31536000, immutable" if request.query_params.get("v") == stamp() else "no-cache"
    return Response(
        path.read_bytes(),
        media_type=mimetypes.guess_type(file)[0] or "application/octet-stream",
        headers={"Cache-Control": caching},
    )


HANDLERS = [shared_file, game_file]
