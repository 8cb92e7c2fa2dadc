"""The deck editor: what its buttons and fields do, what it says is missing, and how it shows a deck."""

import random
import re
from collections import Counter

import msgspec
import pytest
from markupsafe import Markup
from tests.games.fishtank.deck_acts import as_typed, entering
from tests.games.fishtank.decks import WORKED_EXAMPLE
from tests.games.fragment import Fragment
from tests.games.pads import HIDDEN, Drawn, leaf_of

from shoal.core import ShoalError
from shoal.core.editor import LARGEST_DESIGN
from shoal.core.text import say_english
from shoal.core.translations import LANGUAGES, speaker
from shoal.games.fishtank import GAME
from shoal.games.fishtank.deck import Adjacency, Amount, Area, Deck, Kind, Shape, Shapes, Threshold
from shoal.games.fishtank.deck_file import house_deck, read_deck
from shoal.games.fishtank.deck_writer import write_deck
from shoal.games.fishtank.page.editor import DeckEditor
from shoal.games.fishtank.scoring import Scorer
from shoal.games.fishtank.words import SOURCE_TEXTS
from shoal.server.web.templating import render_design, render_editor

EDITOR = DeckEditor()


def write(*acts: str, start: str = "nothing") -> bytes:
    """A sheet after these acts."""
    sheet = EDITOR.start(start)
    for act in acts:
        sheet = EDITOR.write(sheet, act)
    return sheet


def draw(sheet: bytes, language: str = "en") -> Drawn:
    """The editor as people see it; every id is unique and every button and field has a name."""
    drawn = Drawn(render_editor(GAME, sheet, speaker(language, GAME), Markup(HIDDEN)))  # noqa: S704 - our own words
    assert [name for name, number in Counter(drawn.ids).items() if number > 1] == []
    assert drawn.unnamed == []
    return drawn


def deck_of(sheet: bytes) -> Deck:
    return read_deck(EDITOR.text(sheet))


def refusal(sheet: bytes) -> str:
    with pytest.raises(ShoalError) as refused:
        EDITOR.text(sheet)
    return str(refused.value)


def test_whoever_begins_with_the_house_deck_has_a_whole_deck_at_once() -> None:
    sheet = EDITOR.start("house")
    assert EDITOR.title(sheet) == ""
    assert deck_of(sheet).kinds == house_deck().kinds
    assert "the deck is complete" in draw(sheet).text


@pytest.mark.rule("T21")
def test_whoever_begins_with_the_book_has_what_it_states_and_no_more() -> None:
    sheet = EDITOR.start("stated")
    kinds = {kind["name"]: kind for kind in leaf_of(sheet)["kinds"] if "name" in kind}  # type: ignore[attr-defined]
    assert len(leaf_of(sheet)["kinds"]) == 13  # type: ignore[arg-type]
    assert set(kinds) == {
        "tricolor", "tetra", "redtail", "swordtail", "pleco", "discus", "angelfish", "snail", "shrimp", "plant",
    }  # fmt: skip
    assert "house" not in sheet.decode()
    angelfish = kinds["angelfish"]["demands"]
    assert angelfish == [{}, {"count": 2, "points": 0, "source": "book"}, {}, {}]
    drawn = draw(EDITOR.write(sheet, "open 9"))
    assert drawn.text.count("to be read from the box") == 3
    assert "from the rule book" in drawn.text
    assert "line 1: how many cards, the points" in draw(sheet).text


def test_a_deck_is_entered_from_nothing() -> None:
    sheet = write(
        "title My box",
        "add dark", "call 1 Neon Tetra", "cards 1 60", "family 1 shape", "cell 1 1 b2 yes", "cell 1 1 b3 yes",
        "points 1 1 5",
        "add back", "call 2 Weed", "count 2 1 1", "points 2 1 2",
    )  # fmt: skip
    deck = deck_of(sheet)
    assert EDITOR.title(sheet) == deck.title == "My box"
    assert [(kind.name, kind.title, kind.cards, kind.side) for kind in deck.kinds] == [
        ("tetra", "Neon Tetra", 60, "dark"),
        ("weed", "Weed", 0, "back"),
    ]
    assert deck.by_name["tetra"].condition == Shapes(
        (Shape(("X", "X"), 5, mirrored=False, turned=False, source="box"),)
    )
    assert deck.back.condition == Amount((Threshold(1, 2, "box"),))


