"""The score pad: sessions by player, catches counted by the game's own rules."""

import pytest
from tests.games.pads import (
    check_foreign_leaf,
    check_pad,
    check_pad_against_nonsense,
    check_refusal,
    draw,
    leaf_of,
    write,
)

from shoal.core import ShoalError
from shoal.core.text import say_english
from shoal.games.smallfry import GAME
from shoal.games.smallfry.page.pad import SmallFryPad

PAD = SmallFryPad()
#: The rule book's catch, worth 1 + 4 + 3 + 3 = 11.
BOOK = ["clownfish1 1", "eel1 1", "eel4 1", "ray3 1", "ray2 2", "sunfish3 1", "sunfish1 1"]


def _session(*points: int) -> list[str]:
    return [*(f"points {letter} {one}" for letter, one in zip("ABCD", points, strict=False)), "close"]


def _columns(sheet: bytes) -> list[tuple[tuple[int, ...], int, int | None]]:
    players = PAD.scene(sheet, say_english)["players"]
    assert isinstance(players, list)
    return [(player.line, player.total, player.points) for player in players]


@pytest.mark.rule("S15")
def test_a_catch_is_tapped_in_and_counted_by_the_rules() -> None:
    sheet = write(PAD, *(f"card B {card}" for card in BOOK))
    assert _columns(sheet)[1] == ((), 0, 11)
    drawn = draw(GAME, sheet)
    assert "Player B has 8 cards, worth 11 points." in " ".join(drawn.text.split())
    assert "= 11" in drawn.text


def test_a_card_is_tapped_once_for_each_copy_and_once_more_to_take_it_out() -> None:
    sheet = PAD.blank()
    for act in ("card A eel1 1", "card A eel1 2", "card A eel1 0", "card A eel1 1"):
        assert act in draw(GAME, sheet).acts
        sheet = PAD.write(sheet, act)
    assert "card A eel4 1" in draw(GAME, sheet).acts
    assert "card A eel4 0" in draw(GAME, PAD.write(sheet, "card A eel4 1")).acts, "the box has one of it"


@pytest.mark.rule("S1")
def test_no_card_lies_in_two_catches() -> None:
    sheet = write(PAD, "card A eel4 1", "card A eel1 1", "open B")
    drawn = draw(GAME, sheet)
    assert "card B eel4 0" in drawn.disabled
    assert "card B eel1 1" in drawn.acts
    with pytest.raises(ShoalError, match="eel 4 lies in another catch"):
        PAD.write(sheet, "card B eel4 1")
    sheet = PAD.write(sheet, "card B eel1 1")
    with pytest.raises(ShoalError, match="eel 1 lies in another catch"):
        PAD.write(sheet, "card B eel1 2")


def test_points_can_be_written_instead_of_cards_and_cards_instead_of_points() -> None:
    sheet = write(PAD, "card A eel4 1", "points A 17")
    assert _columns(sheet)[0] == ((), 0, 17)
    assert _columns(PAD.write(sheet, "card A eel3 1"))[0] == ((), 0, 3)
    assert _columns(PAD.write(sheet, "empty A"))[0] == ((), 0, None)


@pytest.mark.rule("S16")
def test_sessions_add_up() -> None:
    sheet = write(PAD, *_session(20, 31), *_session(12, 0), "card A ray4 1")
    assert _columns(sheet) == [((20, 12), 32, 4), ((31, 0), 31, None)]


def test_a_session_needs_points_from_all_players() -> None:
    sheet = write(PAD, "add", "points A 3", "points C 0")
    assert "close" in draw(GAME, sheet).disabled
    with pytest.raises(ShoalError, match="no points yet for B"):
        PAD.write(sheet, "close")


@pytest.mark.rule("S16", "S25")
def test_the_first_to_reach_the_target_after_a_session_has_won() -> None:
    sheet = write(PAD, "name B Grace", *_session(30, 38), "points B 39")
    assert "Winner" not in draw(GAME, sheet).text, "the session is not over yet"
    drawn = draw(GAME, PAD.write(PAD.write(sheet, "points A 40"), "close"))
    assert "Winner: Grace" in drawn.text
    assert "the first to reach 77 points, with 77" in drawn.text
    short = write(PAD, "target 30", *_session(29, 30))
    assert "Winner: Player B" in draw(GAME, short).text


@pytest.mark.rule("S23")
def test_of_several_at_the_target_the_highest_wins_and_equal_totals_share() -> None:
    assert "Winner: Player A" in draw(GAME, write(PAD, *_session(40, 38), *_session(40, 40))).text
    assert "Winners: Player A, Player B" in draw(GAME, write(PAD, *_session(40, 39), *_session(38, 39))).text


