"""Draws charts: histograms, and estimates with their intervals, each an SVG that stands on its own.

They fetch nothing, are readable in light and dark, and say in words what they show.
"""

from collections.abc import Sequence
from functools import cache
from math import ceil, floor, log10
from pathlib import Path
from typing import Final

import msgspec
from jinja2 import Environment, FileSystemLoader

from shoal.arena.intervals import Estimate
from shoal.arena.study.summary import Histogram
from shoal.arena.study.tables import interval_words, number_words
from shoal.core import Say, msg
from shoal.core.pictures import template_environment

__all__ = ["Chart", "draw_histogram", "draw_intervals", "study_templates"]

#: All in the units of the picture.
_WIDTH: Final = 720
_ROW: Final = 26
_TOP: Final = 44
_BOTTOM: Final = 48
_RIGHT: Final = 196
_LETTER: Final = 6.9
_WIDEST_LABEL: Final = 330
_BARS_HEIGHT: Final = 180
_BARS_LEFT: Final = 52
_TICKS: Final = 6
_MOST_LABELS: Final = 12


class Chart(msgspec.Struct, frozen=True):
    """A picture: the text of the SVG, its height where it is 720 wide, and what it shows in words."""

    svg: str
    height: int
    words: str


class EstimateRow(msgspec.Struct, frozen=True):
    """One line of a chart of estimates."""

    label: str
    words: str
    y: float
    x: float
    low: float | None
    high: float | None


class ChartBar(msgspec.Struct, frozen=True):
    """One bar of a histogram; `label` is empty where labels would stand too close."""

    x: float
    y: float
    width: float
    height: float
    label: str
    words: str


class AxisTick(msgspec.Struct, frozen=True):
    """A line of the scale."""

    at: float
    label: str


def draw_intervals(
    title: str, rows: Sequence[tuple[str, Estimate]], *, percent: bool, reference: float | None, say: Say
) -> Chart:
    """Estimates, one a line, each a dot on the line of its 95 % interval; `reference` is a number to compare with."""
    widest = max(len(label) for label, _ in rows)
    left = min(_WIDEST_LABEL, 24 + _LETTER * widest)
    ends = [end for _, one in rows for end in (one.value, one.low, one.high) if end is not None]
    ticks = _scale(min([*ends, *_given(reference)]), max([*ends, *_given(reference)]))
    lowest, highest = ticks[0], ticks[-1]

    def x(value: float) -> float:
        return round(left + (_WIDTH - _RIGHT - left) * (value - lowest) / (highest - lowest), 1)

    drawn = [
        EstimateRow(
            label if len(label) * _LETTER <= _WIDEST_LABEL - 24 else f"{label[: int((_WIDEST_LABEL - 24) / _LETTER)]}…",
            _in_words(one, percent=percent),
            _TOP + _ROW * (number + 0.5),
            x(one.value),
            None if one.low is None else x(one.low),
            None if one.high is None else x(one.high),
        )
        for number, (label, one) in enumerate(rows)
    ]
    description = "; ".join(f"{label}: {_in_words(one, percent=percent)}" for label, one in rows)
    bottom = _TOP + _ROW * len(rows)
    return _draw(
        "intervals",
        title,
        description,
        bottom + _BOTTOM,
        axis=say(msg("estimates with 95 % intervals")),
        left=left,
        top=_TOP,
        bottom=bottom,
        right=_WIDTH - _RIGHT,
        rows=drawn,
        ticks=[AxisTick(x(tick), _tick_words(tick, ticks, percent=percent)) for tick in ticks],
        reference=None if reference is None else x(reference),
    )


def draw_histogram(title: str, histogram: Histogram, axis: str) -> Chart:
    """How often each number, or each span of numbers, came up."""
    total, highest = sum(histogram.counts), max(histogram.counts)
    step = (_WIDTH - _BARS_LEFT - 16) / len(histogram.counts)
    every = ceil(len(histogram.counts) / _MOST_LABELS)
    ticks = _scale(0, highest / total)
    bars, words = [], []
    for number, count in enumerate(histogram.counts):
        first = histogram.low + number * histogram.width
        span = str(first) if histogram.width == 1 else f"{first}–{first + histogram.width - 1}"
        height = round(_BARS_HEIGHT * count / total / ticks[-1], 1)
        said = f"{span}: {count / total:.1%}"
        label = str(first) if number % every == 0 else ""
        bars.append(
            ChartBar(
                round(_BARS_LEFT + step * number, 1),
                round(_TOP + _BARS_HEIGHT - height, 1),
                round(step - 1.5, 1),
                height,
                label,
                said,
            )
        )
        words.append(said)
    return _draw(
        "histogram",
        title,
        "; ".join(words),
        _TOP + _BARS_HEIGHT + _BOTTOM,
        axis=axis,
        left=_BARS_LEFT,
        bottom=_TOP + _BARS_HEIGHT,
        bars=bars,
        middle=round(step / 2, 1),
        ticks=[
            AxisTick(round(_TOP + _BARS_HEIGHT * (1 - tick / ticks[-1]), 1), _tick_words(tick, ticks, percent=True))
            for tick in ticks
        ],
    )


def _draw(template: str, title: str, description: str, height: int, **values: object) -> Chart:
    picture = (
        study_templates()
        .get_template(f"study/{template}.svg")
        .render(title=title, description=description, width=_WIDTH, height=height, **values)
    )
    return Chart(picture, height, f"{title}. {description}")


@cache
def study_templates() -> Environment:
    """The templates of charts and pages."""
    return template_environment({"study": FileSystemLoader(Path(__file__).parent)})


def _given(reference: float | None) -> list[float]:
    return [] if reference is None else [reference]


def _in_words(estimate: Estimate, *, percent: bool) -> str:
    value = number_words(estimate.value, percent=percent)
    return value if estimate.low is None else f"{value} ({interval_words(estimate, percent=percent)})"


def _scale(low: float, high: float) -> list[float]:
    """Round numbers from at most `low` to at least `high`, about as many as there is room for."""
    span = (high - low) or abs(high) or 1.0
    size = 10 ** floor(log10(span / _TICKS))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor * _TICKS >= span)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _tick_words(tick: float, ticks: Sequence[float], *, percent: bool) -> str:
    step = (ticks[1] - ticks[0]) * (100 if percent else 1)
    decimals = max(0, -floor(log10(step) + 1e-9))
    number = tick * 100 if percent else tick
    return f"{number + 0.0:.{decimals}f}{' %' if percent else ''}"
