"""The deck file: the house deck as it should be, own decks, and what is wrong with bad ones."""

import re

import pytest
from tests.games.fishtank.decks import PLANT, amount_deck, kind_table

from shoal.games.fishtank import GAME
from shoal.games.fishtank.deck import Adjacency, Amount, Area, Kind, Shapes
from shoal.games.fishtank.deck_file import LONGEST_DECK, house_deck, read_deck
from shoal.games.fishtank.deck_table import DeckError
from shoal.games.fishtank.stated_deck import stated_deck
from shoal.games.fishtank.titles import DECK_TITLES, HOUSE_TITLES
from shoal.games.fishtank.words import condition_texts

HOUSE = (GAME.folder / "deck.toml").read_text(encoding="utf-8")


@pytest.mark.rule("T1")
def test_the_box_holds_nine_dark_species_and_three_light_creatures() -> None:
    fronts = house_deck().fronts
    assert sum(kind.cards for kind in fronts) == 99
    assert [kind.cards for kind in fronts if kind.side == "dark"] == [9] * 9
    assert [kind.cards for kind in fronts if kind.side == "light"] == [6] * 3


@pytest.mark.rule("T1")
def test_a_plant_is_on_every_back_and_no_card_of_its_own() -> None:
    deck = house_deck()
    assert deck.back.name == "plant"
    assert deck.back.cards == 0
    assert len(deck.kinds) == 13


def _sources(kind: Kind) -> dict[int, str]:
    """The source of each number of points, in the order in which the file gives them."""
    match kind.condition:
        case Shapes(conditions) | Area(_, conditions) | Amount(conditions) | Adjacency(conditions):
            return {one.points: one.source for one in conditions}


@pytest.mark.rule("T21")
@pytest.mark.parametrize(
    ("name", "words", "sources"),
    [
        ("tricolor", ["2 side by side → 5", "3 side by side → 11"], "inferred inferred"),
        ("tetra", ["2 one above the other → 5", "3 one above the other → 11"], "book house"),
        ("redtail", ["2 on a diagonal → 5", "3 on a diagonal → 11"], "book house"),
        ("barb", ["XX / X., any way round → 9", "a block of 2 × 2 → 16"], "house house"),
        ("swordtail", ["in the corners: 2–3 → 5, 4 → 15"], "book house"),
        ("pleco", ["in the bottom row: 2–3 → 6, 4 → 15"], "book house"),
        ("hatchet", ["in the top row: 2–3 → 6, 4 → 15"], "house house"),
        ("discus", ["in the middle four: 1–2 → 4, 3+ → 12"], "book book"),
        ("angelfish", ["in the tank: 1 → 3, 2–3 → 0, 4 → 10, 5+ → 14"], "house book house house"),
        ("snail", ["2 of one kind at its sides → 5 each"], "inferred"),
        ("shrimp", ["2 of one kind at its corners → 6 each"], "book"),
        ("loach", ["4 different kinds at its sides → 9 each"], "house"),
        ("plant", ["in the tank: 1 → 1, 2 → 3, 3 → 5, 4+ → 7"], "house book house house"),
    ],
)
def test_the_house_deck_says_what_the_rules_say(name: str, words: list[str], sources: str) -> None:
    kind = house_deck().by_name[name]
    assert [str(text) for text in condition_texts(kind)] == words
    assert list(_sources(kind).values()) == sources.split()


@pytest.mark.rule("T21")
def test_the_house_deck_says_which_areas_and_titles_the_book_states() -> None:
    conditions = {kind.name: kind.condition for kind in house_deck().kinds}
    areas = {name: condition.source for name, condition in conditions.items() if isinstance(condition, Area)}
    assert areas == {"swordtail": "book", "pleco": "inferred", "hatchet": "house", "discus": "book"}
    assert {kind.name for kind in house_deck().kinds if kind.title_source != "book"} == {"barb", "hatchet", "loach"}


