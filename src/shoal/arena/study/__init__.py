"""Studies: what many games between bots tell about a game, its seats, its scores and its rules.

A study is a tournament of the arena (`run.py`), so its games are independent, have seeds of their own, and stand in the
same kind of file. `measured_game.py` replays a finished game and counts; `summary.py` puts the counts of all games
together; `tables.py`, `charts.py`, `json_report.py` and `page.py` show them. What only a game knows it says through
`Game.study` (`core/study.py`).
"""

from shoal.arena.study.charts import draw_charts
from shoal.arena.study.json_report import summary_fields
from shoal.arena.study.measured_game import MeasuredGame, measure
from shoal.arena.study.page import write_page
from shoal.arena.study.run import Study
from shoal.arena.study.summary import StudySummary, summarize
from shoal.arena.study.tables import StudyTable, study_tables

__all__ = [
    "MeasuredGame",
    "Study",
    "StudySummary",
    "StudyTable",
    "draw_charts",
    "measure",
    "study_tables",
    "summarize",
    "summary_fields",
    "write_page",
]
