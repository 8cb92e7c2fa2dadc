"""Analysis for programs, in the manner of KataGo's analysis engine: one JSON object a line in and out.

`request.py` reads a line, `position.py` finds what its seat sees, `desk.py` has several of them thought
about at once, `session.py` runs from the first line to the last. docs/engine.md describes the lines.
"""

from shoal.players.analysis.desk import Desk, Write
from shoal.players.analysis.request import Defaults
from shoal.players.analysis.session import serve_lines

__all__ = ["Defaults", "Desk", "Write", "serve_lines"]
