"""A few threads that answer questions, with a queue before them.

Compiled engines release the interpreter lock while they search, so threads are enough; and a search in a
thread can be stopped at any moment.
"""

import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from shoal.core import Bot, Say, SearchLimit, ShoalError, Thought
from shoal.core.compilation import NotCompiled, loading_only
from shoal.players.analysis.kept_bots import KeptBots
from shoal.players.analysis.position import Position, find_maker, find_position
from shoal.players.analysis.request import BadLine, Question, QuestionDefaults, RequestId, WarmUp
from shoal.players.bot_adapters import as_thinker, load_engine, warm_up_engine

__all__ = ["WorkerPool", "Write"]

#: Writes one answer. Called from several threads.
Write = Callable[[Mapping[str, object]], None]

#: How many questions may wait; `submit` blocks while there are more.
_WAITING: Final = 1024


class _QueuedRequest:
    """A request that takes time, from its arrival to its final answer."""

    def __init__(self, request: Question | WarmUp) -> None:
        self.request = request
        self.limit: SearchLimit | None = None
        self.cancelled = False


class WorkerPool:
    """Answers several questions at once, through `write`."""

    def __init__(self, workers: int, defaults: QuestionDefaults, write: Write, say: Say) -> None:
        self._defaults = defaults
        self._write = write
        self._say = say
        self._bots = KeptBots()
        self._waiting: queue.Queue[_QueuedRequest | None] = queue.Queue(_WAITING)
        self._lock = threading.Lock()
        #: The open questions by their ids in JSON, which tells `1` from `true` and from `"1"`.
        self._jobs: dict[bytes, _QueuedRequest] = {}
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, request: Question | WarmUp) -> bool:
        """Queue a request; False if one with this id is still open. Blocks while the queue is full."""
        job = _QueuedRequest(request)
        key = msgspec.json.encode(request.id)
        with self._lock:
            if key in self._jobs:
                return False
            self._jobs[key] = job
        self._waiting.put(job)
        return True

    def cancel(self, question_id: RequestId) -> bool:
        """Stop the question with this id, queued or running; False if there is none."""
        with self._lock:
            job = self._jobs.get(msgspec.json.encode(question_id))
            if job is None:
                return False
            job.cancelled = True
            if job.limit is not None:
                job.limit.stop()
            return True

    def cancel_all(self) -> None:
        """Stop all open questions."""
        with self._lock:
            open_questions = [job.request.id for job in self._jobs.values()]
        for question_id in open_questions:
            self.cancel(question_id)

    def finish(self) -> None:
        """Wait until every question asked so far is answered, then end the threads."""
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (job := self._waiting.get()) is not None:
            try:
                answer = self._answer(job)
            except BadLine as error:
                answer = {"id": job.request.id, "error": self._say(error.text), "field": error.field}
            except ShoalError as error:
                answer = {"id": job.request.id, "error": self._say(error.text), "field": None}
            except Exception as error:  # noqa: BLE001 - a bug in a bot must not end the engine
                answer = {"id": job.request.id, "error": f"{type(error).__name__}: {error}", "field": None}
            with self._lock:
                del self._jobs[msgspec.json.encode(job.request.id)]
            self._write(answer)

    def _answer(self, job: _QueuedRequest) -> Mapping[str, object]:
        request = job.request
        if job.cancelled:
            return {"id": request.id, "cancelled": True, "final": True}
        if request.compile:
            return self._act_on(job, request)
        try:
            with loading_only():
                return self._act_on(job, request)
        except NotCompiled:
            return {"id": request.id, "compiled": False, "final": True}

    def _act_on(self, job: _QueuedRequest, request: Question | WarmUp) -> Mapping[str, object]:
        if isinstance(request, WarmUp):
            warm_up_engine(find_maker(request))
            return {"id": request.id, "action": request.action, "game": request.game, "bot": request.bot, "final": True}
        position = find_position(request, self._defaults)
        with self._bots.bot_for(position.key, position.maker) as bot:
            return self._choose(job, request, position, bot)

    def _choose(self, job: _QueuedRequest, question: Question, position: Position, bot: Bot) -> Mapping[str, object]:
        load_engine(bot)  # before its time counts
        if question.time_ms is None:
            step = bot.choose(position.view)
            return {"id": question.id, "step": str(step), "bot": position.bot, "final": True}
        reporter = _Reporter(question, self._write)
        started = time.monotonic()
        with self._lock:
            job.limit = SearchLimit(
                question.time_ms / 1000, reporter.keep if question.report_every_ms is not None else None
            )
            if job.cancelled:
                job.limit.stop()
        reporter.start()
        try:
            thought = as_thinker(bot).think(position.view, job.limit)
        finally:
            reporter.stop()
        answer = {**_thought_fields(question.id, thought, started), "bot": position.bot, "final": True}
        return {**answer, "cancelled": True} if job.cancelled else answer


class _Reporter:
    """Reports partial results of one question at intervals: the latest thought, if it is new."""

    def __init__(self, question: Question, write: Write) -> None:
        self._question = question
        self._write = write
        self._started = time.monotonic()
        self._latest: Thought | None = None
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def keep(self, thought: Thought) -> None:
        self._latest = thought

    def start(self) -> None:
        if self._question.report_every_ms is not None:
            self._thread = threading.Thread(
                target=self._report, args=(self._question.report_every_ms / 1000,), daemon=True
            )
            self._thread.start()

    def stop(self) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def _report(self, seconds: float) -> None:
        reported: Thought | None = None
        while not self._over.wait(seconds):
            latest = self._latest
            if latest is not None and latest is not reported:
                reported = latest
                self._write({**_thought_fields(self._question.id, latest, self._started), "final": False})


def _thought_fields(question_id: RequestId, thought: Thought, started: float) -> dict[str, object]:
    line: Sequence[str] = [str(step) for step in thought.line]
    return {
        "id": question_id,
        "step": str(thought.step),
        "shares": [round(share, 6) for share in thought.shares],
        "points": [round(point, 6) for point in thought.points],
        "line": line or [str(thought.step)],
        "proved": thought.proved,
        "depth": thought.depth,
        "nodes": thought.nodes,
        "time_ms": round((time.monotonic() - started) * 1000, 1),
    }
