"""Analysis for programs, in the manner of KataGo's analysis engine: one JSON object per line in and out.

`line_server.py` reads and writes the lines, `request.py` parses one, `worker_pool.py` answers several at once in
threads, `position.py` finds the view and the bot of a question, `kept_bots.py` has the bots that are kept for the next
one. docs/engine.md describes the lines.
"""

from shoal.players.analysis.line_server import serve_lines
from shoal.players.analysis.request import QuestionDefaults
from shoal.players.analysis.worker_pool import WorkerPool, Write

__all__ = ["QuestionDefaults", "WorkerPool", "Write", "serve_lines"]
