"""Players can read each other's names, and nobody passes for somebody else at the table."""

import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.core import Table, find_game
from shoal.server.names import clean_name, distinct_names, free_name, words_for_you
from tests.server.in_process_server import InProcessServer

HONEST = [
    "Zoë",
    "Jiří Štěpánek",
    "Łukasz",
    "Nguyễn Thị Ánh",
    "O’Neill",
    "Ann-Marie 2",
    "Αλέξανδρος",
    "Наталья",
    "Андрій",
    "王小明",
    "ガブリエル",
    "김민준",
    "محمد",
    "שָׁלוֹם",
    "น้ำฝน",
    "प्रिया",
    "🐟",
]
#: What a name may be, from plain letters to whatever a form can send.
NAMES = st.one_of(
    st.text(max_size=40),
    st.text("aAаΑoO0lI1iL \u0301\u200b\u3164ｍrn.", max_size=8),
    st.sampled_from([*HONEST, "Anna", "Аnna", "Anna 2", "You"]),
)


def look_alike(one: str, other: str) -> bool:
    return free_name(one, [other]) != one


def test_names_are_cleaned_before_others_see_them() -> None:
    assert clean_name("  Zoë\u202e \u0000\tB\n ", "?") == "Zoë B"
    assert clean_name("x" * 99, "?") == "x" * 24
    assert clean_name("\u200b\u2066", "Guest") == "Guest"


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_name_stays_as_it_is(name: str) -> None:
    assert clean_name(name, "?") == unicodedata.normalize("NFC", name)


def test_honest_names_are_not_taken_for_each_other() -> None:
    names = [
        unicodedata.normalize("NFC", name) for name in (*HONEST, "Anna", "Hana", "Petr", "Ivan", "Иван", "かき", "がき")
    ]
    assert distinct_names(names, words_for_you()) == names


#: Words in the Unicode names of characters that show nothing.
EMPTY = re.compile(r"\b(FILLER|VARIATION SELECTOR|ZERO WIDTH|INVISIBLE|JOINER|BRAILLE PATTERN BLANK)\b|^TAG ")


def test_a_name_that_shows_nothing_is_none() -> None:
    everything = [(character, unicodedata.name(character, "")) for character in map(chr, range(sys.maxunicode + 1))]
    empty = [character for character, name in everything if EMPTY.search(name) and "SYMBOL FOR" not in name]
    assert len(empty) > 350
    controls = ["\xad", "\u202e", "\u2066", "\u3000", "\u2003", "\t", "\x00"]
    for blank in (*empty, *controls, "\u0301", "\u20dd", "...", "_", "´", "' '"):
        for name in (blank, f" {blank}{blank} ", f"\u200b{blank}\u0300"):
            assert clean_name(name, "Guest") == "Guest", ascii(name)


def test_marks_cannot_pile_up_on_a_letter() -> None:
    assert clean_name("A" + "\u0300\u0301\u0302\u0303\u0304\u0305\u0306" * 3 + "nna", "?") == "À\u0301\u0302\u0303nna"
    assert clean_name("\u0489\u0489Anna", "?") == "Anna"


@given(NAMES)
def test_a_cleaned_name_is_one_short_line_and_stays_clean(name: str) -> None:
    cleaned = clean_name(name, "Guest")
    assert 0 < len(cleaned) <= 24
    assert cleaned == " ".join(cleaned.split())
    assert cleaned.isprintable()
    assert any(unicodedata.category(letter)[0] in "LNS" for letter in cleaned)
    assert clean_name(cleaned, "Guest") == cleaned


#: "Anna" in capitals and in other alphabets, with a full stop, with gaps, in other shapes, with marks.
ANNAS = [
    "ANNA",
    "Аnna",
    "Аппа",
    "Αnna",
    "Anna.",
    " Anna",
    "An na",
    "Ａｎｎａ",
    "𝓐𝓷𝓷𝓪",
    "Ⓐnna",
    "🅰nna",
    "ᴀɴɴᴀ",
    "Anná",
    "A̲nna",
    "ꓮꓠꓠꓮ",
    "Ꭺnna",
    "Annɑ",
]


