"""Whatever is drawn of a table is drawn from what it displays, not from all that a viewer may know."""

from collections.abc import Sequence
from typing import cast

import msgspec
import pytest

from shoal.cli.play.screen import Screen
from shoal.core import Game, Say, Table, View
from shoal.core.notebook import html_picture
from shoal.core.pictures import draw_picture
from shoal.core.text import say_english


@pytest.fixture
def forgetful(tide: Game) -> Game:
    """The example game at a table that hides from players what they have staked; its drawing shows what it gets."""

    class Forgetful(type(tide)):  # type: ignore[misc]
        def displayed(self, view: View) -> View:
            return view if view.result else cast(View, msgspec.structs.replace(cast(msgspec.Struct, view), mine=None))

        def draw(self, view: View, names: Sequence[str], say: Say) -> str:
            return f"staked {view.mine}"  # type: ignore[attr-defined]

    game: Game = Forgetful()
    return game


def test_a_table_displays_less_than_a_view_holds(forgetful: Game) -> None:
    table = Table(forgetful, {}, seed="5a" * 32)
    table.submit(0, "A:1")
    assert forgetful.draw(table.view(0), table.names, say_english) == "staked 1"
    assert forgetful.draw(table.displayed(0), table.names, say_english) == "staked None"
    assert forgetful.draw(table.displayed_after(table.length, 0), table.names, say_english) == "staked None"


def test_pictures_show_what_the_table_displays(forgetful: Game, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(forgetful, {}, seed="5a" * 32)
    table.submit(0, "A:1")
    assert "staked None" in draw_picture(forgetful, table.view(0), table.names, say_english)
    assert "staked None" in html_picture(forgetful, table.view(0), table.names)
    Screen(table, hide_between_people=False)._draw_table(0)
    assert "staked None" in capsys.readouterr().out


def test_a_game_displays_all_that_a_viewer_may_know_unless_it_says_otherwise(tide: Game) -> None:
    table = Table(tide, {}, seed="5a" * 32)
    table.submit(0, "A:1")
    for viewer in (None, *table.seats):
        assert table.displayed(viewer) == table.view(viewer)
