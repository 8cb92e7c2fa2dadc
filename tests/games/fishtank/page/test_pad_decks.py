"""The score pad with decks of one's own: what it scores with, what a change keeps, and how much a sheet can hold."""

import base64
import random
import zlib

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.fishtank.deck_strategy import decks
from tests.games.fishtank.decks import WORKED_EXAMPLE, amount_deck
from tests.games.pads import draw, write

from shoal.core import ShoalError
from shoal.core.score_sheets import LARGEST_SHEET
from shoal.core.text import say_english
from shoal.games.fishtank import GAME
from shoal.games.fishtank.deck import COLOURS, TANK_SIDE, Amount, Deck, Kind, Shape, Shapes, Threshold
from shoal.games.fishtank.deck_file import house_deck, read_deck
from shoal.games.fishtank.deck_writer import write_deck
from shoal.games.fishtank.page.pad import FishTankPad
from shoal.games.fishtank.page.pad_leaf import CELL_NAMES
from shoal.games.fishtank.scoring import Scorer
from shoal.games.fishtank.shapes import trimmed
from shoal.games.fishtank.stated_deck import stated_deck

PAD = FishTankPad()
CRABS = amount_deck(crab=20, snail=20)


def _put(kinds: list[str]) -> list[str]:
    return [f"put A {cell} {kind}" for cell, kind in zip(CELL_NAMES, kinds, strict=False)]


def _with(deck: str) -> bytes:
    return PAD.write(PAD.blank(), f"deck {deck}")


def _largest_deck() -> Deck:
    """As many kinds and shapes as a deck file may have, all of them unlike, with the longest names."""
    rng = random.Random("large")
    signs = "abcdefghijklmnopqrstuvwxyz0123456789"

    def shape() -> Shape:
        pattern = tuple("".join(rng.choice("X.") for _ in range(TANK_SIDE)) for _ in range(TANK_SIDE - 1))
        return Shape(trimmed((*pattern, "X..X")), rng.randint(10, 99), mirrored=True, turned=True, source="inferred")

    def kind(number: int) -> Kind:
        name = "k" + "".join(rng.choice(signs) for _ in range(17)) + f"{number:02}"
        title = "".join(chr(rng.randint(0x4E00, 0x9FFF)) for _ in range(40))
        shapes = Shapes(tuple(shape() for _ in range(8)))
        return Kind(name, title, "inferred", rng.choice(COLOURS), 99, "dark", left_out=True, condition=shapes)

    back = Kind("weed", "Weed", "box", "green", 0, "back", left_out=False, condition=Amount((Threshold(1, 1, "box"),)))
    return Deck("Largest", (*map(kind, range(39)), back))


def test_a_blank_pad_says_that_it_uses_the_house_deck_and_offers_the_others() -> None:
    drawn = draw(GAME, PAD.blank())
    assert PAD.design(PAD.blank()) == ""
    assert "Scored with: House deck" in " ".join(drawn.text.split())
    assert "stated" in drawn.acts
    assert "deck" in drawn.disabled, "the button of the house deck, which is in use"
    assert "deck" in drawn.fields, "a text from a file"


@settings(max_examples=25, deadline=None)
@given(decks(), st.randoms(use_true_random=False))
def test_a_tank_is_scored_with_the_deck_of_its_sheet(deck: Deck, rng: random.Random) -> None:
    text = write_deck(deck)
    sheet = _with(text)
    kinds = [rng.choice(deck.kinds).name for _ in CELL_NAMES]
    for act in _put(kinds):
        sheet = PAD.write(sheet, act)
    players = PAD.scene(sheet, say_english)["players"]
    assert isinstance(players, list)
    assert players[0].points == Scorer(deck).score(tuple(kinds)).total
    assert len(sheet) <= LARGEST_SHEET
    assert read_deck(PAD.design(sheet)) == read_deck(write_deck(deck)), "which trims the shapes"


def test_the_pad_has_the_kinds_of_the_deck_and_refuses_others() -> None:
    sheet = _with(CRABS)
    drawn = draw(GAME, sheet)
    assert {"put A a1 crab", "put A a1 snail", "put A a1 plant"} <= set(drawn.acts)
    assert "put A a1 loach" not in drawn.acts
    assert read_deck(CRABS).fingerprint in drawn.text
    with pytest.raises(ShoalError, match="expected one of crab, snail, plant"):
        PAD.write(sheet, "put A a1 loach")


def test_a_deck_with_line_ends_of_a_browser_is_the_same_deck() -> None:
    assert PAD.design(_with(CRABS.replace("\n", "\r\n"))) == PAD.design(_with(CRABS)) == write_deck(read_deck(CRABS))


