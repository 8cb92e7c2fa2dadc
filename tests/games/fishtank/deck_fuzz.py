"""Damaged deck files, acts and sheets: whatever comes in, the editor takes it or refuses it with words."""

import random
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from tests.games.fishtank.deck_acts import entering
from tests.games.fishtank.random_decks import random_deck

from shoal.core import ShoalError, find_game
from shoal.core.editor import LARGEST_DESIGN
from shoal.core.text import say_english
from shoal.core.translations import LANGUAGES, speaker
from shoal.games.fishtank.deck_file import house_deck, read_deck
from shoal.games.fishtank.deck_writer import write_deck
from shoal.games.fishtank.page.editor import DeckEditor

__all__ = ["fuzz_case"]

EDITOR: Final = DeckEditor()
_PIECES: Final = (
    "",
    " ",
    "0",
    "1",
    "-",
    "99",
    "1e9",
    '"',
    "'",
    '"""',
    ",",
    "[",
    "]",
    "[[kinds]]",
    "{",
    "=",
    "#",
    "\n",
    "☃",
    "\u202e",
    "\ud800",
    "\x00",
    "X",
    ".",
    "null",
    "true",
    "kinds",
    "points",
    "source",
    "box",
    "yes",
    "-1",
    "9" * 5000,
    "٣",
    "inf",
)
_TYPED: Final = (
    "",
    "0",
    "7",
    "99",
    "100",
    "-1",
    "1e3",
    "٣",
    "x" * 41,
    "Tetra",
    "tetra",
    "d4",
    "<b>&\"'",
    "a\nb",
    "\ud800",
)
_HOSTILE: Final = (
    b"",
    b"null",
    b"[]",
    b"{}",
    b"[" * 60_000,
    b'{"now":' * 9_000,
    b"9" * 60_000,
    b" " * (LARGEST_DESIGN + 1),
    b"\xff\xfe",
    b'{"now":{"kinds":[{"title":"\\ud800"}]}}',
    b'{"now":{"open":0}}',
    b'{"now":{"example":[99]}}',
    b'{"now":{},"past":0}',
)


def fuzz_case(rng: random.Random) -> str:
    """One hostile text, act or sheet. Returns what became of it; raises whatever is no `ShoalError`."""
    case: Callable[[random.Random], str] = rng.choice((_deck_text, _deck_text, _act, _act, _act, _sheet, _walk))
    try:
        return f"{case.__name__[1:]} {case(rng)}"
    except ShoalError as error:
        for language in LANGUAGES:
            text = speaker(language, find_game("fishtank"))(error.text)
            assert text
            assert "\n" not in text
        return f"{case.__name__[1:]} refused"


def _deck_text(rng: random.Random) -> str:
    """A damaged file is refused, or is a deck that the editor gives back."""
    text = write_deck(house_deck()) if rng.random() < 0.5 else random_deck(rng)
    for _ in range(rng.randint(1, 3)):
        text = _damaged(text, rng)
    sheet = EDITOR.open(text)
    assert read_deck(EDITOR.text(sheet)) == read_deck(text)
    EDITOR.show(text, say_english)
    return "opened"


def _act(rng: random.Random) -> str:
    """A damaged act, or a strange text in a field, on a sheet in the middle of its making."""
    sheet, acts = _some_sheet(rng)
    act = rng.choice(acts)
    how = rng.choice(("as it is", "typed", "damaged"))
    if how == "typed":
        act = f"{act.rpartition(' ')[0]} {rng.choice(_TYPED)}"
    elif how == "damaged":
        act = _damaged(act, rng)
    _check(EDITOR.write(sheet, act))
    return "taken"


def _sheet(rng: random.Random) -> str:
    """A damaged sheet."""
    how = rng.choice(("hostile", "damaged", "other numbers", "other numbers"))
    sheet = _some_sheet(rng)[0].decode()
    if how == "hostile":
        damaged = rng.choice(_HOSTILE)
    elif how == "damaged":
        damaged = _damaged(sheet, rng).encode("utf-8", "surrogatepass")
    else:
        digits = [place for place, sign in enumerate(sheet) if sign.isdigit()]
        signs = list(sheet)
        for place in rng.sample(digits, min(len(digits), 3)):
            signs[place] = rng.choice("0123456789")
        damaged = "".join(signs).encode()
    EDITOR.title(damaged)
    _check(damaged)
    _check(EDITOR.write(damaged, "undo"))
    return "taken"


def _walk(rng: random.Random) -> str:
    """Acts in any order, each taken or refused."""
    sheet, acts = _some_sheet(rng)
    for act in rng.choices(acts, k=12):
        try:
            sheet = EDITOR.write(sheet, act)
        except ShoalError:
            continue
    _check(sheet)
    return "taken"


def _some_sheet(rng: random.Random) -> tuple[bytes, Sequence[str]]:
    """A sheet somewhere in the making, and acts that may come next."""
    sheet = EDITOR.start(rng.choice(("house", "stated", "nothing")))
    acts = [*entering(house_deck()), "open 1", "open 13", "close", "drop 2", "undo", "put c3 2", "clear a1", "usual"]
    acts += ["less 1 1", "side 1 back", "side 13 dark", "family 5 shape", "more 4", "add back", "add light"]
    for act in rng.choices(acts, k=rng.randint(0, 8)):
        try:
            sheet = EDITOR.write(sheet, act)
        except ShoalError:
            continue
    return sheet, acts


def _check(sheet: bytes) -> None:
    """A sheet that was taken can be shown, and makes a deck or says what is missing."""
    assert len(sheet) <= LARGEST_DESIGN
    scene = EDITOR.scene(sheet, say_english)
    try:
        text = EDITOR.text(sheet)
    except ShoalError as error:
        assert scene["gaps"], error
    else:
        assert not scene["gaps"]
        assert EDITOR.text(EDITOR.open(text)) == text
        assert msgspec.json.decode(EDITOR.open(text))["now"]["kinds"]


def _damaged(text: str, rng: random.Random) -> str:
    here = rng.randint(0, len(text))
    there = min(len(text), here + rng.choice((0, 1, 3, 10, 200)))
    return text[:here] + rng.choice((*_PIECES, text[here:there] * 2)) + text[there:]
