"""The picture: everything that counts can be read in 80 columns, without colour."""

import random

import pytest
from rich.console import Console, RenderableType
from tests.games.fishtank.decks import (
    PLANT,
    WORKED_EXAMPLE,
    amount_deck,
    kind_table,
    play_all,
    play_random,
    random_step,
    start,
)

from shoal.core import Text, Viewer
from shoal.core.text import say_english
from shoal.games.fishtank import GAME
from shoal.games.fishtank.deck_file import house_deck, read_deck
from shoal.games.fishtank.phase import RoundPhase
from shoal.games.fishtank.pictures import abbreviations
from shoal.games.fishtank.state import State

NAMES = ["Ada", "Grace", "Barbara", "Radia", "Frances", "Karen"]


def _print(picture: RenderableType) -> str:
    console = Console(width=80, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(picture)
    return capture.get()


def _draw(state: State, viewer: Viewer) -> str:
    return _print(GAME.draw(state.view(viewer), NAMES[: len(state.tanks)], say_english))


def _hands() -> State:
    deal = ["snail", "shrimp", "hatchet", "loach", "pleco", "swordtail", "barb", "discus"]
    return play_all(start(players=3), [f"={seat}:{kind}" for kind in deal for seat in ("A", "B", "C")])


def test_the_hand_is_told_with_its_conditions_and_only_to_its_seat() -> None:
    drawn = _draw(_hands(), 0)
    assert "your hand" in drawn
    assert "Green Swordtail" in drawn
    assert "in the corners: 2–3 → 5, 4 → 15°" in drawn
    assert "Green Swordtail" not in _draw(_hands(), None)


def test_cells_in_reach_are_named_for_the_viewer_who_places() -> None:
    state = play_all(_hands(), "A:barb B:snail C:loach")
    assert "places Cherry Barb" in _draw(state, 0)
    state = play_all(state, "A:d4 B:d4 C:d4 A:snail B:shrimp C:barb")
    drawn = _draw(state, 0)
    assert all(cell in drawn for cell in ("a1", "g7", "c4", "e5"))
    assert "a1" not in _draw(state, None)


def test_the_frame_is_dotted_until_it_is_fixed() -> None:
    state = play_all(_hands(), "A:barb B:snail C:loach A:d4 B:d4 C:d4")
    assert "┊" in _draw(state, None)
    end = play_random(state, random.Random(1))
    assert "┊" not in _draw(end, None)
    assert "│" in _draw(end, None)


def test_sealed_choices_are_shown_to_their_seat_only() -> None:
    state = play_all(_hands(), "B:snail")
    assert "Sealed, and you may still change it: Snail" in _draw(state, 1)
    assert "Sealed" not in _draw(state, 0)
    assert "has chosen" in _draw(state, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_every_moment_can_be_drawn_in_80_columns(players: int) -> None:
    rng = random.Random(players)
    state = start(players=players)
    while True:
        if rng.random() < 0.08 or not state.to_act:
            for viewer in (None, 0, players - 1):
                lines = _draw(state, viewer).split("\n")
                assert max(map(len, lines)) <= 80
        if not state.to_act:
            break
        state = state.play(random_step(state, rng)[1])
    assert state.phase is RoundPhase.OVER
    assert "The game is over" in _draw(state, 0)
    assert "wins" in _draw(state, 0)


def test_a_tank_on_paper_is_drawn_with_its_score_kind_by_kind() -> None:
    drawn = _print(GAME.score_text(WORKED_EXAMPLE, GAME.options({})).draw(say_english))
    assert "│ Swo Pla Tet Swo │" in drawn
    assert "5*: b2 b1 a2; 5*: b3 b2 b4" in drawn
    assert "44 points in all" in drawn


def test_every_text_goes_through_the_speaker() -> None:
    said: list[Text] = []

    def say(text: Text) -> str:
        said.append(text)
        return "x" * 3

    drawn = _print(GAME.draw(play_all(_hands(), "A:barb").view(0), ["", "", ""], say))
    assert said
    assert "Swordtail" not in drawn


def test_kinds_have_different_short_names() -> None:
    assert len(set(abbreviations(house_deck()).values())) == 13
    alike = read_deck(amount_deck(**{f"fish{number}": 9 for number in range(30)}))
    short = abbreviations(alike)
    assert len(set(short.values())) == 31
    assert all(len(name) <= 3 for name in short.values())


def test_titles_are_never_read_as_markup() -> None:
    own = kind_table("eel", 60, 'family = "amount"\nthresholds = [[1, 1]]').replace('"Eel"', '"[red]{eel}[/]"') + PLANT
    state = play_random(start(deck_toml=own), random.Random(1), steps=16)
    assert "[red]{eel}[/]" in _draw(state, 0)
