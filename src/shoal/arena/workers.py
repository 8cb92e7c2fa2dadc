"""Games played in processes of their own, which make their bots ready first and are never left behind."""

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType, TracebackType
from typing import Self

from shoal.arena.match import PlayedGame, play_match, warm_bots
from shoal.arena.pairing import Fixture, MatchSettings
from shoal.core import ShoalError, Text, msg

__all__ = ["Workers"]


class Workers:
    """So many processes. Results come in the order in which games end."""

    def __init__(self, count: int, terms: MatchSettings) -> None:
        context = multiprocessing.get_context("spawn")
        self._workers: dict[Connection, BaseProcess] = {}
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, terms), daemon=False)
            process.start()
            theirs.close()
            self._workers[ours] = process

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._workers.values():
            process.terminate()
        for connection, process in self._workers.items():
            process.join(timeout=3)
            if process.is_alive():
                process.kill()
                process.join()
            connection.close()

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[PlayedGame]:
        """Play these games. Closing the iterator early leaves the running ones unfinished."""
        todo = iter(fixtures)
        busy: set[Connection] = set()
        for connection in self._workers:
            if (fixture := next(todo, None)) is not None:
                self._send(connection, fixture)
                busy.add(connection)
        while busy:
            ready = wait(list(busy))
            for connection in [connection for connection in busy if connection in ready]:
                entry = self._receive(connection)
                # The next game begins before this one is looked at.
                if (fixture := next(todo, None)) is not None:
                    self._send(connection, fixture)
                else:
                    busy.remove(connection)
                yield entry

    def _send(self, connection: Connection, fixture: Fixture) -> None:
        try:
            connection.send(fixture)
        except OSError:
            raise self._ended(connection) from None

    def _receive(self, connection: Connection) -> PlayedGame:
        try:
            answer = connection.recv()
        except (EOFError, OSError):
            raise self._ended(connection) from None
        if isinstance(answer, Text):
            raise ShoalError(answer)
        if not isinstance(answer, PlayedGame):
            raise TypeError("expected a finished game")
        return answer

    def _ended(self, connection: Connection) -> ShoalError:
        process = self._workers[connection]
        process.join(timeout=3)
        return ShoalError(msg("a process of the arena ended with status {status}", status=process.exitcode))


def _work(connection: Connection, terms: MatchSettings) -> None:
    # Ctrl-C is for the process that counts; it ends us in its own way, and then our bots' programs end with us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    warm_bots(terms)
    with contextlib.suppress(EOFError, OSError):
        while True:
            fixture: Fixture = connection.recv()
            try:
                answer: PlayedGame | Text = play_match(terms, fixture)
            except ShoalError as error:
                answer = error.text
            connection.send(answer)


def _leave(_number: int, _frame: FrameType | None) -> None:
    sys.exit(0)
