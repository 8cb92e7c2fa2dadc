"""The values of the review page: the graph, the steps with their marks, and one step that is looked at closely."""

from collections.abc import Sequence
from typing import Final

import msgspec

from shoal.coach import GameReview, StepReview, TurningPoint, ledgers, turning_points
from shoal.coach.graph import Graph, draw_graph
from shoal.coach.hint import percent, signed, signed_percent, tell_line
from shoal.coach.ledger import SeatLedger
from shoal.coach.marks import MARK_TITLES, SYMBOLS, Mark
from shoal.core import CHANCE, Replay, Say, Seat, Text, Viewer, msg, seat_name
from shoal.server.coaching.table_review import TableReview

__all__ = [
    "ReviewPresentation",
    "StepDetails",
    "StepMark",
    "describe_step",
    "present_review",
]

#: The marks that are worth another try.
EXERCISES: Final[tuple[Mark, ...]] = ("inaccuracy", "mistake", "blunder")


class StepMark(msgspec.Struct, frozen=True):
    """The mark of a step, in a symbol and in words."""

    kind: Mark
    symbol: str
    title: str


class SeatValues(msgspec.Struct, frozen=True):
    """What a seat may expect after a step, and how the step changed it."""

    seat: Seat
    letter: str
    name: str
    chance: str
    #: What changed by the skill of who took the step, and by luck.
    skill: str
    luck: str
    points: str


class PointLine(msgspec.Struct, frozen=True):
    """A turning point in words; `number` counts the steps up to and with it."""

    number: int
    luck: bool
    words: str


class LineStep(msgspec.Struct, frozen=True):
    """A step of the better line, and how many steps of it have been taken then."""

    number: int
    step: str


class StepDetails(msgspec.Struct, frozen=True, kw_only=True):
    """One step, looked at closely. What only a player's step has is empty for chance."""

    #: From 1.
    number: int
    seat: Seat
    #: What happened, as a person would tell it.
    words: str
    mark: StepMark | None
    #: What it cost, what would have been better, and how sure that is; sentence by sentence.
    sentences: tuple[str, ...]
    #: How it looks with open cards, which the seat could not know.
    opened: tuple[str, ...]
    values: tuple[SeatValues, ...]
    #: The better line, as far as it can be walked.
    line: tuple[LineStep, ...]
    #: Whether it is worth another try.
    exercise: bool