@pytest.mark.rule("T21")
def test_what_an_own_file_says_nothing_about_is_from_the_box() -> None:
    areas = kind_table("eel", 9, 'family = "area"\narea = ["XXXX", "....", "....", "...."]\nthresholds = {}')
    shapes = kind_table("orfe", 60, 'family = "shape"\nshapes = [{ pattern = ["XX"], points = 3 }]')
    deck = read_deck(areas.format("[[2, 6]]") + shapes + PLANT)
    area = deck.by_name["eel"].condition
    assert isinstance(area, Area)
    assert (area.source, area.thresholds[0].source) == ("box", "box")
    assert deck.by_name["eel"].title_source == "box"
    assert _sources(deck.by_name["orfe"]) == {3: "box"}
    of_old = read_deck(areas.format('[[2, 6, "book"], [4, 15, "house"]]') + shapes + PLANT).by_name["eel"].condition
    assert isinstance(of_old, Area)
    assert of_old.source == "book"


def test_kinds_without_a_colour_get_colours_that_differ_from_their_neighbours() -> None:
    colours = [kind.colour for kind in read_deck(amount_deck(**{f"fish{n}": 9 for n in range(11)})).kinds]
    assert len(set(colours)) == len(colours) == 12


def test_equal_decks_have_equal_fingerprints_and_others_have_not() -> None:
    assert house_deck().fingerprint == "ee0dcb5245d82a9e"
    assert read_deck("# laid out in another way\n" + HOUSE).fingerprint == house_deck().fingerprint
    changed = {HOUSE.replace(old, new, 1) for old, new in (("points = 5", "points = 6"), ("House deck", "Mine"))}
    assert len({read_deck(text).fingerprint for text in (HOUSE, *changed)}) == 3


@pytest.mark.rule("T19")
def test_the_two_kinds_to_leave_out_are_marked() -> None:
    assert [kind.title for kind in house_deck().kinds if kind.left_out] == ["Tricolor Shark Minnow", "Neon Tetra"]


def test_every_title_of_the_house_deck_can_be_translated() -> None:
    assert [str(text) for text in HOUSE_TITLES] == [kind.title for kind in house_deck().kinds]
    assert [str(text) for text in DECK_TITLES] == [house_deck().title, stated_deck().title]


def test_reading_the_house_deck_as_an_own_deck_gives_the_same() -> None:
    assert read_deck(HOUSE) == house_deck()
    assert read_deck(HOUSE.replace("cards = 6", "cards = 7")) != house_deck()


def test_inline_tables_are_as_good_as_headers() -> None:
    headers = kind_table("eel", 60, 'family = "shape"\n[[kinds.shapes]]\npattern = ["XX"]\npoints = 3') + PLANT
    inline = kind_table("eel", 60, 'family = "shape"\nshapes = [{ pattern = ["XX"], points = 3 }]') + PLANT
    assert read_deck(headers) == read_deck(inline)


def _line_of(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), start=1) if words in line)


