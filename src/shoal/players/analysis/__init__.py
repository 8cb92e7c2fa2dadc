"""Analysis for programs, in the manner of KataGo's analysis engine: one JSON object a line in and out.

`request.py` reads a line, `position.py` finds what its seat sees, `desk.py` has several of them thought
about at once, `session.py` runs from the first line to the last. docs/engine.md describes the lines.
"""

from shoal.players.analysis.line_server import serve_lines
from shoal.players.analysis.request import QuestionDefaults
from shoal.players.analysis.worker_pool import WorkerPool, Write

__all__ = ["QuestionDefaults", "WorkerPool", "Write", "serve_lines"]