def test_a_value_that_somebody_changes_is_from_their_box_and_the_others_stay_what_they_were() -> None:
    before, after = deck_of(EDITOR.start("house")), deck_of(write("points 5 2 16", "area 6 a1 yes", start="house"))
    assert after.by_name["swordtail"].condition == Area(
        ("X..X", "....", "....", "X..X"), (Threshold(2, 5, "book"), Threshold(4, 16, "box")), "book"
    )
    pleco = after.by_name["pleco"].condition
    assert isinstance(pleco, Area)
    assert (pleco.area[0], pleco.source, pleco.thresholds[0].source) == ("X...", "box", "book")
    unchanged = [kind for kind in after.kinds if kind.name not in ("swordtail", "pleco")]
    assert unchanged == [kind for kind in before.kinds if kind.name not in ("swordtail", "pleco")]
    same = write("points 5 2 15", "area 6 a1 no", "call 4 Cherry Barb", start="house")
    assert deck_of(same).kinds == before.kinds, "what is set to what it was is not changed"


def test_promotional_kinds_are_added_to_the_house_deck() -> None:
    sheet = write("add light", "call 14 Frog", "cards 14 3", "where 14 1 around", "alike 14 1 no", "count 14 1 5",
                  "points 14 1 8", start="house")  # fmt: skip
    deck = deck_of(sheet)
    assert deck.by_name["frog"].cards == 3
    assert isinstance(deck.by_name["frog"].condition, Adjacency)
    assert sum(kind.cards for kind in deck.fronts) == 102


def test_thresholds_are_put_in_order_however_they_were_entered() -> None:
    sheet = write("more 13", "count 13 5 2", "points 13 5 9", start="house")
    assert "2 is there twice" in refusal(sheet)
    assert deck_of(EDITOR.write(sheet, "count 13 5 16")).back.condition.thresholds[-1].cards == 16  # type: ignore[union-attr]
    moved = deck_of(write("count 13 1 7", start="house")).back.condition
    assert isinstance(moved, Amount)
    assert [one.cards for one in moved.thresholds] == [2, 3, 4, 7]


@pytest.mark.parametrize(
    ("acts", "missing"),
    [
        ([], "a kind for the fronts of the cards"),
        (["add back"], "Kind 1 still needs a name"),
        (["add dark", "call 1 Eel", "cards 1 9"], "Eel still needs what it scores for"),
        (["add dark", "call 1 Eel", "family 1 shape"], "Eel still needs the number of cards"),
        (["add dark", "call 1 Eel", "cards 1 9", "family 1 area"], "the cells of the area"),
        (["add dark", "call 1 Eel", "cards 1 9", "family 1 shape"], "the cells of the shape in line 1"),
        (["add light", "call 1 Eel", "cards 1 9", "where 1 1 side"], "the same or different in line 1"),
        (["add light", "call 1 Eel", "cards 1 9", "where 1 1 side", "alike 1 1 yes"], "how many neighbours in line 1"),
        (
            ["add light", "call 1 Eel", "cards 1 9", "alike 1 1 yes", "count 1 1 8", "where 1 1 side"],
            "only 4 neighbours",
        ),
        (["add light", "call 1 Eel", "cards 1 9", "less 1 1"], "Eel still needs the points"),
        (
            ["add dark", "call 1 Eel", "cards 1 9", "family 1 amount", *["more 1"] * 8, "family 1 shape"],
            "fewer lines of points, 8 at most",
        ),
    ],
)
def test_the_text_of_an_unfinished_deck_is_refused_in_a_players_words(acts: list[str], missing: str) -> None:
    sheet = write(*acts)
    assert missing in refusal(sheet)
    assert missing.partition(" in line")[0].partition("still needs ")[2] in draw(sheet).text
    for language in LANGUAGES:
        draw(sheet, language)


def test_everything_that_is_missing_is_listed_with_a_way_to_its_kind() -> None:
    sheet = EDITOR.start("stated")
    drawn = draw(sheet)
    for number in (2, 3, 4, 5, 6, 7, 9, 12, 13):
        assert drawn.acts.count(f"open {number}") >= 2, "in the overview and in the list"
    assert "editor-gap-1" not in drawn.ids
    assert "editor-gap-9" in drawn.ids


