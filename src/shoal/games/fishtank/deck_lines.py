"""Where something stands in a deck file, so that an error can name the line.

The TOML reader of the standard library gives no line numbers, so this module looks for headers and keys itself.
That is sound as long as no text runs over several lines; `deck_file.py` refuses such texts beforehand.
"""

import re
from collections.abc import Sequence
from typing import TypeAlias

__all__ = ["FieldPath", "field_name", "line_of"]

#: From the top of the file to a value: `("kinds", 2, "shapes", 0, "points")`.
FieldPath: TypeAlias = tuple[str | int, ...]


def field_name(path: FieldPath) -> str:
    """The path in words: `kinds[3].shapes[1].points`, counted from 1 as people do."""
    name = ""
    for part in path:
        if isinstance(part, int):
            name += f"[{part + 1}]"
        else:
            name += f".{part}" if name else part
    return name


def line_of(text: str, path: FieldPath) -> int:
    """The line, from 1, of the value at the path; of the nearest table around it when it has none of its own."""
    lines = text.split("\n")
    start, end = 0, len(lines)
    found = 0
    header = ""
    rest = list(path)
    while len(rest) >= 2 and isinstance(rest[0], str) and isinstance(rest[1], int):
        name, number = rest[0], rest[1]
        header = f"{header}.{name}" if header else name
        starts = [line for line in range(start, end) if _is_header(lines[line], header)]
        if number >= len(starts):
            break
        found = starts[number]
        end = starts[number + 1] if number + 1 < len(starts) else end
        start = found + 1
        rest = rest[2:]
    if rest and isinstance(rest[0], str):
        found = _key_line(lines[start:end], rest[0], start, found)
    return found + 1


def _is_header(line: str, name: str) -> bool:
    return re.match(rf"\s*\[\[\s*{re.escape(name)}\s*\]\]", line) is not None


def _key_line(lines: Sequence[str], key: str, offset: int, otherwise: int) -> int:
    """The line that gives the key, before the next header."""
    given = re.compile(rf"""\s*["']?{re.escape(key)}["']?\s*[=.]""")
    for number, line in enumerate(lines):
        if given.match(line):
            return offset + number
        if re.match(r"\s*\[\[?\s*\w", line):
            break
    return otherwise
