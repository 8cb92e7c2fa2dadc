"""The bot at this end of the pipe: sends what its seat sees, and accepts only a legal step as the answer."""

import time
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from shoal.core import Game, SearchLimit, Step, Text, Thought, View, msg, seat_name, view_bytes
from shoal.core.errors import shorten
from shoal.core.options import OptionValue, write_options
from shoal.players.failure import BotFailure
from shoal.players.pipe.child import Child

__all__ = ["PipeBot"]

#: The time for a step where no limit is set, as in `shoal play`.
_USUAL_SECONDS: Final = 1.0
#: How long after its time an answer still counts, and how much longer for the first one, while the program starts.
_GRACE: Final = 1.0
_START: Final = 10.0
_POLL: Final = 0.05


class _PipeAnswer(msgspec.Struct, frozen=True):
    """The fields of an answer that are read; others are ignored."""

    id: str
    step: str | None = None
    final: bool = True
    error: str | None = None
    shares: tuple[float, ...] | None = None
    points: tuple[float, ...] | None = None
    proved: bool = False
    depth: int = 0
    nodes: int = 0


class PipeBot:
    """A program that plays a seat. It is started at once, and ends with this bot at the latest."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, OptionValue],
        command: Sequence[str],
        *,
        grace: float = _GRACE,
        start: float = _START,
    ) -> None:
        self._about = {"game": game.name, "options": write_options(game.fields, options)}
        self._program = command[0]
        self._grace = grace
        self._start = start
        self._asked = 0
        self._failed: BotFailure | None = None
        try:
            self._child = Child(command)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise BotFailure(msg("cannot start {program}: {reason}", program=self._program, reason=reason)) from None

    def close(self) -> None:
        """End the program."""
        self._child.kill()

    def choose(self, view: View) -> Step:
        return self.think(view, SearchLimit(_USUAL_SECONDS)).step

    def think(self, view: View, limit: SearchLimit) -> Thought:
        """The program's answer. If that is not a legal step in time, ends the program and raises `BotFailure`."""
        if self._failed is not None:
            raise self._failed
        legal = {str(step): step for step in view.legal}
        self._asked += 1
        self._child.send(self._request(view, limit, list(legal)))
        try:
            return self._listen(view, limit, legal)
        except BotFailure as failure:
            self._failed = failure
            self.close()
            raise

    def _request(self, view: View, limit: SearchLimit, legal: Sequence[str]) -> bytes:
        return msgspec.json.encode(
            {
                "id": str(self._asked),
                **self._about,
                "seat": None if view.viewer is None else seat_name(view.viewer),
                "to_act": [seat_name(seat) for seat in view.to_act],
                "scores": view.scores,
                "view": msgspec.Raw(view_bytes(view)),
                "legal": legal,
                "time_ms": round(limit.seconds * 1000),
            }
        )

    def _listen(self, view: View, limit: SearchLimit, legal: Mapping[str, Step]) -> Thought:
        over_at: float | None = None
        grace = self._grace + (self._start if self._asked == 1 else 0.0)
        while True:
            if over_at is None and limit.left <= 0:
                over_at = time.monotonic()
                self._cancel()
            if over_at is not None and time.monotonic() - over_at > grace:
                raise self._failure(msg("it did not answer in time"))
            line = self._child.receive(_POLL)
            if line is None:
                continue
            answer = self._read(line)
            if answer.id != str(self._asked):
                # The answer to the cancel, or a partial result that came late.
                continue
            if answer.error is not None:
                raise self._failure(msg("it reports {reason}", reason=shorten(answer.error)))
            thought = self._thought(answer, view, legal)
            if answer.final:
                return thought
            if limit.report is not None:
                limit.report(thought)

    def _cancel(self) -> None:
        number = str(self._asked)
        self._child.send(msgspec.json.encode({"id": f"cancel {number}", "action": "cancel", "cancel": number}))

    def _read(self, line: bytes) -> _PipeAnswer:
        if not line:
            raise self._failure(self._why_it_ended())
        try:
            return msgspec.json.decode(line, type=_PipeAnswer)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            found = shorten(line.decode("utf-8", "replace"))
            raise self._failure(
                msg("found {found}, expected a line such as {example}", found=found, example=_EXAMPLE)
            ) from None

    def _thought(self, answer: _PipeAnswer, view: View, legal: Mapping[str, Step]) -> Thought:
        step = legal.get(answer.step) if answer.step is not None else None
        if step is None:
            found = shorten(answer.step)
            raise self._failure(
                msg("found the step {found}, expected one of {count} legal steps", found=found, count=len(legal))
            )
        count = len(view.scores)
        shares = answer.shares if answer.shares is not None and len(answer.shares) == count else (1 / count,) * count
        points = answer.points if answer.points is not None and len(answer.points) == count else view.scores
        return Thought(
            step=step,
            shares=shares,
            points=tuple(float(number) for number in points),
            line=(step,),
            proved=answer.proved,
            depth=answer.depth,
            nodes=answer.nodes,
        )

    def _why_it_ended(self) -> Text:
        line = self._child.last_error_line
        if line:
            return msg("it ended with status {status}: {words}", status=self._child.exit_status, words=shorten(line))
        return msg("it ended with status {status}", status=self._child.exit_status)

    def _failure(self, reason: Text) -> BotFailure:
        return BotFailure(msg("the bot {program} failed: {reason}", program=self._program, reason=reason))


_EXAMPLE: Final = '{"id": "1", "step": "…"}'
