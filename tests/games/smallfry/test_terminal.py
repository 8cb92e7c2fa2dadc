"""The picture for a terminal: what it shows, and to whom."""

from collections.abc import Callable

import pytest
from rich.console import Console

from shoal.core.text import say_english
from shoal.games.smallfry import GAME
from shoal.games.smallfry.state import State

Make = Callable[..., State]

NAMES = ("Ada", "Grace", "Alan", "Linus")


def _drawn(state: State, viewer: int | None, width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(GAME.draw(state.view(viewer), NAMES[: len(state.scores)], say_english))
    return capture.get()


@pytest.mark.rule("S13")
def test_viewers_are_shown_their_own_catch_and_of_the_others_only_the_size(situation: Make) -> None:
    state = situation(catches=("eel4 eel1", "ray3 boxfish2"))
    other = situation(catches=("eel4 eel1", "sunfish1 sunfish4"), deck="eel2 " * 62)
    assert "your catch, A Ada" in _drawn(state, 0)
    assert "●●●●  spare 1" in _drawn(state, 0)
    assert "2 cards, worth 4" in _drawn(state, 0)
    assert _drawn(state, 0) == _drawn(other, 0)
    assert "2 cards, worth 5" in _drawn(state, 1)
    assert "worth 4" not in _drawn(state, 1)


@pytest.mark.rule("S13")
def test_a_spectator_is_shown_no_catch(situation: Make) -> None:
    state = situation(catches=("eel4 eel1", "ray3 boxfish2"))
    assert "worth" not in _drawn(state, None)
    assert "spare" not in _drawn(state, None)


def test_an_open_memory_shows_all_catches(situation: Make) -> None:
    state = situation(catches=("eel4 eel1", "ray3 boxfish2"), memory="open")
    for viewer in (None, 0, 1):
        assert "worth 4" in _drawn(state, viewer)
        assert "worth 5" in _drawn(state, viewer)


def test_the_row_is_shown_with_names_and_shells(situation: Make) -> None:
    state = situation(row="eel3 swordfish1", catches=("", ""), phase="choice")
    lines = _drawn(state, None).splitlines()
    names = next(line for line in lines if "swordfish" in line)
    shells = lines[lines.index(names) + 1]
    assert names.split("│")[5].strip() == "swordfish"
    assert (shells.split("│")[3].strip(), shells.split("│")[5].strip()) == ("●●●·", "●···")
    assert "A Ada: stop, or turn up another card" in _drawn(state, 0)
    assert names.split("│")[1].strip() == "64"


def test_deck_discards_points_and_target_are_shown(situation: Make) -> None:
    state = situation(deck="eel1 ray1", catches=("sunfish3", ""), scores=(41, 52), target=99)
    drawn = _drawn(state, 0)
    assert "session 1, playing to 99 points" in drawn
    assert "63 cards discarded" in drawn
    assert all(points in drawn for points in ("41", "52"))


def test_the_die_and_the_robbery_are_shown(situation: Make, play: Make) -> None:
    state = play(situation(catches=("eel1", "ray1 ray2")), "flip", "=octopus")
    assert "A Ada: octopus! Rob somebody, or leave" in _drawn(state, 0)
    state = play(state, "rob B2")
    assert "A Ada: the die is rolled for 2 cards of B Grace" in _drawn(state, 0)
    assert "the die shows 3: 2 cards still go from B Grace to A Ada" in _drawn(play(state, "=roll 3"), 0)
    assert "the die shows -1: 1 card still goes from A Ada to B Grace" in _drawn(play(state, "=roll -1"), 0)


def test_finished_sessions_are_on_the_sheet(situation: Make, play: Make) -> None:
    state = play(situation(deck="eel1", catches=("boxfish3", "ray2")), "flip", "=eel1")
    drawn = _drawn(state, None)
    assert "session 2" in drawn
    assert " s1 " in drawn


def test_the_end_names_the_winner_and_shows_all_catches(situation: Make, play: Make) -> None:
    state = play(situation(deck="eel1", catches=("boxfish3", "ray2"), scores=(76, 0)), "flip", "=eel1")
    drawn = _drawn(state, None)
    assert "won by A Ada: the first to reach 77 points, with 80" in drawn
    assert "2 cards, worth 4" in drawn
    assert "1 card, worth 2" in drawn
    state = play(situation(deck="eel1", catches=("boxfish3", "ray4"), scores=(76, 76)), "flip", "=eel1")
    assert "shared by A Ada, B Grace: several" in _drawn(state, 0)


def test_a_full_row_fits_into_eighty_columns(situation: Make) -> None:
    row = "boxfish1 clownfish1 eel1 hammerhead1 lionfish1 pufferfish1 ray1 seahorse1 sunfish1 swordfish1"
    state = situation(row=row, catches=("eel4", "ray3", "ray4", ""), phase="choice")
    drawn = _drawn(state, 0)
    assert max(map(len, drawn.splitlines())) <= 80
    assert all(name[:-1] in drawn for name in row.split())


def test_names_are_not_read_as_markup(situation: Make) -> None:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(GAME.draw(situation().view(0), ["[bold]x", "[/]"], say_english))
    assert "A [bold]x" in capture.get()
    assert "B [/]" in capture.get()


def test_only_views_of_this_game_can_be_drawn() -> None:
    with pytest.raises(TypeError, match="a view of smallfry"):
        GAME.draw(None, NAMES, say_english)  # type: ignore[arg-type]
