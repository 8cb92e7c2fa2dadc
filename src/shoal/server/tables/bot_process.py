"""A process in which bots think, one question after the other.

It is `python -m shoal.players.analysis` and speaks the lines of docs/engine.md, so nothing but text crosses over: the
view of the bot's seat, never the game. One that hangs or dies is replaced.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Mapping
from typing import Final

import msgspec

from shoal.core import Seat, ShoalError, msg, seat_name, view_bytes
from shoal.core.compilation import NotCompiled
from shoal.server.tables.snapshot import TableSnapshot

__all__ = ["BotProcess", "BotWorkerFailure", "seated_bot"]

#: Longer than any level thinks; and than it takes to compile its engine on a slow and busy machine.
_LONGEST_SECONDS: Final = 180.0
_LONGEST_WARM_UP_SECONDS: Final = 1800.0
_LINE_LIMIT: Final = 1 << 20
_NICENESS: Final = 5


def seated_bot(snapshot: TableSnapshot, seat: Seat) -> str:
    """The name under which a worker keeps the bot on a seat: no other seat, at any table, ever has the same."""
    return f"{snapshot.row.id} {seat_name(seat)}"


class BotWorkerFailure(ShoalError):
    """A process that returned no answer."""


class _WorkerAnswer(msgspec.Struct):
    id: str | None = None
    step: str | None = None
    error: str | None = None
    compiled: bool = True


class BotProcess:
    """One worker process. It is started for its first step, and again after a failure."""

    def __init__(self, niceness: int = _NICENESS) -> None:
        """`niceness` says how far it stands behind this process, where people are answered."""
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        #: How many steps were requested of it.
        self.steps_requested = 0
        self._requests = 0

    async def choose(
        self,
        snapshot: TableSnapshot,
        seat: Seat,
        seconds: float | None = None,
        bot: str | None = None,
        *,
        may_compile: bool = True,
    ) -> str:
        """Return the step of the bot on a seat, in notation. Raises `BotWorkerFailure`.

        `seconds` limits its time; None is the time that it usually takes. `bot` is who plays for the bot on the seat,
        if anybody does. Raises `NotCompiled` if it has to be compiled first and must not be.
        """
        self.steps_requested += 1
        question = {
            "game": snapshot.game.name,
            "options": snapshot.row.options,
            "view": msgspec.Raw(view_bytes(snapshot.table.view(seat))),
            "bot": bot or snapshot.seats[seat].bot,
            "keep_as": seated_bot(snapshot, seat),
            "time_ms": seconds * 1000 if seconds is not None else None,
            "compile": may_compile,
        }
        answer = await self._ask(question, _LONGEST_SECONDS)
        if not answer.compiled:
            raise NotCompiled(bot)
        if answer.step is None:
            raise BotWorkerFailure(msg("the bot gave no step: {reason}", reason=answer.error or "no step"))
        return answer.step

    async def load(self, game: str, bot: str) -> bool:
        """Have it load all that a bot needs; tell whether that was compiled before. Raises `BotWorkerFailure`."""
        question = {"action": "warm_up", "game": game, "bot": bot, "compile": False}
        return (await self._ask(question, _LONGEST_SECONDS)).compiled

    async def warm_up(self, game: str, bot: str) -> None:
        """Have it compile or load all that a bot needs. Raises `BotWorkerFailure`."""
        await self._ask({"action": "warm_up", "game": game, "bot": bot}, _LONGEST_WARM_UP_SECONDS)

    async def _ask(self, question: Mapping[str, object], longest: float) -> _WorkerAnswer:
        """Ask one thing after the other. Whatever goes wrong ends the process, and the next question starts another."""
        async with self._lock:
            self._requests += 1
            try:
                async with asyncio.timeout(longest):
                    return await self._exchange(await self._start(), {"id": str(self._requests), **question})
            except (TimeoutError, OSError, ValueError, msgspec.DecodeError) as error:
                await self.stop()
                reason = f"{type(error).__name__}: {error}"
                raise BotWorkerFailure(msg("the bot gave no step: {reason}", reason=reason)) from error
            except asyncio.CancelledError:
                await self.stop()  # otherwise its late answer would be taken for the answer to the next question
                raise

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _start(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "shoal.players.analysis",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE_LIMIT,
                # One thread each, so that no bot slows down the bots of other tables.
                env={**os.environ, "NUMBA_NUM_THREADS": "1"},
            )
            if os.name == "posix":
                # What people do comes before what bots think, also where there are fewer cores than workers.
                with contextlib.suppress(ProcessLookupError):
                    os.setpriority(
                        os.PRIO_PROCESS, self._process.pid, os.getpriority(os.PRIO_PROCESS, 0) + self._niceness
                    )
        return self._process

    async def _exchange(self, process: asyncio.subprocess.Process, question: Mapping[str, object]) -> _WorkerAnswer:
        if process.stdin is None or process.stdout is None:
            raise OSError("no pipes")
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise OSError("the worker ended")
        answer = msgspec.json.decode(line, type=_WorkerAnswer)
        if answer.id != question["id"] or answer.error is not None:
            raise ValueError(answer.error or "no answer")
        return answer
