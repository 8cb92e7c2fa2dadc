"""Games played in worker processes, which warm up their bots first and end with the tournament."""

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
    """`count` worker processes. Results come in the order in which games end."""

    def __init__(self, count: int, settings: MatchSettings, threads: int | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self._workers: dict[Connection, BaseProcess] = {}
        for _ in range(count):
            own_end, worker_end = context.Pipe()
            process = context.Process(target=_work, args=(worker_end, settings, threads), daemon=False)
            process.start()
            worker_end.close()
            self._workers[own_end] = process

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
        """Play these games. Closing the iterator early abandons those that are running."""
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
                # The next game begins before the caller looks at this one.
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


def _work(connection: Connection, settings: MatchSettings, threads: int | None) -> None:
    # Ctrl-C is for the main process, which then terminates this one, and the bots' programs with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _exit)
    warm_bots(settings)
    with contextlib.suppress(EOFError, OSError):
        while True:
            fixture: Fixture = connection.recv()
            try:
                answer: PlayedGame | Text = play_match(settings, fixture, threads=threads)
            except ShoalError as error:
                answer = error.text
            connection.send(answer)


def _exit(_number: int, _frame: FrameType | None) -> None:
    sys.exit(0)
