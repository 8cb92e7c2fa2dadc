"""A review: a whole game, judged step by step, with what was skill and what was luck.

The *values* of a game are what every seat may expect, from the start to the result. They change for two reasons. When
a seat takes a step that is worse than the best one, they change by the difference between the two, as the judge says
to that seat: that is skill. All other change is luck, of one of three kinds: chance has acted; sealed choices were
opened, which no seat knew of the others; or the judge did not foresee something. Since each change is counted once,
skill and luck add up to exactly the result. Where seats choose at the same time, each is judged by what it knows.

A review holds numbers and notation only, so it can be kept as JSON; `telling.py` turns it into words.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from shoal.coach.any_game import find_judge
from shoal.coach.marks import Mark, StepCost, mark_step, read_mark_bounds
from shoal.core import CHANCE, RecordError, Replay, Seat, State, Step, msg
from shoal.core.judging import Certainty, Effort, JudgedStep, Judgement, SeatVerdict

__all__ = [
    "GameReview",
    "LuckKind",
    "OpenCards",
    "StepReview",
    "Values",
    "begin_review",
    "cost_of",
    "read_review",
    "review_game",
    "review_steps",
    "start_of",
]

REVIEW_FORMAT: Final = "shoal-review/1"

#: What made the values change without anybody's skill.
LuckKind: TypeAlias = Literal["", "chance", "sealed", "unforeseen"]
#: Called with the number of steps that are reviewed, and of all.
Progress: TypeAlias = Callable[[int, int], None]

#: Steps with these marks are looked at with open cards, too, once the game is over.
_LOOKED_BACK_AT: Final[tuple[Mark, ...]] = ("inaccuracy", "mistake", "blunder")
#: With open cards less is left to chance, so that less effort says as much.
_TO_LOOK_BACK: Final[dict[Effort, Effort]] = {"quick": "quick", "usual": "quick", "deep": "usual"}
#: Between two steps of chance, values are only computed if so few things can follow.
_MOST_FUTURES: Final = 12


class Values(msgspec.Struct, frozen=True):
    """What every seat may expect, by seat: the chance to win, and the final score."""

    chances: tuple[float, ...]
    points: tuple[float, ...]

    def plus(self, other: "Values", sign: int = 1) -> "Values":
        """The sum, or the difference for a `sign` of -1. Both are exact: see `shoal.core.judging`."""
        return Values(
            tuple(mine + sign * theirs for mine, theirs in zip(self.chances, other.chances, strict=True)),
            tuple(mine + sign * theirs for mine, theirs in zip(self.points, other.points, strict=True)),
        )

    @classmethod
    def nothing(cls, seats: int) -> "Values":
        """No change for anybody."""
        return cls((0.0,) * seats, (0.0,) * seats)


class OpenCards(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a step looks with all cards open, which its seat could not know."""

    best: str
    cost: StepCost
    line: tuple[str, ...] = ()


