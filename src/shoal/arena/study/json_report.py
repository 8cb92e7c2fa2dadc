"""A study as one JSON object, for programs."""

import msgspec

from shoal.arena.study.summary import MeasureSummary, StudySummary
from shoal.core import Say, seat_name

__all__ = ["summary_fields"]


def summary_fields(summary: StudySummary, say: Say) -> dict[str, object]:
    """The summary as plain values; headings and titles are said."""
    return {
        "games": summary.games,
        "deals": summary.deals,
        "seats": [
            {
                "seat": seat_name(one.seat),
                "share": _plain(one.share),
                "score": _plain(one.score),
                "choices": _plain(one.choices),
            }
            for one in summary.seats
        ],
        "shared": _plain(summary.shared),
        "margin": _plain(summary.margin),
        "steps": _plain(summary.steps),
        "scores": _plain(summary.scores),
        "margins": _plain(summary.margins),
        "lengths": _plain(summary.lengths),
        "measures": [_measure(one, say) for one in summary.measures],
    }


def _measure(one: MeasureSummary, say: Say) -> dict[str, object]:
    measure = one.measure
    return {
        "name": measure.name,
        "group": measure.group.name,
        "heading": say(measure.group.title),
        "title": say(measure.title),
        "kind": measure.group.kind,
        "unit": measure.group.unit,
        "rule": measure.rule or None,
        "count": one.count,
        "per_game": _plain(one.per_game),
        "games": _plain(one.games),
        "value": _plain(one.value),
        "winners": _plain(one.winners),
        "others": _plain(one.others),
        "worth": _plain(one.worth),
    }


def _plain(value: object) -> object:
    return msgspec.to_builtins(value)