def test_the_text_of_the_house_deck_is_the_house_deck() -> None:
    assert PAD.design(_with(write_deck(house_deck()))) == ""


def test_a_deck_that_cannot_be_used_is_refused_with_its_line() -> None:
    with pytest.raises(ShoalError, match=r"deck file, line 1, kinds\[1\]\.name"):
        _with('[[kinds]]\nside = "dark"\n')


def test_a_change_of_deck_leaves_out_what_it_has_not_and_says_so() -> None:
    sheet = write(PAD, "put A a1 snail", "put A b1 loach", "put A c1 plant", "put B a1 barb")
    changed = PAD.write(sheet, f"deck {CRABS}")
    drawn = draw(GAME, changed)
    assert "2 cards are left out: the deck has no such kinds: loach, barb." in drawn.text
    assert "2 of 16 cards" in drawn.text
    assert "put B a1 crab" in drawn.acts, "the first free cell of the open tank"


@pytest.mark.parametrize("back", ["deck", "undo"])
def test_what_was_left_out_comes_back_with_its_deck(back: str) -> None:
    sheet = write(PAD, "put A a1 snail", "put A b1 loach")
    again = PAD.write(PAD.write(sheet, f"deck {CRABS}"), back)
    assert draw(GAME, again).text == draw(GAME, sheet).text
    assert PAD.design(again) == ""


def test_undo_brings_back_cards_that_a_later_change_dropped() -> None:
    sheet = write(PAD, "put A a1 snail", "put A b1 loach", f"deck {CRABS}", "put A b1 crab")
    assert "left out" not in draw(GAME, sheet).text
    undone = PAD.write(PAD.write(sheet, "undo"), "undo")
    assert "b1: Loach" in str(PAD.scene(undone, say_english)["cells"])


def test_a_new_game_keeps_the_deck() -> None:
    sheet = PAD.write(PAD.write(_with(CRABS), "put A a1 crab"), "new")
    assert read_deck(PAD.design(sheet)) == read_deck(CRABS)


@pytest.mark.rule("T20")
def test_what_the_book_states_is_enough_for_its_own_example() -> None:
    sheet = write(PAD, "stated", *_put(WORKED_EXAMPLE.replace("/", " ").split()))
    players = PAD.scene(sheet, say_english)["players"]
    assert isinstance(players, list)
    assert players[0].points == 44
    assert read_deck(PAD.design(sheet)) == stated_deck()
    assert "stated" in draw(GAME, sheet).disabled


def test_a_sheet_holds_the_largest_deck_once_and_can_be_undone_as_usual() -> None:
    deck = _largest_deck()
    text = write_deck(deck)
    assert 45_000 < len(text) <= 60_000, "not far from the longest text that the option takes"
    sheet = _with(text)
    for act in _put([kind.name for kind in deck.kinds[:16]]):
        sheet = PAD.write(sheet, act)
    assert len(sheet) <= LARGEST_SHEET
    decoded = msgspec.json.decode(sheet)
    assert len(decoded["decks"]) == 1
    assert len(decoded["past"]) == 16
    for _ in range(16):
        sheet = PAD.write(sheet, "undo")
    assert read_deck(PAD.design(sheet)) == read_deck(write_deck(deck)), "which trims the shapes"


def test_decks_that_no_leaf_uses_any_more_are_forgotten() -> None:
    sheet = PAD.blank()
    for number in range(40):
        sheet = PAD.write(sheet, f"deck {amount_deck(crab=number + 1)}")
        decoded = msgspec.json.decode(sheet)
        used = {leaf.get("deck", "") for leaf in (decoded["now"], *decoded["past"])}
        assert set(decoded["decks"]) == used - {""}
    assert len(decoded["decks"]) == 17


@pytest.mark.parametrize(
    "packed",
    [b"", b"crab", zlib.compress(b"crab"), zlib.compress(b"\xff"), zlib.compress(b" " * 50_000_000)],
    ids=["nothing", "not packed", "no deck", "no text", "huge"],
)
def test_a_sheet_with_a_deck_that_is_none_is_refused(packed: bytes) -> None:
    leaf = {"tanks": [{}], "deck": "crabs"}
    sheet = {"now": leaf, "decks": {"crabs": base64.b64encode(packed).decode()}}
    with pytest.raises(ShoalError):
        PAD.scene(msgspec.json.encode(sheet), say_english)
    with pytest.raises(ShoalError, match="expected a score pad"):
        PAD.scene(msgspec.json.encode({"now": leaf}), say_english)
