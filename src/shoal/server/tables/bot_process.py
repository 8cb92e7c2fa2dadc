"""A process in which bots think, one question after the other.

It is `python -m shoal.players.analysis` and speaks the lines of docs/engine.md, so nothing but text crosses over: the
view of the bot's seat, never the game.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from shoal.core import Seat, msg, seat_name, view_bytes
from shoal.core.compilation import NotCompiled
from shoal.server.tables.snapshot import TableSnapshot
from shoal.server.tables.worker_process import WorkerFailure, WorkerProcess

__all__ = ["BotProcess", "seated_bot"]

_MODULE: Final = "shoal.players.analysis"
#: Longer than any level thinks; and than it takes to compile its engine on a slow and busy machine.
_LONGEST_SECONDS: Final = 180.0
_LONGEST_WARM_UP_SECONDS: Final = 1800.0
_NICENESS: Final = 5


def seated_bot(snapshot: TableSnapshot, seat: Seat) -> str:
    """The name under which a worker keeps the bot on a seat: no other seat, at any table, ever has the same."""
    return f"{snapshot.row.id} {seat_name(seat)}"


class _Answer(msgspec.Struct):
    step: str | None = None
    compiled: bool = True


class BotProcess(WorkerProcess):
    """One worker process for bots."""

    def __init__(self, niceness: int = _NICENESS) -> None:
        super().__init__(_MODULE, niceness)
        #: How many steps were requested of it.
        self.steps_requested = 0

    async def choose(
        self,
        snapshot: TableSnapshot,
        seat: Seat,
        seconds: float | None = None,
        bot: str | None = None,
        *,
        may_compile: bool = True,
    ) -> str:
        """Return the step of the bot on a seat, in notation. Raises `WorkerFailure`.

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
        answer = await self._answer(question)
        if not answer.compiled:
            raise NotCompiled(bot)
        if answer.step is None:
            raise WorkerFailure(msg("the bot gave no step"))
        return answer.step

    async def load(self, game: str, bot: str) -> bool:
        """Have it load all that a bot needs; tell whether that was compiled before. Raises `WorkerFailure`."""
        return (await self._answer({"action": "warm_up", "game": game, "bot": bot, "compile": False})).compiled

    async def warm_up(self, game: str, bot: str) -> None:
        """Have it compile or load all that a bot needs. Raises `WorkerFailure`."""
        await self.ask({"action": "warm_up", "game": game, "bot": bot}, _LONGEST_WARM_UP_SECONDS)

    async def _answer(self, question: Mapping[str, object]) -> _Answer:
        return msgspec.json.decode(await self.ask(question, _LONGEST_SECONDS), type=_Answer)
