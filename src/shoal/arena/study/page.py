"""A study as one HTML file: its tables and charts. The file fetches nothing and runs no scripts."""

import base64
from collections.abc import Sequence

from shoal.arena.study.chart_drawing import study_templates
from shoal.arena.study.charts import draw_charts
from shoal.arena.study.summary import StudySummary
from shoal.arena.study.tables import study_tables
from shoal.core import Say
from shoal.core.pictures import template_words

__all__ = ["write_page"]


def write_page(title: str, summary: StudySummary, notes: Sequence[str], say: Say, *, language: str = "en") -> str:
    """The text of the file; `notes` say which games these are."""
    charts = {
        name: {
            "source": "data:image/svg+xml;base64," + base64.b64encode(chart.svg.encode()).decode(),
            "words": chart.words,
            "height": chart.height,
        }
        for name, chart in draw_charts(summary, say).items()
    }
    return (
        study_templates()
        .get_template("study/page.html")
        .render(
            **template_words(say),
            language=language,
            title=title,
            notes=notes,
            charts=charts,
            tables=study_tables(summary, say),
        )
    )
