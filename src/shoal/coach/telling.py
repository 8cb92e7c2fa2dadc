"""The turning points of a game, in words: what happened, what it did, what it cost, and what would have been better."""

from collections.abc import Sequence
from typing import Final

import msgspec

from shoal.coach.hint import percent, signed_percent, tell_line
from shoal.coach.marks import MARK_TITLES
from shoal.coach.review import GameReview, StepReview
from shoal.core import CHANCE, Replay, Seat, Text, Viewer, msg

__all__ = ["TurningPoint", "turning_points"]

#: Luck is told if it changed somebody's chance to win by so much.
_GREAT_LUCK: Final = 0.1
_TOLD_MARKS: Final = ("mistake", "blunder")
#: How a point that is surely lost counts beside the chance to win, when turning points are chosen.
_POINT: Final = 0.01


class TurningPoint(msgspec.Struct, frozen=True):
    """A step that decided something."""

    #: The number of the step, from 0.
    number: int
    #: The seat that took it, or -1 where it was luck.
    seat: Seat
    #: What happened and what it meant, sentence by sentence.
    sentences: tuple[Text, ...]
    #: The better line, in notation; empty for luck.
    better: tuple[str, ...] = ()


def turning_points(
    replay: Replay,
    review: GameReview,
    names: Sequence[str],
    *,
    most: int = 6,
    seat: Seat | None = None,
    reader: Viewer = None,
) -> list[TurningPoint]:
    """The greatest mistakes and strokes of luck, in the order of the game; with a `seat`, those that concern it."""
    weighed = [(_weight(step, seat), step) for step in review.steps]
    chosen = sorted((pair for pair in weighed if pair[0] > 0), key=lambda pair: -pair[0])[:most]
    return [_tell(replay, step, names, seat, reader) for _, step in sorted(chosen, key=lambda pair: pair[1].number)]


def _weight(step: StepReview, seat: Seat | None) -> float:
    """How much a step decided; 0 if it is not told."""
    if step.mark in _TOLD_MARKS and step.cost is not None and seat in (None, step.seat):
        return step.cost.chance + (_POINT * max(0.0, step.cost.points) if step.cost.certain else 0.0)
    if step.luck_kind not in ("chance", "sealed"):
        return 0.0
    changed = abs(step.luck.chances[_most_touched(step, seat)])
    return changed if changed >= _GREAT_LUCK else 0.0


def _most_touched(step: StepReview, seat: Seat | None) -> Seat:
    """The seat whose chance luck changed most, or the one that is asked about."""
    if seat is not None:
        return seat
    changes = step.luck.chances
    return max(range(len(changes)), key=lambda one: abs(changes[one]))


def _tell(replay: Replay, step: StepReview, names: Sequence[str], seat: Seat | None, reader: Viewer) -> TurningPoint:
    if step.mark in _TOLD_MARKS and seat in (None, step.seat):
        return _tell_mistake(replay, step, names, reader)
    return _tell_luck(replay, step, names, _most_touched(step, seat), reader)


def _tell_mistake(replay: Replay, step: StepReview, names: Sequence[str], reader: Viewer) -> TurningPoint:
    state = replay.states[step.number]
    better = state.parse(step.best)
    sentences = [_happened(replay, step, names, reader)]
    consequence = replay.game.consequence(replay.states, step.number, better, names)
    if consequence is not None:
        sentences.append(consequence)
    sentences.append(_cost(step, names[step.seat]))
    sentences.append(
        msg(
            "Better was {step} ({meaning}). Expected: {line}",
            step=step.best,
            meaning=state.describe(better),
            line=tell_line(step.line),
        )
        if len(step.line) > 1
        else msg("Better was {step} ({meaning}).", step=step.best, meaning=state.describe(better))
    )
    if step.opened is not None and step.opened.best not in (step.best, step.step):
        sentences.append(msg("With open cards, {step} was best.", step=step.opened.best))
    elif step.opened is not None and step.opened.best == step.step:
        sentences.append(msg("With open cards it was the best step after all."))
    return TurningPoint(step.number, step.seat, tuple(sentences), step.line)


def _cost(step: StepReview, name: str) -> Text:
    cost = step.cost
    mark = MARK_TITLES[step.mark or "good"]
    if cost is None or cost.chance == 0:
        points = 0.0 if cost is None else cost.points
        return msg("It cost {name} {points} points: {mark}.", name=name, points=f"{points:.0f}", mark=mark)
    return msg(
        "The chance of {name} to win fell from {before} to {after}: {mark}.",
        name=name,
        before=percent(step.chance),
        after=percent(step.chance - cost.chance),
        mark=mark,
    )


def _tell_luck(replay: Replay, step: StepReview, names: Sequence[str], seat: Seat, reader: Viewer) -> TurningPoint:
    if step.luck_kind == "sealed":
        return TurningPoint(step.number, CHANCE, (_tell_opening(step, names[seat], seat),))
    sentences = [_happened(replay, step, names, reader)]
    consequence = replay.game.consequence(replay.states, step.number, None, names)
    if consequence is not None:
        sentences.append(consequence)
    after = step.after.chances[seat]
    before = after - step.luck.chances[seat]
    if after > before:
        changed = msg(
            "Luck for {name}: the chance to win rose from {before} to {after}.",
            name=names[seat],
            before=percent(before),
            after=percent(after),
        )
    else:
        changed = msg(
            "Bad luck for {name}: the chance to win fell from {before} to {after}.",
            name=names[seat],
            before=percent(before),
            after=percent(after),
        )
    return TurningPoint(step.number, CHANCE, (*sentences, changed))


def _tell_opening(step: StepReview, name: str, seat: Seat) -> Text:
    """What came out when sealed choices were opened; that has no step of its own."""
    return msg(
        "When the choices of all were opened, the chance of {name} to win changed by {change}.",
        name=name,
        change=signed_percent(step.luck.chances[seat]),
    )


def _happened(replay: Replay, step: StepReview, names: Sequence[str], reader: Viewer) -> Text:
    told = replay.game.tell(replay.states[step.number], replay.history.takers[step.number], step.step, names, reader)
    return msg("{words}.", words=told)
