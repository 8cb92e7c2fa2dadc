"""Draws a record's final position as an SVG picture for the manual: `python tools/picture.py RECORD SVG [SEAT]`."""

import argparse
import io
from pathlib import Path

from rich.console import Console

from shoal.core import Replay, parse_seat, read_record, seat_name
from shoal.core.text import say_english

#: Rich's own template, without the web fonts that it would fetch.
TEMPLATE = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("record", type=Path)
    parser.add_argument("svg", type=Path)
    parser.add_argument("seat", nargs="?")
    parser.add_argument("--width", type=int, default=80)
    arguments = parser.parse_args()
    replay = Replay(read_record(arguments.record))
    state = replay.final
    viewer = None if arguments.seat is None else parse_seat(arguments.seat, len(state.scores))
    names = replay.record.seats or tuple(seat_name(seat) for seat in range(len(state.scores)))
    console = Console(
        record=True,
        width=arguments.width,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
    )
    console.print(replay.game.draw(state.view(viewer), names, say_english))
    title = f"shoal play {replay.game.name}"
    arguments.svg.write_text(console.export_svg(title=title, code_format=TEMPLATE, unique_id="shoal"), encoding="utf-8")


if __name__ == "__main__":
    main()
