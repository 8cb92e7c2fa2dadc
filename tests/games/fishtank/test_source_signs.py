"""Every value says where it comes from: the rule book, what follows from it, the house, or somebody's box."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from tests.games.fishtank.deck_strategy import decks
from tests.games.fishtank.decks import WORKED_EXAMPLE, amount_deck, play_random, start

from shoal.core.text import say_english
from shoal.core.translations import LANGUAGES
from shoal.games.fishtank import GAME
from shoal.games.fishtank.deck import Deck
from shoal.games.fishtank.deck_file import house_deck, read_deck
from shoal.games.fishtank.deck_writer import write_deck
from shoal.games.fishtank.page.cards import deck_scenes
from shoal.games.fishtank.page.scene import draw_scene
from shoal.games.fishtank.scoring import Scorer
from shoal.games.fishtank.source_signs import legend, part_sources, signed_conditions, signs_of
from shoal.games.fishtank.words import sourced_texts
from shoal.server.web.templating import render_table

HOUSE = write_deck(house_deck())
BOX = re.sub('"(book|inferred|house)"', '"box"', HOUSE).replace('title = "House deck"', 'title = "My box"')


def _signed(deck: Deck, name: str) -> str:
    return signed_conditions(deck.by_name[name], signs_of(deck), say_english)


@pytest.mark.rule("T21")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tricolor", "2 side by side → 5*; 3 side by side → 11*"),
        ("tetra", "2 one above the other → 5; 3 one above the other → 11°"),
        ("pleco", "in the bottom row*: 2–3 → 6, 4 → 15°"),
        ("hatchet", "in the top row°: 2–3 → 6°, 4 → 15°"),
        ("discus", "in the middle four: 1–2 → 4, 3+ → 12"),
        ("angelfish", "in the tank: 1 → 3°, 2–3 → 0, 4 → 10°, 5+ → 14°"),
        ("snail", "2 of one kind at its sides → 5 each*"),
        ("loach", "4 different kinds at its sides → 9 each°"),
    ],
)
def test_what_is_inferred_and_what_is_made_up_is_marked_behind_the_value(name: str, words: str) -> None:
    assert _signed(house_deck(), name) == words


def test_the_legend_explains_the_signs_that_a_deck_needs() -> None:
    assert [str(text) for text in legend(house_deck())] == [
        "without a sign: from the rule book",
        "* inferred from the rule book",
        "° the house's own",
    ]
    mended = read_deck(HOUSE.replace('[4, 15, "house"]', '[4, 20, "box"]'))
    assert [str(text) for text in legend(mended)][-1] == "▫ from a box"
    assert _signed(mended, "swordtail") == "in the corners: 2–3 → 5, 4 → 20▫"


def test_a_deck_from_a_box_is_never_called_the_houses_own() -> None:
    box = read_deck(BOX)
    assert [str(text) for text in legend(box)] == ["all values: from a box"]
    assert _signed(box, "tetra") == "2 one above the other → 5; 3 one above the other → 11"
    assert {kind.source for kind in deck_scenes(box, say_english).values()} == {"from a box"}
    end = play_random(start(deck_toml=BOX), random.Random(1))
    shown = render_table(GAME, end.view(0), ["Ada", "Grace"], say_english)
    assert "My box" in shown
    assert read_deck(BOX).fingerprint in shown
    assert "house" not in shown
    assert "rule book" not in shown


@settings(max_examples=50, deadline=None)
@given(decks(), st.randoms(use_true_random=False))
def test_all_points_have_a_source(deck: Deck, rng: random.Random) -> None:
    faces = tuple(rng.choice(deck.kinds[:3]).name for _ in range(16))
    for part in Scorer(deck).score(faces).parts:
        kind = deck.by_name[part.kind]
        known = {source for _, source in sourced_texts(kind)}
        assert set() < part_sources(kind, part) <= known


def test_a_table_shows_the_signs_and_their_legend_on_the_cards_and_in_the_final_score() -> None:
    state = play_random(start(players=3, deck="full"), random.Random(1), steps=24)
    shown = render_table(GAME, state.view(0), ["Ada", "Grace", "Radia"], say_english)
    assert "° the house&#39;s own" in shown
    assert "<b>Cherry Barb°</b>" in shown
    assert "11°</text>" in shown, "on the small diagram of a card"
    end = play_random(state, random.Random(1))
    scene = draw_scene(end.view(0), ["Ada", "Grace", "Radia"], say_english)["final_score"]
    signs = {sign for row in scene.kinds for sign in row.signs}  # type: ignore[attr-defined]
    assert {"°", "*"} <= signs


def test_a_terminal_shows_the_signs_and_their_legend() -> None:
    console = Console(width=80, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(GAME.score_text(WORKED_EXAMPLE, GAME.options({})).draw(say_english))
        console.print(
            GAME.score_text(" / ".join(["ant ant bee plant"] * 4), GAME.options({"deck_toml": ANTS})).draw(str)
        )
    drawn = capture.get()
    assert "6*: a4 d4" in drawn, "two Plecos in the bottom row"
    assert "* inferred from the rule book" in drawn
    assert "all values: from a box" in drawn


ANTS = amount_deck(ant=40, bee=20)


@pytest.mark.rule("T21")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_page_marks_what_the_house_deck_marks(language: str) -> None:
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    page = (Path(GAME.folder) / name).read_text(encoding="utf-8")
    rows = [line for line in page.split("\n") if line.startswith("| ")][1:]
    marked = [(row.count("°"), row.count("\\*")) for row in rows]
    sources = [[kind.title_source, *(source for _, source in sourced_texts(kind))] for kind in house_deck().kinds]
    assert marked == [(found.count("house"), found.count("inferred")) for found in sources]
