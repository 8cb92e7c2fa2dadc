"""Hints: the best step of a seat, and why, from what the seat knows."""

from collections.abc import Sequence

import msgspec

from shoal.coach.any_game import find_judge
from shoal.core import Game, Seat, State, Text, View, msg
from shoal.core.judging import Effort, JudgedStep, Judgement

__all__ = ["Hint", "find_hint", "percent", "signed", "signed_percent", "tell_hint", "tell_line", "tell_value"]


class Hint(msgspec.Struct, frozen=True):
    """The best step that the coach finds for a seat, and the next best, if it looked at others."""

    seat: Seat
    best: JudgedStep
    next_best: JudgedStep | None
    #: What speaks for it, in the game's own words.
    reasons: tuple[Text, ...]
    #: Where to look, for who would rather find the step: it does not give it away.
    nudge: Text


def find_hint(game: Game, view: View, effort: Effort = "usual") -> Hint:
    """A hint for the seat of a view. Equal views get equal hints: the judge is a new one, and knows no clock."""
    verdict = find_judge(game, effort).judge(view)
    best, others = verdict.best, verdict.steps[1:]
    reasons, nudge = game.reasons(view, best.step), game.nudge(view, best.step)
    return Hint(verdict.seat, best, others[0] if others else None, tuple(reasons), nudge)


def tell_hint(hint: Hint, state: State) -> list[Text]:
    """A hint in words: the step, the reasons, what it promises, how sure that is, the line, and the next best step.

    `state` describes steps; it may be an imagined one.
    """
    best = hint.best
    told = [msg("Hint: {step} ({meaning}).", step=str(best.step), meaning=state.describe(best.step)), *hint.reasons]
    told.append(tell_value(best.value, hint.seat))
    if len(best.line) > 1:
        told.append(msg("Expected: {line}", line=tell_line(tuple(map(str, best.line)))))
    if hint.next_best is not None:
        other = hint.next_best.value
        less = best.value.chances[hint.seat] - other.chances[hint.seat]
        told.append(
            msg(
                "Next best: {step}, {chance} less likely to win, {points} points behind.",
                step=str(hint.next_best.step),
                chance=percent(less),
                points=signed(best.value.lead(hint.seat) - other.lead(hint.seat)).lstrip("+"),
            )
        )
    return told


def tell_value(value: Judgement, seat: Seat) -> Text:
    """What a seat may expect, and how sure that is."""
    chance, points = percent(value.chances[seat]), f"{value.points[seat]:.1f}"
    if value.certainty == "proved":
        return msg("Proved to the end: chance to win {chance}, {points} points.", chance=chance, points=points)
    if value.certainty == "exact":
        return msg(
            "Exact, over all that chance may do: chance to win {chance}, {points} points.", chance=chance, points=points
        )
    return msg(
        "Estimated: chance to win {chance} (± {error}), {points} points.",
        chance=chance,
        error=percent(value.error),
        points=points,
    )


def tell_line(line: Sequence[str], most: int = 8) -> str:
    """A line of play in notation, cut where it becomes long."""
    return ", ".join(line[:most]) + (" …" if len(line) > most else "")


def percent(chance: float) -> Text:
    """A chance in whole hundredths; but never 0 for what may happen, nor 100 for what may fail."""
    number = f"{100 * chance:.0f}"
    if number == "0" and chance > 0:
        number = "< 1"
    if number == "100" and chance < 1:
        number = "> 99"
    return msg("{number}%", number=number)


def signed(points: float) -> str:
    """Points with a sign and one decimal."""
    tenths = round(abs(points), 1)
    return f"{'' if not tenths else '+' if points > 0 else '−'}{tenths:.1f}"


def signed_percent(chance: float) -> Text:
    """A change of a chance in hundredths, with its sign."""
    number = round(100 * chance)
    return msg("{number}%", number=f"{'' if not number else '+' if number > 0 else '−'}{abs(number)}")