@pytest.mark.parametrize("name", ANNAS)
def test_a_name_that_looks_like_another_one_at_the_table_gets_a_number(name: str) -> None:
    assert free_name(name, ["Bob", "Anna"]).endswith(" 2")
    assert distinct_names([name, "Bob", "Anna"]) == [f"{name[:20].rstrip()} 1", "Bob", "Anna 2"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lilly", "LiIIy"),
        ("Bob", "B0b"),
        ("Player 1", "Player l"),
        ("Marina", "Rnarina"),
        ("William", "VVilliam"),
        ("Đuro", "Duro"),
        ("Петр", "Пeтp"),
        ("Νίκος", "Nίκος"),
        ("Οδυσσέας", "ΟΔΥΣΣΈΑΣ"),
        ("Sam 10", "Sаm lO"),
        ("Anna 2", "Anna ２"),
        ("علي", "علی"),
    ],
)
def test_letters_that_look_alike_are_one(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@given(st.lists(NAMES.map(lambda name: clean_name(name, "Guest")), max_size=8), st.lists(NAMES, max_size=3))
def test_no_two_names_at_a_table_look_alike(names: list[str], taken: list[str]) -> None:
    distinct = distinct_names(names, taken)
    for index, name in enumerate(distinct):
        assert not any(look_alike(name, other) for other in (*distinct[:index], *taken))
        assert clean_name(name, "?") == name
    assert distinct_names(distinct, taken) == distinct
    newcomer = free_name("Anna", distinct)
    assert not any(look_alike(newcomer, other) for other in distinct)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path_factory.mktemp("server")) as server:
        yield server


def sit_down(server: InProcessServer, table: str, name: str) -> tuple[str, str]:
    """Sit down on seat B under a name; the name at the table, and the one that is kept for the next table."""
    guest = server.person("")
    secret = server.tables.invitations.secret_of(table)
    with server.browser(guest) as browser:
        form = {"kind": "sit", "seat": "B", "name": name, "secret": secret}
        assert browser.post(f"/tables/{table}", data=form).status_code == 303
    kept = server.run(server.tables.store.person(guest.id))
    assert kept is not None
    return server.run(server.tables.snapshot(table)).names[1], kept.name


def test_whoever_sits_down_cannot_pass_for_somebody_who_is_there(server: InProcessServer) -> None:
    ann = server.person("Ann")
    for name, seated in (("Ann", "Ann 2"), ("Аnn", "Аnn 2"), ("ANN.", "ANN. 2"), ("Anne", "Anne"), ("\u3164", "Guest")):
        table = server.table("penguins", [ann, None])
        assert sit_down(server, table, name)[0] == seated
    table = server.table("penguins", [ann, None])
    assert sit_down(server, table, "ANN") == ("ANN 2", "ANN"), "at other tables they need no number"
    table = server.table("penguins", [ann, None])
    assert sit_down(server, table, "\u3164") == ("Guest", ""), "nothing was chosen"


def test_nobody_is_called_like_a_bot_at_the_table_or_like_the_reader(server: InProcessServer) -> None:
    with server.browser(server.person("Ann")) as browser:
        seats = {"seat.0": "me", "seat.1": "friend", "seat.2": "bot:shark", "option.players": "3"}
        for name, seated in (("Shark", "Shark 2"), ("Ѕhаrk", "Ѕhаrk 2"), ("YOU", "YOU 2"), ("Vоus", "Vоus 2")):
            table = browser.post("/tables", data={"game": "penguins", **seats}).headers["location"].rpartition("/")[2]
            assert sit_down(server, table, name)[0] == seated
        form = {"game": "penguins", **seats, "name.0": "shark"}
        mine = browser.post("/tables", data=form).headers["location"].rpartition("/")[2]
        assert server.run(server.tables.snapshot(mine)).names[::2] == ("shark 2", "Shark")


def test_an_empty_name_leaves_the_one_that_a_person_has(server: InProcessServer) -> None:
    ann = server.person("Ann")
    with server.browser(ann) as browser:
        form = {"game": "penguins", "name.0": "\u2800\u200b"}
        table = browser.post("/tables", data=form).headers["location"].rpartition("/")[2]
    assert server.run(server.tables.snapshot(table)).names[0] == "Ann"
    stored = server.run(server.tables.store.person(ann.id))
    assert stored is not None
    assert stored.name == "Ann"


def test_only_who_plays_alone_is_called_you(server: InProcessServer) -> None:
    with server.browser(server.person("")) as browser:
        for form, name in (
            ({"seat.1": "bot:shark"}, "You"),
            ({"seat.1": "friend"}, "Player A"),
            ({"public": "yes"}, "Player A"),
        ):
            table = browser.post("/tables", data={"game": "penguins", **form}).headers["location"].rpartition("/")[2]
            assert server.run(server.tables.snapshot(table)).names[0] == name


def test_names_in_an_uploaded_record_are_told_apart_too(server: InProcessServer) -> None:
    record = Table(find_game("penguins"), {"players": 3}, names=["Ann", "Аnn", "\u2800"]).record().to_text()
    with server.browser(server.person("Eve")) as browser:
        answer = browser.post("/records", files={"record": ("a.json", record)})
    table = Path(answer.headers["location"].partition("?")[0]).name
    assert server.run(server.tables.snapshot(table)).names == ("Ann 1", "Аnn 2", "?")
