"""What the coach answers another process: numbers, steps in notation, and texts that are not in any language yet.

`worker.py` writes these answers as JSON, `read_answer` reads them back.
"""

from typing import Any, TypeVar

import msgspec

from shoal.coach.hint import Hint, tell_hint
from shoal.coach.marks import Mark, StepCost
from shoal.core import Seat, State, Text
from shoal.core.judging import JudgedStep, Judgement, SeatVerdict

__all__ = ["HintAnswer", "StepAnswer", "TriedAnswer", "VerdictAnswer", "read_answer"]


class StepAnswer(msgspec.Struct, frozen=True):
    """A step, and what every seat may expect after it."""

    step: str
    #: What it does, as the game describes it.
    words: Text
    value: Judgement
    #: The line of play that is expected, this step first.
    line: tuple[str, ...]
    #: How far the chance that it costs, compared with the best one, may be off: half of a 95 % interval.
    doubt: float

    @classmethod
    def of(cls, judged: JudgedStep, state: State) -> "StepAnswer":
        """The answer about one judged step; `state` describes it, and may be an imagined one."""
        line = tuple(map(str, judged.line))
        return cls(str(judged.step), state.describe(judged.step), judged.value, line, judged.doubt)


class HintAnswer(msgspec.Struct, frozen=True):
    """The best step of a seat, and why."""

    seat: Seat
    best: StepAnswer
    next_best: StepAnswer | None
    #: What speaks for it, in the game's own words.
    reasons: tuple[Text, ...]
    #: Where to look, which does not give the step away.
    nudge: Text
    #: All the rest in sentences: the step, the reasons, the value, the line, and the next best step.
    told: tuple[Text, ...]

    @classmethod
    def of(cls, hint: Hint, state: State) -> "HintAnswer":
        """The answer that says what a hint says."""
        other = None if hint.next_best is None else StepAnswer.of(hint.next_best, state)
        best, told = StepAnswer.of(hint.best, state), tuple(tell_hint(hint, state))
        return cls(hint.seat, best, other, hint.reasons, hint.nudge, told)


class VerdictAnswer(msgspec.Struct, frozen=True):
    """Some steps of a seat, the best one first."""

    seat: Seat
    steps: tuple[StepAnswer, ...]

    @classmethod
    def of(cls, verdict: SeatVerdict, state: State) -> "VerdictAnswer":
        """The answer that says what a verdict says."""
        return cls(verdict.seat, tuple(StepAnswer.of(judged, state) for judged in verdict.steps))


class TriedAnswer(msgspec.Struct, frozen=True):
    """A step that somebody tries, compared with the best one."""

    tried: StepAnswer
    best: StepAnswer
    cost: StepCost
    mark: Mark


_Answer = TypeVar("_Answer", bound=msgspec.Struct)


def read_answer(text: bytes, answer: type[_Answer]) -> _Answer:
    """The answer that JSON holds. Raises `msgspec.DecodeError` if it is another one."""
    read: _Answer = _with_texts(msgspec.json.decode(text, type=answer))
    return read


def _with_texts(found: Any) -> Any:
    """The same with texts for the values of texts, which JSON cannot tell from other objects."""
    if isinstance(found, Text):
        values = {
            name: _with_texts(msgspec.convert(value, Text)) if isinstance(value, dict) else value
            for name, value in found.values.items()
        }
        return msgspec.structs.replace(found, values=values)
    if isinstance(found, tuple):
        return tuple(_with_texts(part) for part in found)
    if isinstance(found, msgspec.Struct):
        return msgspec.structs.replace(
            found, **{name: _with_texts(getattr(found, name)) for name in found.__struct_fields__}
        )
    return found
