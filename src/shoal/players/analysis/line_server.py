"""The analysis engine: lines in, lines out, until the input ends and everything is answered."""

import threading
from collections.abc import Iterator, Mapping
from typing import BinaryIO

import msgspec

from shoal import __version__
from shoal.core import Say, game_names, msg
from shoal.core.errors import shorten
from shoal.players.analysis.request import (
    LONGEST_LINE,
    BadLine,
    Cancel,
    QueryVersion,
    Question,
    QuestionDefaults,
    WarmUp,
    read_line,
)
from shoal.players.analysis.worker_pool import WorkerPool

__all__ = ["serve_lines"]


def serve_lines(source: BinaryIO, sink: BinaryIO, *, defaults: QuestionDefaults, workers: int, say: Say) -> None:
    """Answer every line of `source` on `sink`. No line, however bad, ends the engine."""
    lock = threading.Lock()
    connected = True

    def write(answer: Mapping[str, object]) -> None:
        nonlocal connected
        with lock:
            try:
                sink.write(msgspec.json.encode(answer) + b"\n")
                sink.flush()
            except (BrokenPipeError, ValueError):
                # The reader is gone: open questions are cancelled below.
                connected = False
        if not connected:
            pool.cancel_all()

    pool = WorkerPool(workers, defaults, write, say)
    try:
        for line in _lines(source):
            if not connected:
                break
            answer = _handle(pool, line, say)
            if answer is not None:
                write(answer)
    except KeyboardInterrupt:
        pool.cancel_all()
    pool.finish()


def _handle(pool: WorkerPool, line: bytes, say: Say) -> Mapping[str, object] | None:
    """Act on one line; the answer, if there is one at once."""
    try:
        request = read_line(line)
    except BadLine as error:
        return {"id": error.id, "error": say(error.text), "field": error.field}
    match request:
        case QueryVersion():
            return {"id": request.id, "action": request.action, "version": __version__, "games": game_names()}
        case Cancel():
            found = pool.cancel(request.cancel)
            return {"id": request.id, "action": request.action, "cancel": request.cancel, "found": found}
        case Question() | WarmUp():
            if pool.submit(request):
                return None
            text = msg("id: a question {id} is still open", id=shorten(request.id))
            return {"id": request.id, "error": say(text), "field": "id"}


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Lines without their line ends; skips blank ones, and the rest of one that is too long."""
    while line := source.readline(LONGEST_LINE + 2):
        yielded = line
        while line and not line.endswith(b"\n") and len(line) > LONGEST_LINE:
            line = source.readline(LONGEST_LINE + 2)
        if yielded.strip():
            yield yielded.rstrip(b"\r\n")