class StepReview(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One step, and what it changed. What only a player's step has is missing for chance."""

    number: int
    #: The seat that took it, -1 for chance.
    seat: Seat
    step: str
    #: What changed by the seat's skill, and by luck; together, the values after it less those before it.
    skill: Values
    luck: Values
    luck_kind: LuckKind = ""
    #: The values after it.
    after: Values
    #: The chance that the seat had before it, by what it knew: in games with hidden cards, others may know better.
    chance: float = 0.0
    mark: Mark | None = None
    cost: StepCost | None = None
    #: The best step, and the line that was expected after it.
    best: str = ""
    line: tuple[str, ...] = ()
    #: How sure the judgement of the position was, and how far the seat's chance may be off.
    certainty: Certainty = "estimated"
    error: float = 0.0
    #: In games with hidden cards, how it looks after the end, if it was an inaccuracy or worse.
    opened: OpenCards | None = None


class GameReview(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a game, or of the part that was played. It belongs to a record with the same moves."""

    format: Literal["shoal-review/1"] = "shoal-review/1"
    game: str
    effort: Effort
    moves: tuple[str, ...]
    start: Values
    steps: tuple[StepReview, ...]

    @property
    def end(self) -> Values:
        """The values at the end: the result of a game that is over."""
        return self.steps[-1].after if self.steps else self.start

    def to_json(self) -> bytes:
        """The review as JSON, which `read_review` reads back."""
        return msgspec.json.encode(self)


def read_review(text: bytes, replay: Replay) -> GameReview:
    """A review that `GameReview.to_json` wrote. Raises `RecordError` if it is none, or of another game."""
    try:
        review = msgspec.json.decode(text, type=GameReview)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise RecordError(msg("expected a review: {reason}", reason=str(error))) from None
    if review.game != replay.game.name or review.moves != _moves(replay):
        raise RecordError(msg("the review is of another game than the record"))
    return review


def review_game(replay: Replay, effort: Effort = "usual", progress: Progress | None = None) -> GameReview:
    """Review a game from its first step to its last."""
    reviewer = _Reviewer(replay, effort)
    steps = []
    for reviewed in reviewer.steps():
        steps.append(reviewed)
        if progress is not None:
            progress(len(steps), len(replay.steps))
    return GameReview(
        game=replay.game.name, effort=effort, moves=_moves(replay), start=reviewer.start, steps=tuple(steps)
    )


def review_steps(replay: Replay, effort: Effort = "usual") -> Iterator[StepReview]:
    """The steps of a review one by one, each as soon as it is judged. Stop asking to end the review early."""
    return _Reviewer(replay, effort).steps()


def start_of(replay: Replay, effort: Effort = "usual") -> Values:
    """The values before the first step, with which `review_steps` begins."""
    return _Reviewer(replay, effort).start


def begin_review(replay: Replay, effort: Effort = "usual") -> tuple[Values, Iterator[StepReview]]:
    """Both at once: the values before the first step, and the steps one by one. Nothing is judged twice."""
    reviewer = _Reviewer(replay, effort)
    return reviewer.start, reviewer.steps()


def _moves(replay: Replay) -> tuple[str, ...]:
    return tuple(map(str, replay.steps))


class _Moment(NamedTuple):
    """One seat's decision, or those of several seats that choose without knowing of each other."""

    values: Values
    #: By the number of its step, what the judge said to the seat that took it.
    verdicts: dict[int, SeatVerdict]


class _Reviewer:
    """Goes through a game once."""

    def __init__(self, replay: Replay, effort: Effort) -> None:
        self._replay = replay
        self._judge = find_judge(replay.game, effort)
        self._quick = find_judge(replay.game, "quick")
        self._looking_back = find_judge(replay.game, _TO_LOOK_BACK[effort])
        self._bounds = read_mark_bounds(replay.game)
        self._takers = replay.history.takers
        self._moment = cache(self._judge_moment)

    @property
    def start(self) -> Values:
        """The values before the first step. Before a deal, all seats have equal shares."""
        first = self._replay.states[0]
        if first.to_act != (CHANCE,):
            return self._values(0) or Values.nothing(len(first.scores))
        seats = len(first.scores)
        number = next((number for number, taker in enumerate(self._takers) if taker != CHANCE), len(self._takers))
        dealt = self._values(number)
        mean = sum(dealt.points) / seats if dealt is not None else 0.0
        equal = Judgement.of((1 / seats,) * seats, (mean,) * seats)
        return Values(equal.chances, equal.points)

    def steps(self) -> Iterator[StepReview]:
        """Each step with its skill and luck."""
        values = self.start
        for number, step in enumerate(self._replay.steps):
            taker = self._takers[number]
            verdict = None if taker == CHANCE else self._moment(self._first_of(number)).verdicts[number]
            skill = Values.nothing(len(values.chances)) if verdict is None else _skill(verdict, step)
            changed = values.plus(skill)
            reached = self._values(number + 1)
            following = changed if reached is None else reached
            luck = following.plus(changed, -1)
            plain = StepReview(
                number=number,
                seat=taker,
                step=str(step),
                skill=skill,
                luck=luck,
                luck_kind=self._luck_kind(number) if any((*luck.chances, *luck.points)) else "",
                after=following,
            )
            yield plain if verdict is None else self._with_mark(plain, verdict, step)
            values = following

    def _with_mark(self, plain: StepReview, verdict: SeatVerdict, step: Step) -> StepReview:
        state, seat = self._replay.states[plain.number], plain.seat
        best, cost = verdict.best, cost_of(verdict, step)
        only = len(state.view(seat).legal) == 1
        mark = mark_step(cost, self._bounds, only=only, best=best.step == step)
        return msgspec.structs.replace(
            plain,
            chance=best.value.chances[seat],
            mark=mark,
            cost=cost,
            best=str(best.step),
            line=tuple(map(str, best.line)),
            certainty=best.value.certainty,
            error=best.value.error,
            opened=self._open_cards(plain.number, step) if mark in _LOOKED_BACK_AT else None,
        )

    def _open_cards(self, number: int, step: Step) -> OpenCards | None:
        """The step with open cards, once the game is over; `None` if the seat knew everything anyway."""
        state, seat = self._replay.states[number], self._takers[number]
        view = state.view(seat)
        if self._replay.final.to_act or view.imagine(random.Random(0)) == state:
            return None
        verdict = self._looking_back.judge(view, [step], state)
        return OpenCards(str(verdict.best.step), cost_of(verdict, step), tuple(map(str, verdict.best.line)))

    def _values(self, number: int) -> Values | None:
        """What every seat may expect in a state; `None` where that is not known by itself."""
        state = self._replay.states[number]
        if state.result is not None:
            return _values_of(Judgement.of_result(state.result))
        if state.to_act == (CHANCE,):
            return self._expected(number)
        return self._moment(number).values if self._first_of(number) == number else None

    def _expected(self, number: int) -> Values | None:
        """The mean over what chance may do next, between two steps of chance that have few outcomes."""
        if number == 0 or self._takers[number - 1] != CHANCE:
            return None
        futures = _futures(self._replay.states[number])
        if futures is None:
            return None
        judged = [(weight, self._judge_future(state)) for weight, state in futures]
        seats = range(len(self._replay.states[number].scores))
        return _values_of(
            Judgement.of(
                [sum(weight * one.chances[seat] for weight, one in judged) for seat in seats],
                [sum(weight * one.points[seat] for weight, one in judged) for seat in seats],
            )
        )

    def _judge_future(self, state: State) -> Judgement:
        if state.result is not None:
            return Judgement.of_result(state.result)
        return self._quick.judge(state.view(state.to_act[0])).best.value

    def _first_of(self, number: int) -> int:
        """The number of the step with which the moment of a decision begins: the first sealed one of several."""
        while self._replay.states[number].sealed:
            number -= 1
        return number

    def _judge_moment(self, first: int) -> _Moment:
        """Judge all seats that act in a state, each by its own view, with the steps that they took."""
        state = self._replay.states[first]
        verdicts, own = {}, []
        for seat in state.to_act:
            number = self._step_of(seat, first)
            if number is None:
                verdict = self._judge.judge(state.view(seat))
            else:
                verdict = self._judge.judge(self._replay.states[number].view(seat), [self._replay.steps[number]])
                verdicts[number] = verdict
            own.append((seat, verdict.best))
        if len(own) == 1:
            return _Moment(_values_of(own[0][1].value), verdicts)
        return _Moment(_together(own, state), verdicts)

    def _step_of(self, seat: Seat, first: int) -> int | None:
        """The number of the step that a seat took in a moment; `None` if it has not acted yet."""
        for number in range(first, len(self._takers)):
            if number > first and not self._replay.states[number].sealed:
                break
            if self._takers[number] == seat:
                return number
        return None

    def _luck_kind(self, number: int) -> LuckKind:
        if self._takers[number] == CHANCE:
            return "chance"
        before, after = self._replay.states[number], self._replay.states[number + 1]
        if before.sealed or (len(before.to_act) > 1 and not after.sealed):
            return "sealed"
        return "unforeseen"


def _values_of(judgement: Judgement) -> Values:
    return Values(judgement.chances, judgement.points)


def _together(own: Sequence[tuple[Seat, JudgedStep]], state: State) -> Values:
    """What seats that choose at the same time expect, each for itself by what it knows, made to add up to 1."""
    seats = len(state.scores)
    chances, points = [0.0] * seats, [float(score) for score in state.scores]
    for seat, judged in own:
        chances[seat], points[seat] = judged.value.chances[seat], judged.value.points[seat]
    total = sum(chances)
    equal = [1 / seats] * seats
    return _values_of(Judgement.of([chance / total for chance in chances] if total else equal, points))


def _skill(verdict: SeatVerdict, step: Step) -> Values:
    """What the step changed for everybody, compared with the best one."""
    return _values_of(verdict.of(step).value).plus(_values_of(verdict.best.value), -1)


def cost_of(verdict: SeatVerdict, step: Step) -> StepCost:
    """What a step costs, by a verdict in which it was compared."""
    best, taken, seat = verdict.best.value, verdict.of(step), verdict.seat
    return StepCost(
        chance=best.chances[seat] - taken.value.chances[seat],
        doubt=round(taken.doubt, 6),
        points=best.lead(seat) - taken.value.lead(seat),
        certain="estimated" not in (best.certainty, taken.value.certainty),
    )


def _futures(state: State) -> list[tuple[float, State]] | None:
    """What chance may lead to, with the odds, up to where a seat acts; `None` if that is too much."""
    weights: dict[State, float] = {}
    open_states = {state: 1.0}
    while open_states:
        found: dict[State, float] = {}
        for current, weight in open_states.items():
            chance = current.chance()
            if not chance.steps:
                return None
            for step in chance.steps:
                after = current.play(step)
                into = found if after.to_act == (CHANCE,) else weights
                into[after] = into.get(after, 0.0) + weight * float(chance.probability(step))
            if len(found) + len(weights) > _MOST_FUTURES:
                return None
        open_states = found
    if any(after.sealed or len(after.to_act) > 1 for after in weights):
        return None
    return [(weight, after) for after, weight in weights.items()]
