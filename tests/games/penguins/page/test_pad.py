"""The score pad: piles of floes, and who has won by the game's own rules."""

import pytest
from tests.games.pads import (
    check_foreign_leaf,
    check_pad,
    check_pad_against_nonsense,
    check_refusal,
    draw,
    write,
)

from shoal.core import ShoalError
from shoal.core.text import say_english
from shoal.games.penguins import GAME
from shoal.games.penguins.page.pad import PenguinsPad

PAD = PenguinsPad()


def _counts(sheet: bytes) -> list[tuple[int, int]]:
    players = PAD.scene(sheet, say_english)["players"]
    assert isinstance(players, list)
    return [(player.fish, player.floes) for player in players]


@pytest.mark.rule("P13")
def test_floes_count_and_so_do_their_fish() -> None:
    sheet = write(PAD, "take A 1", "take A 2", "take A 3", "take A 3", "back A 1", "count B 1 30", "count B 2 4")
    assert _counts(sheet) == [(8, 3), (38, 34)]
    assert "8 fish" in draw(GAME, sheet).text
    assert "34 floes" in draw(GAME, sheet).text


@pytest.mark.rule("P19")
@pytest.mark.parametrize(
    ("acts", "winner", "reason"),
    [
        (["count A 1 9", "count B 3 4"], "Winner: Player B", "seat B has the most fish: 12"),
        (["count A 1 6", "count B 3 2"], "Winner: Player A", "seat A has the most floes: 6"),
        (["count A 3 2", "count B 3 2"], "Winners: Player A, Player B", "share the win with 6 fish and 2 floes each"),
    ],
)
def test_most_fish_then_most_floes_then_shared(acts: list[str], winner: str, reason: str) -> None:
    drawn = draw(GAME, write(PAD, *acts))
    assert winner in drawn.text
    assert reason in drawn.text


@pytest.mark.rule("P15")
def test_no_winner_is_told_before_every_pile_has_a_floe() -> None:
    sheet = write(PAD, "add", "count A 3 5", "count B 1 2")
    assert "Winner" not in draw(GAME, sheet).text
    assert "Winner: Player A" in draw(GAME, PAD.write(sheet, "take C 1")).text


@pytest.mark.rule("P1")
def test_all_piles_together_hold_no_more_than_the_box() -> None:
    sheet = write(PAD, "count A 3 6", "count B 3 4")
    drawn = draw(GAME, sheet)
    assert {"take A 3", "take B 3"} <= set(drawn.disabled)
    assert {"take A 1", "take A 2"} <= set(drawn.acts)
    for act in ("take A 3", "count B 3 5"):
        with pytest.raises(ShoalError, match="the box has only 10 floes with 3 fish, and 0 of them lie in no pile"):
            PAD.write(sheet, act)
    assert _counts(PAD.write(sheet, "count A 3 5")) == [(15, 5), (12, 4)]


@pytest.mark.rule("P6")
def test_two_to_four_players() -> None:
    sheet = write(PAD, "add", "add")
    assert "add" in draw(GAME, sheet).disabled
    with pytest.raises(ShoalError, match="at most 4 players"):
        PAD.write(sheet, "add")
    with pytest.raises(ShoalError, match="at least 2 players"):
        PAD.write(PAD.blank(), "drop A")
    assert _counts(write(PAD, "add", "take A 1", "take B 2", "drop A")) == [(2, 1), (0, 0)]


def test_undo_and_new_game() -> None:
    sheet = write(PAD, "name A Ada", "take A 2", "take A 3", "undo")
    assert _counts(sheet) == [(2, 1), (0, 0)]
    new = PAD.write(sheet, "new")
    assert _counts(new) == [(0, 0), (0, 0)]
    assert "Ada" in draw(GAME, new).text
    assert _counts(PAD.write(new, "undo")) == [(2, 1), (0, 0)]


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("take A 4", "expected 1, 2 or 3 fish"),
        ("take C 1", "expected a seat from A to B"),
        ("back A 1", "no such floe in this pile"),
        ("count A 2 31", "expected a whole number from 0 to 30"),
        ("count A 2 21", "the box has only 20 floes"),
        ("count A 2", "expected a whole number"),
        ("take A", "does not know"),
        ("", "does not know"),
        ("undo", "nothing to take back"),
    ],
)
def test_what_cannot_be_written_is_refused_with_words(act: str, expected: str) -> None:
    check_refusal(PAD, act, expected)


@pytest.mark.parametrize(
    "leaf",
    [
        {"piles": [{}]},
        {"piles": [{}] * 5},
        {"piles": [{"ones": -1}, {}]},
        {"piles": [{"ones": 20}, {"ones": 11}]},
        {"piles": [{"threes": 11}, {}]},
        {"piles": [{"fours": 1}, {}]},
    ],
)
def test_a_sheet_that_this_pad_never_wrote_is_refused(leaf: object) -> None:
    check_foreign_leaf(PAD, leaf)


def test_whatever_can_be_pressed_may_be_pressed() -> None:
    check_pad(GAME, walks=3, steps=60, seed="piles")


def test_nonsense_is_refused() -> None:
    acts = ["take A 1", "back A 1", "count B 2 14", "name A Ada", "drop A", "add", "new", "undo"]
    sheet = write(PAD, "add", "count A 1 9", "count A 2 5", "name B Grace", "count B 3 4")
    check_pad_against_nonsense(GAME, acts, sheet, tries=400, seed="piles")