def test_names_in_records_follow_from_titles_and_are_unique() -> None:
    titles = [
        "Poisson-scie",
        "Poisson Scie",
        "Ryba č. 5",
        "5",
        "🐟",
        "d4",
        "Neon Tetra",
        "Tetra neónka",
        "x" * 40,
        "x" * 39,
    ]
    sheet = write(*(act for number, title in enumerate(titles, 1) for act in ("add dark", f"call {number} {title}")))
    names = [kind["record_name"] for kind in map(_form, (EDITOR.write(sheet, f"open {n}") for n in range(1, 11)))]
    assert names[:7] == ["poissonscie", "poissonscie2", "rybac5", "kind4", "kind5", "d42", "tetra"]
    assert names[8:] == ["x" * 20, "x" * 19 + "2"]
    assert len(set(names)) == 10


def _form(sheet: bytes) -> dict[str, str]:
    form = EDITOR.scene(sheet, say_english)["form"]
    return {"record_name": form.record_name}  # type: ignore[attr-defined]


def test_a_title_of_the_house_deck_in_any_language_has_its_drawing() -> None:
    for language in LANGUAGES:
        title = speaker(language, GAME)(house_deck().by_name["snail"].text)
        drawn = render_editor(GAME, write("add light", f"call 1 {title}"), say_english, Markup(HIDDEN))  # noqa: S704 - our own words
        assert 'id="art-snail"' in drawn


@pytest.mark.rule("T20")
def test_the_example_is_the_worked_one_of_the_book_and_its_score_follows_the_deck() -> None:
    scene = EDITOR.scene(EDITOR.start("house"), say_english)["example"]
    assert [cell.scene.name for cell in scene.cells] == WORKED_EXAMPLE.replace("/", "").split()  # type: ignore[attr-defined]
    assert scene.total == 44  # type: ignore[attr-defined]
    assert "47 points" in draw(write("points 10 1 5", "points 12 1 20", "points 13 2 6", start="house")).text
    assert "39 points" in draw(write("less 2 1", start="house")).text, "no two tetras"


def test_any_kind_can_be_laid_into_the_example() -> None:
    sheet = write("open 1", "put a1 1", "put b1 1", "clear c1", start="house")
    example = EDITOR.scene(sheet, say_english)["example"]
    laid = [cell.scene.name if cell.scene else "" for cell in example.cells]  # type: ignore[attr-defined]
    assert laid[:4] == ["tricolor", "tricolor", "", "swordtail"]
    faces = tuple(laid)
    assert example.total == Scorer(house_deck()).points(faces)  # type: ignore[attr-defined]
    assert "clear a1" in draw(sheet).acts
    dropped = EDITOR.scene(EDITOR.write(sheet, "drop 1"), say_english)["example"]
    assert [cell.scene.name if cell.scene else "" for cell in dropped.cells][:4] == ["", "", "", "swordtail"]  # type: ignore[attr-defined]
    assert EDITOR.scene(EDITOR.write(sheet, "usual"), say_english)["example"].total == 44  # type: ignore[attr-defined]


def test_undo_takes_back_what_was_changed_and_not_what_was_opened() -> None:
    before = write("call 1 Whale", start="house")
    after = EDITOR.write(EDITOR.write(EDITOR.write(before, "drop 2"), "open 5"), "close")
    assert leaf_of(EDITOR.write(after, "undo")) == leaf_of(before)
    assert "undo" in draw(EDITOR.start("house")).disabled


def test_an_empty_field_blanks_a_value() -> None:
    for act, missing in {
        "points 5 1 ": "points", "count 5 1 ": "how many cards", "cards 5 ": "number of cards", "call 5 ": "name",
    }.items():  # fmt: skip
        assert missing in refusal(write(act, start="house"))


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("points 5 1 100", "a whole number from 0 to 99"),
        ("points 5 1 -1", "a whole number from 0 to 99"),
        ("points 5 9 1", "there is no number 9 any more"),
        ("points 14 1 1", "there is no number 14 any more"),
        ("cards 5 0", "a whole number from 1 to 99"),
        ("count 10 1 5", "a whole number from 1 to 4"),
        ("count 5 1 17", "a whole number from 1 to 16"),
        ("cell 1 1 e1 yes", "a cell from a1 to d4"),
        ("cell 1 1 a1 maybe", "one of yes, no"),
        ("colour 1 beige", "one of red"),
        ("side 1 back", "the deck has it already"),
        ("add back", "the deck has it already"),
        ("name 1 tetra", "a name that no other kind has"),
        ("name 1 d4", "no cell like d4"),
        ("name 1 Neon", "small letters and digits"),
        ("call 1 " + "x" * 41, "a name of at most 40 characters"),
        ("title \u202e", "a name of at most 40 characters"),
        ("family 1 colour", "one of shape"),
        ("open 14", "there is no number 14 any more"),
        ("dance 1", "does not know"),
        ("more 1 2", "does not know"),
        ("", "does not know"),
        ("undo", "nothing to take back"),
    ],
)
def test_what_cannot_be_entered_is_refused_with_words(act: str, expected: str) -> None:
    with pytest.raises(ShoalError, match=expected):
        EDITOR.write(EDITOR.start("house"), act)