class ReviewPresentation(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on the review page that does not depend on the step that is looked at."""

    graph: Graph
    ledgers: Sequence[SeatLedger]
    #: The kinds of luck that the game has.
    kinds: frozenset[str]
    #: The marks of the steps, by their numbers from 1.
    marks: dict[int, StepMark]
    #: By seat, how often each mark was given, as text.
    counts: Sequence[str]
    points: Sequence[PointLine]


def present_review(
    table_review: TableReview, review: GameReview, names: Sequence[str], say: Say, reader: Viewer
) -> ReviewPresentation:
    """The review as far as it is computed, for one reader."""
    points = turning_points(table_review.replay, review, names, reader=reader)
    found = ledgers(review)
    return ReviewPresentation(
        graph=draw_graph(review, names, points),
        ledgers=found,
        kinds=frozenset(step.luck_kind for step in review.steps),
        marks={step.number + 1: _mark(step.mark, say) for step in review.steps if step.mark is not None},
        counts=[_counts(ledger, say) for ledger in found],
        points=[_point(point, say) for point in points],
    )


def _mark(mark: Mark, say: Say) -> StepMark:
    return StepMark(mark, SYMBOLS[mark], say(MARK_TITLES[mark]))


def _counts(ledger: SeatLedger, say: Say) -> str:
    """The marks of a seat's steps that are worth telling, with how often each was given."""
    told = [f"{say(MARK_TITLES[mark])} {SYMBOLS[mark]} {ledger.marks[mark]}" for mark in ("best", *EXERCISES)]
    return " · ".join(told)


def _point(point: TurningPoint, say: Say) -> PointLine:
    return PointLine(point.number + 1, point.seat == CHANCE, " ".join(say(sentence) for sentence in point.sentences))


def describe_step(
    table_review: TableReview, review: GameReview, number: int, names: Sequence[str], say: Say, reader: Viewer
) -> StepDetails | None:
    """A step, from 1; None if it is not judged yet."""
    if not 1 <= number <= len(review.steps):
        return None
    step, replay = review.steps[number - 1], table_review.replay
    told = replay.game.tell(replay.states[step.number], step.seat, step.step, names, reader)
    values = tuple(
        SeatValues(
            seat=seat,
            letter=seat_name(seat),
            name=name,
            chance=say(percent(max(0.0, step.after.chances[seat]))),
            skill=say(signed_percent(step.skill.chances[seat])),
            luck=say(signed_percent(step.luck.chances[seat])),
            points=f"{step.after.points[seat]:.1f}",
        )
        for seat, name in enumerate(names)
    )
    missed = step.cost is not None and step.best != step.step and step.mark not in ("forced", "best")
    return StepDetails(
        number=number,
        seat=step.seat,
        words=say(told),
        mark=_mark(step.mark, say) if step.mark is not None else None,
        sentences=tuple(say(sentence) for sentence in _sentences(replay, step, names, missed=missed)),
        opened=tuple(say(sentence) for sentence in _opened(replay, step)),
        values=values,
        line=tuple(LineStep(count, text) for count, text in enumerate(step.line, start=1)) if missed else (),
        exercise=step.mark in EXERCISES,
    )


def _sentences(replay: Replay, step: StepReview, names: Sequence[str], *, missed: bool) -> list[Text]:
    """What there is to say about a step."""
    if step.seat == CHANCE or step.cost is None:
        return []
    state = replay.states[step.number]
    told = [_certainty(step, names[step.seat])]
    if not missed:
        return told
    better = state.parse(step.best)
    consequence = replay.game.consequence(replay.states, step.number, better, names)
    if consequence is not None:
        told.append(consequence)
    told.append(_better(step, state.describe(better)))
    told += replay.game.reasons(state.view(step.seat), better)
    if len(step.line) > 1:
        told.append(msg("Expected: {line}", line=tell_line(step.line)))
    return told


def _certainty(step: StepReview, name: str) -> Text:
    chance = percent(max(0.0, step.chance))
    if step.certainty == "proved":
        return msg("With what {name} knew, the chance to win was {chance}: proved.", name=name, chance=chance)
    if step.certainty == "exact":
        return msg("With what {name} knew, the chance to win was {chance}: exact.", name=name, chance=chance)
    return msg(
        "With what {name} knew, the chance to win was {chance} (± {error}).",
        name=name,
        chance=chance,
        error=percent(step.error),
    )


def _better(step: StepReview, meaning: Text) -> Text:
    cost = step.cost
    if cost is None or cost.chance <= 0:
        points = signed(0.0 if cost is None else cost.points).lstrip("+")
        return msg(
            "Better was {step} ({meaning}): {points} points more.", step=step.best, meaning=meaning, points=points
        )
    if cost.certain:
        return msg(
            "Better was {step} ({meaning}): {cost} more likely to win.",
            step=step.best,
            meaning=meaning,
            cost=percent(cost.chance),
        )
    return msg(
        "Better was {step} ({meaning}): {cost} (± {doubt}) more likely to win.",
        step=step.best,
        meaning=meaning,
        cost=percent(cost.chance),
        doubt=percent(cost.doubt),
    )


def _opened(replay: Replay, step: StepReview) -> list[Text]:
    """How the step looks with open cards."""
    opened = step.opened
    if opened is None:
        return []
    if opened.best == step.step:
        return [msg("It was the best step.")]
    meaning = replay.states[step.number].describe(replay.states[step.number].parse(opened.best))
    return [
        msg(
            "{step} ({meaning}) was best: {cost} more likely to win.",
            step=opened.best,
            meaning=meaning,
            cost=percent(max(0.0, opened.cost.chance)),
        )
    ]