@pytest.mark.rule("T21")
@pytest.mark.parametrize(
    ("old", "new", "field", "expected"),
    [
        ('name = "snail"', 'name = "Snail"', "kinds[10].name", "small letters"),
        ('name = "snail"', 'name = "d4"', "kinds[10].name", "no cell"),
        ('name = "snail"', 'name = "tetra"', "kinds[10].name", "no other kind"),
        ('name = "snail"', "name = 3", "kinds[10].name", "small letters"),
        ('title = "Snail"', 'title = ""', "kinds[10].title", "1 to 40"),
        ('title = "Snail"', 'title = "\\u001b[31m"', "kinds[10].title", "1 to 40"),
        ('side = "back"', 'side = "front"', "kinds[13].side", "dark, light, back"),
        ('side = "back"', 'side = "back"\ncards = 9', "kinds[13].cards", "only the fields"),
        ('pattern = ["XX", "X."]', 'pattern = ["XX", "X"]', "kinds[4].shapes[1].pattern", "equal length"),
        ('pattern = ["XX", "X."]', 'pattern = ["..", ".."]', "kinds[4].shapes[1].pattern", "an X"),
        ('pattern = ["XX", "X."]', 'pattern = ["XXXXX"]', "kinds[4].shapes[1].pattern", "1 to 4"),
        ('pattern = ["XX", "X."]', 'pattern = ["xx", "x."]', "kinds[4].shapes[1].pattern", "signs X"),
        ('pattern = ["XX", "XX"]', "pattern = []", "kinds[4].shapes[2].pattern", "1 to 4 rows"),
        ("points = 16", "points = 100", "kinds[4].shapes[2].points", "0 to 99"),
        ("points = 16", "points = -1", "kinds[4].shapes[2].points", "0 to 99"),
        ("points = 16", "points = true", "kinds[4].shapes[2].points", "0 to 99"),
        ("points = 16", "points = 16.0", "kinds[4].shapes[2].points", "0 to 99"),
        ("points = 16", f"points = 0x{'f' * 6000}", "kinds[4].shapes[2].points", "0 to 99"),
        ("\nturned = true", '\nturned = "yes"', "kinds[4].shapes[1].turned", "true or false"),
        ("\nturned = true", "\ntuned = true", "kinds[4].shapes[1].tuned", "only the fields"),
        ('area = ["X..X", "....", "....", "X..X"]', 'area = ["X..X"]', "kinds[5].area", "four rows"),
        ("[[2, 5,", "[[0, 5,", "kinds[5].thresholds", "rising"),
        ("[[2, 5,", "[[5, 5,", "kinds[5].thresholds", "rising"),
        ('[[2, 5, "book"]', '[[2, 5, "hearsay"]', "kinds[5].thresholds", "source of book, inferred, house, box"),
        ("[[2, 5,", "[2, [5,", "kinds[5].thresholds", "rising"),
        ("\ndifferent = 4", "\ndifferent = 5", "kinds[12].neighbours[1].different", "1 to 4"),
        ("\ndifferent = 4", "\ndifferent = 4\nsame = 2", "kinds[12].neighbours[1].same", "either"),
        ('where = "corner"', 'where = "above"', "kinds[11].neighbours[1].where", "side, corner, around"),
        ('family = "amount"\nthresholds = [[1, 3', 'family = "sum"\nthresholds = [[1, 3', "kinds[9].family", "amount"),
        ('colour = "lime"', 'colour = "beige"', "kinds[7].colour", "red, orange"),
        ('title_source = "house"', 'title_source = "hearsay"', "kinds[4].title_source", "book, inferred, house, box"),
        ('area_source = "inferred"', "area_source = 1", "kinds[6].area_source", "book, inferred, house, box"),
        ('title = "House deck"', 'titel = "House deck"', "titel", "only the fields"),
    ],
)
def test_errors_name_line_and_field(old: str, new: str, field: str, expected: str) -> None:
    text = HOUSE.replace(old, new, 1)
    assert text != HOUSE
    with pytest.raises(DeckError, match="expected .*" + re.escape(expected)) as caught:
        read_deck(text)
    assert caught.value.field == field
    key = field.rpartition(".")[2]
    line = text.split("\n")[caught.value.line - 1]
    assert line.startswith(f"{key} = "), line
    around = text.split("\n")[max(0, caught.value.line - 3) : caught.value.line + 3]
    assert new in "\n".join(around)
    assert f"line {caught.value.line}, {field}: found" in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.rule("T21")
@pytest.mark.parametrize(
    ("old", "table"),
    [
        ('name = "snail"\n', "[[kinds]]"),
        ("points = 16\n", "[[kinds.shapes]]"),
        ('where = "corner"\n', "[[kinds.neighbours]]"),
    ],
)
def test_a_missing_field_is_reported_at_its_table(old: str, table: str) -> None:
    with pytest.raises(DeckError, match="found nothing") as caught:
        read_deck(HOUSE.replace(old, "", 1))
    assert HOUSE.split("\n")[caught.value.line - 1] == table


@pytest.mark.rule("T21")
def test_what_is_not_toml_is_reported_with_its_line() -> None:
    with pytest.raises(DeckError, match="expected a TOML file") as caught:
        read_deck(HOUSE.replace("cards = 9", "cards = = 9", 1))
    assert caught.value.line == _line_of(HOUSE, "cards = 9")


@pytest.mark.parametrize(
    "text",
    [
        "", "kinds = 3", "kinds = []", "kinds = [3]", "[kinds]", '[[kinds]]\nname = """a\nb"""', "x = '''\n'''",
        "kinds = " + "[" * 5000, "a" * (LONGEST_DECK + 1), "\0", "\x1b", "kinds = 2024-13-45", PLANT,
        f"n = {'9' * 5000}", amount_deck(eel=60) + PLANT.replace("plant", "weed"),
        amount_deck(eel=60).replace(PLANT, ""), "[[kinds]]\n" * 41, "\u2028[[kinds]]",
    ],
)  # fmt: skip
def test_hostile_files_meet_our_error_only(text: str) -> None:
    with pytest.raises(DeckError, match=r"deck file, line \d+, .*expected") as caught:
        read_deck(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