@pytest.mark.parametrize(
    "leaf",
    [
        {"open": 0},
        {"kinds": [{}], "open": 1},
        {"kinds": [{"name": "D4"}]},
        {"kinds": [{"title": "\u0000"}]},
        {"kinds": [{"name": "a"}, {"name": "a"}]},
        {"kinds": [{"side": "back"}, {"side": "back"}]},
        {"kinds": [{}] * 41},
        {"kinds": [{"area": 65536}]},
        {"kinds": [{"demands": [{"points": 100}]}]},
        {"kinds": [{"demands": [{}] * 17}]},
        {"example": [0] * 16},
        {"example": [-1] * 15},
        {"title": "x" * 41},
        {"whale": 1},
    ],
)
def test_a_sheet_that_the_editor_never_wrote_is_refused(leaf: object) -> None:
    sheet = msgspec.json.encode({"now": leaf})
    for refuse in (EDITOR.text, EDITOR.title, lambda sheet: EDITOR.scene(sheet, say_english)):
        with pytest.raises(ShoalError, match="expected a score pad"):
            refuse(sheet)


def test_whatever_can_be_pressed_may_be_pressed_in_any_order_and_language() -> None:
    rng = random.Random("decks")
    pressed = set()
    for walk, language in enumerate(LANGUAGES):
        sheet = EDITOR.start(list(EDITOR.starts())[walk])
        for _ in range(70):
            drawn = draw(sheet, language)
            acts = [act for act in drawn.acts if not act.startswith("drop") or rng.random() < 0.2]
            sheet = EDITOR.write(sheet, rng.choice(acts))
            pressed |= {act.split()[0] for act in acts}
    assert pressed >= {
        "add", "open", "close", "drop", "undo", "colour", "side", "small", "family", "area", "more", "less", "cell",
        "mirrored", "turned", "where", "alike", "count", "points", "cards", "put", "clear", "usual",
    }  # fmt: skip


def test_the_largest_deck_there_can_be_fits_on_a_sheet() -> None:
    shape = Shape(("XXXX",) * 4, 99, mirrored=True, turned=True, source="inferred")
    shapes = Shapes((shape,) * 8)
    thresholds = Area(("XXXX",) * 4, tuple(Threshold(cards, 99, "inferred") for cards in range(1, 17)), "inferred")
    for condition in (shapes, thresholds):
        kinds = [
            Kind(f"a{n:019}", "🐟" * 40, "inferred", "magenta", 99, "light", left_out=True, condition=condition)
            for n in range(39)
        ]
        deck = Deck("🐟" * 40, (*kinds, Kind("b", "b", "book", "red", 0, "back", left_out=False, condition=condition)))
        sheet = EDITOR.open(write_deck(deck))
        assert deck_of(sheet) == deck
        for act in ("put a1 1", "points 1 1 0", "undo", "add dark" if len(deck.kinds) < 40 else "open 40"):
            sheet = EDITOR.write(sheet, act)
            assert len(sheet) <= LARGEST_DESIGN


@pytest.mark.rule("T21")
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_finished_deck_shows_every_value_with_its_source(language: str) -> None:
    say = speaker(language, GAME)
    page = Fragment(render_design(GAME, "", say))
    assert len(page.with_class("sheet-card")) == 13
    signs = page.with_class("sign")
    assert len(signs) == 13 + 27 + 4, "titles, points and areas"
    first = " ".join(page.with_class("sheet-card")[0].text.split())
    assert say(SOURCE_TEXTS["book"]) in first
    assert first.count(say(SOURCE_TEXTS["inferred"])) == 2
    assert say(SOURCE_TEXTS["box"]) not in page.text
    boxed = Fragment(render_design(GAME, EDITOR.text(write("points 1 1 6", start="house")), say))
    assert say(SOURCE_TEXTS["box"]) in boxed.with_class("sheet-card")[0].text


def test_the_house_deck_can_be_entered_and_is_then_from_a_box() -> None:
    entered = deck_of(write(*entering(house_deck())))
    assert entered == as_typed(house_deck())
    assert set(re.findall('source = "(.*)"', write_deck(entered))) == {"box"}
