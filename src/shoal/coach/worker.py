"""`python -m shoal.coach.worker`: a coach in a process of its own, for a program that is busy with other things.

One JSON object per line in and out, one after the other. Each question has an `id`, which the answer repeats, and an
`action`:

    warm_up          load all that judging a game needs
    hint             the best step of the seat whose view it is, and why
    judge            the best few steps, with their values and lines
    try_step         a step compared with the best one
    open_review      a record; the answer says how many steps it has
    continue_review  the steps that can be judged in some seconds, one at least
    close_review     forget it

Reviews wait here from question to question, so that hints need not wait for whole games. An answer is the struct of
`answers.py`, or `{"error": …}`. The signal USR1 ends the answer that is being worked on: then it is
`{"abandoned": true}`.
"""

import random
import signal
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, BinaryIO, Final

import msgspec

from shoal.coach.answers import HintAnswer, StepAnswer, TriedAnswer, VerdictAnswer
from shoal.coach.any_game import find_judge
from shoal.coach.best_steps import best_steps
from shoal.coach.hint import find_hint
from shoal.coach.marks import mark_step, read_mark_bounds
from shoal.coach.review import StepReview, Values, begin_review, cost_of
from shoal.core import CHANCE, Game, Record, Replay, State, View, find_game
from shoal.core.judging import Effort

__all__ = ["OpenedReview", "ReviewedSteps", "serve"]

#: How many reviews wait at once; the one that was not continued for longest is forgotten.
_MOST_REVIEWS: Final = 64
#: Steps of the game that is judged to load a judge.
_WARM_STEPS: Final = 12


class _WarmUp(msgspec.Struct, tag_field="action", tag="warm_up"):
    id: str
    game: str


class _AboutView(msgspec.Struct, tag_field="action"):
    """What questions about a position have in common."""

    id: str
    game: str
    options: dict[str, object]
    view: msgspec.Raw
    effort: Effort = "usual"


class _AskHint(_AboutView, tag="hint"):
    pass


class _AskVerdict(_AboutView, tag="judge"):
    most: Annotated[int, msgspec.Meta(ge=1)] = 4


class _TryStep(_AboutView, tag="try_step"):
    step: str = ""


class _OpenReview(msgspec.Struct, tag_field="action", tag="open_review"):
    id: str
    review: str
    record: Record
    effort: Effort = "usual"


class _ContinueReview(msgspec.Struct, tag_field="action", tag="continue_review"):
    id: str
    review: str
    seconds: float = 0.0


class _CloseReview(msgspec.Struct, tag_field="action", tag="close_review"):
    id: str
    review: str


_Question = _WarmUp | _AskHint | _AskVerdict | _TryStep | _OpenReview | _ContinueReview | _CloseReview


class OpenedReview(msgspec.Struct, frozen=True):
    """A review that has begun: the values before the first step, and how many steps there are."""

    start: Values
    total: int


class ReviewedSteps(msgspec.Struct, frozen=True):
    """The next steps of a review; `known` is false if this process knows no such review, or no more."""

    known: bool
    steps: tuple[StepReview, ...] = ()


class _Coach:
    """Answers questions. Between them it keeps nothing but the reviews that are under way."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._reviews: OrderedDict[str, Iterator[StepReview]] = OrderedDict()

    def answer(self, question: _Question) -> object:
        """The answer to a question; None where there is nothing to say."""
        match question:
            case _WarmUp():
                _warm_up(find_game(question.game))
                return None
            case _AskHint():
                game, view, state = _position(question)
                return HintAnswer.of(find_hint(game, view, question.effort), state)
            case _AskVerdict():
                game, view, state = _position(question)
                return VerdictAnswer.of(best_steps(game, view, question.effort, question.most), state)
            case _TryStep():
                return _try_step(question)
            case _OpenReview():
                return self._open(question)
            case _ContinueReview():
                return self._continue(question)
            case _CloseReview():
                self._reviews.pop(question.review, None)
                return None

    def _open(self, question: _OpenReview) -> OpenedReview:
        replay = Replay(question.record)
        start, self._reviews[question.review] = begin_review(replay, question.effort)
        if len(self._reviews) > _MOST_REVIEWS:
            self._reviews.popitem(last=False)
        return OpenedReview(start, len(replay.steps))

    def _continue(self, question: _ContinueReview) -> ReviewedSteps:
        steps = self._reviews.get(question.review)
        if steps is None:
            return ReviewedSteps(known=False)
        self._reviews.move_to_end(question.review)
        judged, until = [], self._clock() + question.seconds
        for step in steps:
            judged.append(step)
            if self._clock() >= until:
                break
        return ReviewedSteps(known=True, steps=tuple(judged))


def _position(question: _AboutView) -> tuple[Game, View, State]:
    """The game and the view of a question, and a state that describes its steps."""
    game = find_game(question.game)
    view = game.read_view(bytes(question.view), game.options(question.options))
    return game, view, view.imagine(random.Random(0))


def _try_step(question: _TryStep) -> TriedAnswer:
    game, view, state = _position(question)
    step = state.parse(question.step)
    verdict = find_judge(game, question.effort).judge(view, [step])
    cost = cost_of(verdict, step)
    mark = mark_step(cost, read_mark_bounds(game), only=len(view.legal) == 1, best=verdict.best.step == step)
    return TriedAnswer(StepAnswer.of(verdict.of(step), state), StepAnswer.of(verdict.best, state), cost, mark)


def _warm_up(game: Game) -> None:
    """Judge some positions of a random game quickly."""
    rng = random.Random(0)
    judge, state, judged = find_judge(game, "quick"), game.start(game.options({})), 0
    while state.to_act and judged < _WARM_STEPS:
        seat = state.to_act[0]
        if seat == CHANCE:
            state = state.play(state.chance().draw(rng.randrange))
            continue
        step = rng.choice(list(state.legal(seat)))
        judge.judge(state.view(seat), [step])
        state, judged = state.play(step), judged + 1


class _AnswerAbandoned(BaseException):
    """Nobody waits for the answer that is being worked on any more."""


class _Interruptible:
    """Work that the signal USR1 ends. Between two pieces of work, the signal means nothing."""

    def __init__(self) -> None:
        self._working = False
        if hasattr(signal, "SIGUSR1") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGUSR1, self._interrupt)

    def _interrupt(self, number: int, frame: object) -> None:
        if self._working:
            self._working = False
            raise _AnswerAbandoned

    def run(self, work: Callable[[], object]) -> object:
        """Do some work. Raises `_AnswerAbandoned` if the signal comes in between."""
        self._working = True
        try:
            return work()
        finally:
            self._working = False


def serve(source: BinaryIO, sink: BinaryIO, clock: Callable[[], float] = time.monotonic) -> None:
    """Answer the lines of `source` on `sink`, until they end. An error is an answer, too."""
    coach, work = _Coach(clock), _Interruptible()
    decoder: msgspec.json.Decoder[_Question] = msgspec.json.Decoder(_Question)
    for line in source:
        question = decoder.decode(line)
        try:
            answer = work.run(partial(coach.answer, question))
            fields = msgspec.to_builtins(answer, enc_hook=str) or {}
        except _AnswerAbandoned:
            fields = {"abandoned": True}
        except Exception as error:  # noqa: BLE001 - one bad question must not end what others are waiting for
            fields = {"error": f"{type(error).__name__}: {error}"}
        try:
            sink.write(msgspec.json.encode({"id": question.id, **fields}) + b"\n")
            sink.flush()
        except BrokenPipeError:
            return  # nobody reads the answers any more


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
