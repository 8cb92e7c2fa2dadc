"""A session of an analysis engine: lines in, lines out, until the input ends and everything is answered."""

import threading
from collections.abc import Iterator, Mapping
from typing import BinaryIO

import msgspec

from shoal import __version__
from shoal.core import Say, game_names, msg
from shoal.players.analysis.request import (
    LONGEST_LINE,
    BadLine,
    Cancel,
    QueryVersion,
    Question,
    QuestionDefaults,
    read_line,
)
from shoal.players.analysis.worker_pool import WorkerPool

__all__ = ["serve_lines"]


def serve_lines(source: BinaryIO, sink: BinaryIO, *, defaults: QuestionDefaults, workers: int, say: Say) -> None:
    """Answer every line of `source` on `sink`. Nothing that a line holds ends the session."""
    lock = threading.Lock()
    heard = True

    def write(answer: Mapping[str, object]) -> None:
        nonlocal heard
        with lock:
            try:
                sink.write(msgspec.json.encode(answer) + b"\n")
                sink.flush()
            except (BrokenPipeError, ValueError):
                # Nobody listens any more: what is still open is stopped below.
                heard = False
        if not heard:
            desk.cancel_all()

    desk = WorkerPool(workers, defaults, write, say)
    try:
        for line in _lines(source):
            if not heard:
                break
            answer = _obey(desk, line, say)
            if answer is not None:
                write(answer)
    except KeyboardInterrupt:
        desk.cancel_all()
    desk.finish()


def _obey(desk: WorkerPool, line: bytes, say: Say) -> Mapping[str, object] | None:
    """The answer that can be given at once, if there is one."""
    try:
        request = read_line(line)
    except BadLine as error:
        return {"id": error.id, "error": say(error.text), "field": error.field}
    match request:
        case QueryVersion():
            return {"id": request.id, "action": request.action, "version": __version__, "games": game_names()}
        case Cancel():
            found = desk.cancel(request.cancel)
            return {"id": request.id, "action": request.action, "cancel": request.cancel, "found": found}
        case Question():
            if desk.ask(request):
                return None
            text = msg("id: a question {id} is still open", id=request.id)
            return {"id": request.id, "error": say(text), "field": "id"}


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Lines without their ends; blank ones are skipped, and the rest of one that is too long."""
    while line := source.readline(LONGEST_LINE + 2):
        yielded = line
        while line and not line.endswith(b"\n") and len(line) > LONGEST_LINE:
            line = source.readline(LONGEST_LINE + 2)
        if yielded.strip():
            yield yielded.rstrip(b"\r\n")
