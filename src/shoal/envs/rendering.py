"""Rendering: a position as an array of pixels, as letters, or in a window of the browser.

Pictures are those of the game's page (`shoal.core.pictures`). Pixels need the extra `render`. `human` keeps a page in
a temporary folder that shows the position and follows it; it is opened in the browser if this machine has one.
"""

import io
import re
import tempfile
import webbrowser
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from shoal.core import ShoalError, Table, View, msg
from shoal.core.errors import shorten
from shoal.core.pictures import draw_letters, draw_picture
from shoal.core.text import say_english
from shoal.envs.extras import needs

__all__ = ["RENDER_FPS", "RENDER_MODES", "Frame", "Renderer"]

RENDER_MODES: Final = ("human", "rgb_array", "ansi")
RENDER_FPS: Final = 2

Frame: TypeAlias = NDArray[np.uint8] | str | None

#: Pictures of a game have many sizes; a frame is as wide and high as this, with white around the picture.
_SIDE: Final = 800
_SIZE: Final = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>body {{ margin: 0 }} img {{ display: block; margin: auto; max-width: 100%; max-height: 100vh }}</style>
<img src="position.svg" alt="{title}">
<script>
  const picture = document.querySelector("img");
  setInterval(() => {{ picture.src = "position.svg?" + Date.now(); }}, 500);
</script>
</html>
"""


class Renderer:
    """Draws the positions of one environment in the mode that it was made with."""

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            known = ", ".join(RENDER_MODES)
            raise ShoalError(
                msg("there is no render mode {mode}: expected one of {known}", mode=shorten(mode), known=known)
            )
        self.mode = mode
        self._window: _Window | None = None

    def draw(self, table: Table, view: View) -> Frame:
        """The view in the mode of the environment; `None` for `human`, and without a mode."""
        if self.mode is None:
            return None
        if self.mode == "ansi":
            return draw_letters(table.game, table.game.displayed(view), table.names, say_english)
        picture = draw_picture(table.game, view, table.names, say_english)
        if self.mode == "rgb_array":
            return _pixels(picture)
        if self._window is None:
            self._window = _Window(say_english(table.game.title))
        self._window.show(picture)
        return None

    def close(self) -> None:
        """Take the page away, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None


class _Window:
    """A page in the browser that shows the latest picture."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._folder = tempfile.TemporaryDirectory(prefix="shoal-", ignore_cleanup_errors=True)
        self._opened = False

    def show(self, picture: str) -> None:
        folder = Path(self._folder.name)
        # Written beside it and moved, so that the page never reads half a picture.
        fresh = folder / "fresh.svg"
        fresh.write_text(picture, encoding="utf-8")
        fresh.replace(folder / "position.svg")
        if not self._opened:
            self._opened = True
            page = folder / "index.html"
            page.write_text(_PAGE.format(title=self._title), encoding="utf-8")
            if not webbrowser.open(page.as_uri()):
                print(f"No browser could be opened here; the position is drawn in {page}")

    def close(self) -> None:
        self._folder.cleanup()


def _pixels(picture: str) -> NDArray[np.uint8]:
    """A picture as an array `[800, 800, 3]`, as large as it fits, in the middle."""
    with needs("render"):
        import resvg_py
        from PIL import Image
    found = _SIZE.search(picture)
    if found is None:
        raise ShoalError(msg("a picture of this game has no viewBox that begins at 0 0, so it cannot be drawn"))
    width, height = float(found[1]), float(found[2])
    fitting = round(_SIDE * min(1.0, width / height))
    png = resvg_py.svg_to_bytes(svg_string=picture, width=fitting, background="white")
    drawn = Image.open(io.BytesIO(png)).convert("RGB")
    frame = Image.new("RGB", (_SIDE, _SIDE), "white")
    frame.paste(drawn, ((_SIDE - drawn.width) // 2, (_SIDE - drawn.height) // 2))
    return np.asarray(frame).copy()
