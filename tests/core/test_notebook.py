"""Positions draw themselves in a notebook, and show no more than their viewer may know."""

import base64
import random
import re
import xml.etree.ElementTree as ET

import pytest
from tests.pile import GAME as PILE

from shoal.core import Game, Replay, ShoalError, State, Table, View, find_game, game_names
from shoal.core.notebook import NotebookPicture, game_of, html_picture
from shoal.core.pictures import draw_picture
from shoal.core.text import say_english

_SEED = "5e" * 32


def _html(value: object) -> str:
    html = value._repr_html_()  # type: ignore[attr-defined]
    assert isinstance(html, str)
    return html


def _svg(html: str) -> str:
    found = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    assert found is not None
    return base64.b64decode(found.group(1)).decode()


@pytest.mark.parametrize("name", game_names())
def test_a_table_is_drawn_by_the_game_s_own_page(name: str) -> None:
    table = Table(find_game(name), {}, seed=_SEED, names=["<Ada>", "Bo & Co"])
    html = _html(table)
    assert ET.fromstring(_svg(html)).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - our own
    assert "<Ada>" not in html
    assert _svg(html) == draw_picture(table.game, table.view(None), table.names, say_english)


@pytest.mark.parametrize("name", game_names())
def test_a_table_and_a_replay_show_what_a_spectator_sees(name: str) -> None:
    table = Table(find_game(name), {}, seed=_SEED)
    other = table.view(None).imagine(random.Random(1))
    assert html_picture(table.game, other.view(None)) == _html(table)
    assert _html(Replay(table.record())) == _html(table)


@pytest.mark.parametrize("name", game_names())
def test_the_states_and_views_of_every_game_draw_themselves(name: str) -> None:
    table = Table(find_game(name), {}, seed=_SEED)
    assert _html(table.state) == _html(table.state.view(None)) == html_picture(table.game, table.view(None))
    for seat in table.seats:
        assert _html(table.view(seat)) == html_picture(table.game, table.view(seat))


def test_a_game_without_a_page_is_drawn_as_in_a_terminal(tide: Game) -> None:
    assert _html(Table(tide, {}, seed=_SEED)).startswith("<pre")
    assert "A 0 – B 0" in _html(Table(tide, {}, seed=_SEED))
    assert "7 coins, &lt;A&gt; to take" in _html(Table(PILE, {}, seed=_SEED))


def test_a_state_is_drawn_as_a_spectator_sees_it_and_a_view_as_its_viewer_does(tide: Game) -> None:
    state = Table(tide, {}, seed=_SEED).state
    assert _html(state) == _html(state.view(None)) == html_picture(tide, state.view(None))
    assert _html(state.view(0)) == html_picture(tide, state.view(0))


@pytest.mark.parametrize("game", ["tide", "pile"])
def test_the_game_of_a_position_is_found_by_its_module(tide: Game, game: str) -> None:
    known = {"tide": tide, "pile": PILE}[game]
    state: State = known.start(known.options({}))
    view: View = state.view(None)
    assert game_of(state) is known
    assert game_of(view) is known


@pytest.mark.parametrize("name", game_names())
def test_the_game_of_a_position_is_found_in_a_package_around_it(name: str) -> None:
    table = Table(find_game(name), {}, seed=_SEED)
    assert game_of(table.state) is table.game
    assert game_of(table.view(0)) is table.game


def test_a_position_of_no_game_is_refused() -> None:
    class Nothing(NotebookPicture):
        viewer = None

    with pytest.raises(ShoalError, match="no game is known for"):
        _html(Nothing())
