"""Studies as tables, charts, JSON and a page: in three languages, well-formed, with words for what is drawn."""

import re
from collections.abc import Callable
from xml.etree import ElementTree

import msgspec
import pytest

from shoal.arena.study import (
    MeasuredGame,
    StudySummary,
    draw_charts,
    study_tables,
    summarize,
    summary_fields,
    write_page,
)
from shoal.core.text import say_english
from shoal.core.translations import LANGUAGES, speaker

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def summary(counted: Callable[..., MeasuredGame]) -> StudySummary:
    return summarize(
        [
            counted(n, (20 + n % 7, 18 + n % 5), rule=n % 2, catches=(1.5, n), hits=(n % 2,), coins=(n % 4, n % 3))
            for n in range(30)
        ]
    )


def test_there_is_a_table_for_each_group_with_a_row_for_each_measure(summary: StudySummary) -> None:
    tables = study_tables(summary, say_english)
    assert [table.title for table in tables] == [
        "The seats",
        "The games",
        "How often rules came up",
        "Catches",
        "Throws",
        "Purses",
    ]
    for table in tables:
        assert all(len(row) == len(table.columns) for row in table.rows)
    rules, catches, throws, purses = tables[2:]
    assert rules.rows == (("R1", "what R1 does", "0.50", "0.31 … 0.69", "50.0%", "32.9% … 67.1%"),)
    assert catches.rows[0][:4] == ("catch of the day", "60", "2.00", "8.00")
    assert throws.rows[0][3] == "50.0%"
    assert purses.note.startswith("worth: points more")


def test_every_chart_is_an_svg_that_stands_on_its_own_and_says_what_it_shows(summary: StudySummary) -> None:
    charts = draw_charts(summary, say_english)
    assert set(charts) == {"seats", "scores", "margins", "lengths", "rules", "catches", "throws", "purse"}
    for chart in charts.values():
        root = ElementTree.fromstring(chart.svg)  # noqa: S314 - our own
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        title, description = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")
        assert title
        assert description
        assert root.get("aria-label") == chart.words == f"{title}. {description}"
        assert "prefers-color-scheme: dark" in chart.svg
        assert set(re.findall(r"https?://[^\"')\s]+", chart.svg)) == {"http://www.w3.org/2000/svg"}
        assert len(chart.svg) < 20_000
    assert "coins <&>" in charts["purse"].words
    assert "coins &lt;&amp;&gt;" in charts["purse"].svg


def test_nothing_is_drawn_outside_the_picture(summary: StudySummary) -> None:
    for chart in draw_charts(summary, say_english).values():
        for element in ElementTree.fromstring(chart.svg).iter():  # noqa: S314 - our own
            for name, most in (("x", 720), ("cx", 720), ("y", chart.height), ("cy", chart.height)):
                assert 0 <= float(element.get(name, 0)) <= most


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_all_tables_and_charts_and_fetches_nothing(summary: StudySummary, language: str) -> None:
    say = speaker(language)
    page = write_page("Tide <3", summary, ["the notes"], say, language=language)
    assert f'<html lang="{language}">' in page
    assert "Tide &lt;3" in page
    assert "the notes" in page
    assert page.count("<table>") == len(study_tables(summary, say))
    assert page.count('<img src="data:image/svg+xml;base64,') == len(draw_charts(summary, say))
    assert not re.findall(r"(?:src|href)=\"(?!data:)", page)
    assert "<script" not in page


def test_json_has_every_number(summary: StudySummary) -> None:
    report = msgspec.json.decode(msgspec.json.encode(summary_fields(summary, say_english)))
    assert report["games"] == 30
    assert [seat["seat"] for seat in report["seats"]] == ["A", "B"]
    assert sum(report["scores"]["counts"]) == 60
    assert [one["name"] for one in report["measures"]] == ["R1", "catch", "hit", "coins"]
    rule, *_, coins = report["measures"]
    assert (rule["rule"], rule["count"], rule["games"]["value"]) == ("R1", 15, 0.5)
    assert {"value", "low", "high"} == set(coins["worth"])
    assert coins["winners"] is not None
