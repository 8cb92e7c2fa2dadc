"""The score pad: tanks tapped in kind by kind, scored by the game's own rules."""

import pytest
from tests.games.fishtank.decks import WORKED_EXAMPLE
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
from shoal.games.fishtank import GAME
from shoal.games.fishtank.page.pad import FishTankPad
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES

PAD = FishTankPad()
ONE_SET = (
    "hatchet hatchet hatchet hatchet / loach loach loach loach / loach loach loach loach / loach loach loach loach"
)
#: Worth 15 like the one above, but with two sets.
TWO_SETS = "barb barb loach loach / barb loach loach loach / loach loach loach loach / pleco loach loach pleco"


def _put(letter: str, tank: str) -> list[str]:
    kinds = tank.replace("/", " ").split()
    return [f"put {letter} {cell} {kind}" for cell, kind in zip(CELL_NAMES, kinds, strict=True)]


@pytest.mark.rule("T20")
def test_the_worked_example_makes_44_points_kind_by_kind() -> None:
    scene = PAD.scene(write(PAD, *_put("A", WORKED_EXAMPLE)), say_english)
    players, kind_scores = scene["players"], scene["kind_scores"]
    assert isinstance(players, list)
    assert isinstance(kind_scores, list)
    assert (players[0].points, players[0].sets, players[0].cards) == (44, 8, 16)
    assert {one.kind.name: one.points for one in kind_scores} == {
        "tetra": 5, "redtail": 5, "swordtail": 5, "pleco": 6, "discus": 4, "snail": 10, "shrimp": 6, "plant": 3,
    }  # fmt: skip
    snails = next(one for one in kind_scores if one.kind.name == "snail")
    assert [part.label for part in snails.parts] == ["5 points: b1, a2, b2", "5 points: b2, b3, b4"]
    assert all(one.kind.conditions for one in kind_scores)


def test_a_tapped_kind_goes_to_the_next_cell_and_on() -> None:
    sheet = write(PAD, "put A a1 snail")
    assert "put A b1 plant" in draw(GAME, sheet).acts
    sheet = PAD.write(PAD.write(sheet, "at A d4"), "put A d4 loach")
    assert "put A b1 plant" in draw(GAME, sheet).acts, "the next free cell, round the tank"
    assert "at A b1" in draw(GAME, sheet).acts


def test_a_full_tank_changes_only_where_a_card_was_picked() -> None:
    full = write(PAD, *_put("A", ONE_SET))
    assert not [act for act in draw(GAME, full).acts if act.startswith(("put", "clear"))]
    picked = draw(GAME, PAD.write(full, "at A c3"))
    assert "put A c3 snail" in picked.acts
    assert "clear A c3" in picked.acts
    assert "Tap another kind for c3." in picked.text


def test_every_tank_can_be_opened_and_shows_its_points() -> None:
    sheet = write(PAD, "name B Grace", "add", *_put("C", ONE_SET), "open B")
    drawn = draw(GAME, sheet)
    assert {"open A", "open B", "open C"} <= set(drawn.acts)
    assert "15 points" in drawn.text
    assert "Grace" in drawn.text


@pytest.mark.rule("T18")
def test_the_winner_is_told_once_all_tanks_are_full_and_sets_break_a_tie() -> None:
    sheet = write(PAD, "name B Grace", *_put("A", ONE_SET), *_put("B", TWO_SETS)[:15])
    assert "Winner" not in draw(GAME, sheet).text
    drawn = draw(GAME, PAD.write(sheet, _put("B", TWO_SETS)[15]))
    assert "Winner: Grace" in drawn.text
    assert "more different sets" in drawn.text


@pytest.mark.rule("T18")
def test_a_shared_win_names_all_winners() -> None:
    drawn = draw(GAME, write(PAD, *_put("A", ONE_SET), *_put("B", ONE_SET)))
    assert "Winners: Player A, Player B" in drawn.text


@pytest.mark.rule("T1")
def test_more_cards_than_the_box_has_are_pointed_out() -> None:
    drawn = draw(GAME, write(PAD, *_put("A", ONE_SET)))
    assert "Loach: 12 lie in the tanks, but the box has 6" in drawn.text
    assert "but the box" not in draw(GAME, write(PAD, *_put("A", WORKED_EXAMPLE))).text


def test_one_to_six_tanks() -> None:
    sheet = write(PAD, *["add"] * 4)
    assert "add" in draw(GAME, sheet).disabled
    with pytest.raises(ShoalError, match="at most 6 tanks"):
        PAD.write(sheet, "add")
    sheet = write(PAD, "drop A")
    assert "drop A" in draw(GAME, sheet).disabled
    with pytest.raises(ShoalError, match="the last tank stays"):
        PAD.write(sheet, "drop A")


def test_undo_takes_back_what_was_written_and_not_what_was_opened() -> None:
    before = write(PAD, "put A a1 snail")
    after = PAD.write(PAD.write(PAD.write(before, "put A b1 loach"), "open B"), "at B c2")
    assert leaf_of(PAD.write(after, "undo")) == leaf_of(before)
    new = PAD.write(after, "new")
    assert leaf_of(PAD.write(new, "undo")) == leaf_of(after), "a new game can be taken back as well"


def test_a_new_game_keeps_the_players() -> None:
    drawn = draw(GAME, write(PAD, "name A Ada", "add", *_put("A", ONE_SET), "new"))
    assert "Ada" in drawn.text
    assert "15 points" not in drawn.text
    assert {"open A", "open B", "open C"} <= set(drawn.acts)


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("put A e1 snail", "expected a cell from a1 to d4"),
        ("put A a1 whale", "expected one of tricolor"),
        ("put C a1 snail", "expected a seat from A to B"),
        ("put A a1", "does not know"),
        ("open", "does not know"),
        ("", "does not know"),
        ("undo", "nothing to take back"),
    ],
)
def test_what_cannot_be_written_is_refused_with_words(act: str, expected: str) -> None:
    check_refusal(PAD, act, expected)


@pytest.mark.parametrize(
    "leaf",
    [
        {"tanks": []},
        {"tanks": [{}] * 7},
        {"tanks": [{"faces": ["snail"]}]},
        {"tanks": [{"faces": ["Whale!"] * 16}]},
        {"tanks": [{}], "open": 1},
        {"tanks": [{}], "open": -1},
        {"tanks": [{}], "cell": 16},
        {"tanks": [{"name": "x" * 25}]},
    ],
)
def test_a_sheet_that_this_pad_never_wrote_is_refused(leaf: object) -> None:
    check_foreign_leaf(PAD, leaf)


def test_whatever_can_be_pressed_may_be_pressed() -> None:
    check_pad(GAME, walks=3, steps=60, seed="tanks")


def test_nonsense_is_refused() -> None:
    acts = ["put A a1 snail", "clear B d4", "open B", "at A c3", "name A Ada", "drop A", "add", "wipe A", "new", "undo"]
    check_pad_against_nonsense(GAME, acts, write(PAD, *_put("A", WORKED_EXAMPLE)), tries=400, seed="tanks")
