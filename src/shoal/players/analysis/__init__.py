"""Analysis for programs, in the manner of KataGo's analysis engine: one JSON object per line in and out.

`line_server.py` reads and writes the lines, `request.py` parses one, `worker_pool.py` answers several at once in
threads, `position.py` replays a question and finds its view and bot. docs/engine.md describes the lines.
"""

from shoal.players.analysis.line_server import serve_lines
from shoal.players.analysis.request import QuestionDefaults
from shoal.players.analysis.worker_pool import WorkerPool, Write

__all__ = ["QuestionDefaults", "WorkerPool", "Write", "serve_lines"]