def test_nothing_is_added_to_a_match_that_is_over_but_a_mistake_can_be_corrected() -> None:
    over = write(PAD, *_session(40, 0), *_session(40, 0))
    assert not [act for act in draw(GAME, over).acts if act.startswith(("card", "close"))]
    for act in ("card A eel1 1", "points A 3", "close"):
        with pytest.raises(ShoalError, match="the match is over"):
            PAD.write(over, act)
    mending = PAD.write(over, "mend 2")
    assert "line 2 A" in draw(GAME, mending).fields
    mended = PAD.write(mending, "line 2 A 4")
    assert _columns(mended)[0] == ((40, 4), 44, None)
    assert "Winner" not in draw(GAME, mended).text


def test_a_session_can_be_struck_out() -> None:
    sheet = write(PAD, *_session(20, 31), *_session(12, 0), "mend 1", "strike 1")
    assert [line for line, _, _ in _columns(sheet)] == [(12,), (0,)]


@pytest.mark.rule("S2")
def test_two_to_four_players_and_a_late_one_begins_with_nothing() -> None:
    sheet = write(PAD, *_session(20, 31), "add", "add")
    assert [line for line, _, _ in _columns(sheet)] == [(20,), (31,), (0,), (0,)]
    with pytest.raises(ShoalError, match="at most 4 players"):
        PAD.write(sheet, "add")
    assert [line for line, _, _ in _columns(PAD.write(sheet, "drop A"))] == [(31,), (0,), (0,)]
    with pytest.raises(ShoalError, match="at least 2 players"):
        PAD.write(PAD.blank(), "drop A")


def test_undo_takes_back_a_card_a_session_and_a_new_match() -> None:
    before = write(PAD, "points A 20", "points B 3")
    for act in ("card A eel1 1", "close", "new", "add", "target 99"):
        after = PAD.write(before, act)
        assert leaf_of(after) != leaf_of(before)
        assert leaf_of(PAD.write(after, "undo")) == leaf_of(before)


def test_a_new_match_keeps_the_players_and_the_target() -> None:
    drawn = draw(GAME, write(PAD, "name A Ada", "target 50", *_session(20, 31), "new"))
    assert "Ada" in drawn.text
    assert "Up to 50 points" in drawn.text
    assert "No session is finished yet." in drawn.text


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("card A octopus 1", "expected a fish card such as eel3"),
        ("card A eel4 2", "expected a whole number from 0 to 1"),
        ("card C eel4 1", "expected a seat from A to B"),
        ("points A 41", "expected a whole number from 0 to 40"),
        ("target 0", "expected a whole number from 1 to 1000"),
        ("mend 1", "no session is finished yet"),
        ("line 1 A 3", "no session is finished yet"),
        ("close now", "does not know"),
        ("", "does not know"),
        ("undo", "nothing to take back"),
    ],
)
def test_what_cannot_be_written_is_refused_with_words(act: str, expected: str) -> None:
    check_refusal(PAD, act, expected)


@pytest.mark.parametrize(
    "leaf",
    [
        {"players": [{}]},
        {"players": [{}] * 5},
        {"players": [{"line": [3]}, {}]},
        {"players": [{"line": [41]}, {"line": [3]}]},
        {"players": [{}, {}], "open": 2},
        {"players": [{}, {}], "mending": 0},
        {"players": [{}, {}], "target": 0},
        {"players": [{"catch": "eel4 eel4"}, {}]},
        {"players": [{"catch": "ray1 eel4"}, {}]},
        {"players": [{"catch": "octopus"}, {}]},
        {"players": [{"counted": 41}, {}]},
        {"players": [{"line": [0] * 61}, {"line": [0] * 61}]},
    ],
)
def test_a_sheet_that_this_pad_never_wrote_is_refused(leaf: object) -> None:
    check_foreign_leaf(PAD, leaf, expected="expected")


def test_the_pad_has_room_for_sixty_sessions() -> None:
    sheet = write(PAD, *_session(0, 0) * 60, "points A 1", "points B 1")
    with pytest.raises(ShoalError, match="room for 60 sessions"):
        PAD.write(sheet, "close")


def test_whatever_can_be_pressed_may_be_pressed() -> None:
    check_pad(GAME, walks=3, steps=60, seed="catches")


def test_nonsense_is_refused() -> None:
    acts = [
        "card A eel1 2",
        "points B 17",
        "open B",
        "close",
        "mend 1",
        "line 1 B 7",
        "strike 1",
        "target 77",
        "name A Ada",
    ]
    sheet = write(PAD, *_session(20, 31), *(f"card A {card}" for card in BOOK))
    check_pad_against_nonsense(GAME, [*acts, "add", "new", "undo"], sheet, tries=400, seed="catches")
