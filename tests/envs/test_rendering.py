"""Rendering: the same picture as on the page, as pixels, as letters, and in a browser that may not be there."""

import webbrowser
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

import numpy as np
import pytest

from shoal import new_table, picture
from shoal.core import Table
from shoal.envs.rendering import Renderer
from tests.envs.tables import GAMES


@pytest.fixture(params=GAMES)
def table(request: pytest.FixtureRequest) -> Table:
    return new_table(request.param, seed=1)


def test_pixels_show_the_whole_picture(table: Table) -> None:
    frame = Renderer("rgb_array").draw(table, table.view(None))
    assert isinstance(frame, np.ndarray)
    assert frame.shape == (800, 800, 3)
    assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 100, "there is something to see"
    assert (frame[0] == 255).all() or (frame[:, 0] == 255).all(), "it lies in the middle, with white around"


def test_a_hand_is_shown_to_its_seat_alone() -> None:
    table = new_table("fishtank", seed=1)
    shown = {viewer: Renderer("ansi").draw(table, table.view(viewer)) for viewer in (None, 0, 1)}
    assert len(set(shown.values())) == 3


def test_letters_are_those_of_the_terminal(table: Table) -> None:
    letters = Renderer("ansi").draw(table, table.view(None))
    assert isinstance(letters, str)
    assert "A" in letters


def test_a_window_follows_the_game(table: Table, opened: list[str]) -> None:
    renderer = Renderer("human")
    assert renderer.draw(table, table.view(None)) is None
    page = Path(url2pathname(urlparse(opened[0]).path))
    shown = page.with_name("position.svg")
    assert shown.read_text(encoding="utf-8").strip() == picture(table)
    assert 'src="position.svg"' in page.read_text(encoding="utf-8")
    seat = table.state.to_act[0]
    table.submit(seat, table.view(seat).legal[0])
    renderer.draw(table, table.view(None))
    assert shown.read_text(encoding="utf-8").strip() == picture(table)
    assert len(opened) == 1, "the page follows; it is not opened again"
    renderer.close()
    assert not page.exists()


def test_without_a_browser_it_says_where_the_picture_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    table, renderer = new_table("penguins", seed=1), Renderer("human")
    renderer.draw(table, table.view(None))
    said = capsys.readouterr().out
    assert Path(said.rpartition(" ")[2].strip()).exists()
    renderer.close()


def test_without_a_mode_nothing_is_drawn() -> None:
    table = new_table("penguins", seed=1)
    assert Renderer(None).draw(table, table.view(None)) is None
