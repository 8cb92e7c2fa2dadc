"""What every score pad must keep: random walks over its buttons, refusals with words, and nonsense."""

import random
from collections import Counter
from html.parser import HTMLParser

import msgspec
import pytest
from markupsafe import Markup

from shoal.core import Game, Pad, ShoalError
from shoal.core.score_sheets import LARGEST_SHEET
from shoal.core.text import say_english
from shoal.core.translations import LANGUAGES, speaker
from shoal.server.web.templating import render_pad

__all__ = [
    "Drawn",
    "check_foreign_leaf",
    "check_pad",
    "check_pad_against_nonsense",
    "check_refusal",
    "draw",
    "leaf_of",
    "pad_of",
    "write",
]

HIDDEN = '<input type="hidden" name="token" value="secret">'
_TYPED = ["0", "3", "7", "12", " 40 ", "Ada", "", "x" * 24, "<b>&\"'", "1e3", "-1", "٣", "Ž" * 25, "a\nb", "\ud800"]


class Drawn(HTMLParser):
    """A drawn pad: the acts of its buttons and fields, those that are disabled, its ids, and buttons without a name."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.acts: list[str] = []
        self.disabled: list[str] = []
        self.fields: list[str] = []
        self.ids: list[str] = []
        self.unnamed: list[str] = []
        self.text = ""
        self._forms: dict[str, bool] = {}
        self._form: str | None = None
        self._typing = False
        self._labelled: list[str] = []
        self._button: tuple[str, str] | None = None
        self._words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        assert not any(name.startswith("on") for name in found), "no event attributes"
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "form":
            assert found["method"] == "post"
            self._form, self._typing = found["id"], False
            self._forms[self._form] = False
        elif tag == "input" and found.get("type") == "hidden":
            assert self._form is not None
            self._forms[self._form] = True
        elif tag == "label":
            self._labelled.append(found["for"])
        elif tag in ("input", "textarea"):
            self._typing = True
            assert found["name"] == "text"
            assert found.get("aria-label") or found["id"] in self._labelled
        elif tag == "button":
            assert found["name"] == "act"
            assert self._forms[found.get("form", self._form or "")], "a button's form needs the hidden fields"
            self._button, self._words = (found["id"], found.get("aria-label", "")), ""
            kept = self.disabled if "disabled" in found else self.fields if self._typing else self.acts
            kept.append(found["value"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form, self._typing = None, False
        if tag == "button" and self._button is not None:
            if not self._button[1] and not self._words.strip():
                self.unnamed.append(self._button[0])
            self._button = None

    def handle_data(self, data: str) -> None:
        self.text += data
        self._words += data


def pad_of(game: Game) -> Pad:
    page = game.page()
    assert page is not None
    assert page.pad is not None
    return page.pad


def write(pad: Pad, *acts: str) -> bytes:
    """A sheet after these acts."""
    sheet = pad.blank()
    for act in acts:
        sheet = pad.write(sheet, act)
    return sheet


def leaf_of(sheet: bytes) -> dict[str, object]:
    """The leaf on top of a sheet, as JSON."""
    leaf = msgspec.json.decode(sheet)["now"]
    assert isinstance(leaf, dict)
    return leaf


def check_refusal(pad: Pad, act: str, expected: str) -> None:
    """An act that a blank pad refuses, with these words."""
    with pytest.raises(ShoalError, match=expected):
        pad.write(pad.blank(), act)


def check_foreign_leaf(pad: Pad, leaf: object, expected: str = "expected a score pad") -> None:
    """A leaf that the pad never wrote is not shown."""
    with pytest.raises(ShoalError, match=expected):
        pad.scene(msgspec.json.encode({"now": leaf}), say_english)


def draw(game: Game, sheet: bytes, language: str = "en") -> Drawn:
    """The pad as people see it; every id is unique and every button has a name."""
    drawn = Drawn(render_pad(game, sheet, speaker(language, game), Markup(HIDDEN)))  # noqa: S704 - our own words
    assert [name for name, number in Counter(drawn.ids).items() if number > 1] == []
    assert drawn.unnamed == []
    return drawn


def check_pad(game: Game, *, walks: int, steps: int, seed: str) -> None:
    """Every button does what it offers; what is typed into a field is accepted, or refused with words."""
    rng = random.Random(seed)
    pad = pad_of(game)
    pressed, refused = set(), 0
    for walk in range(walks):
        sheet = pad.blank()
        for _ in range(steps):
            drawn = draw(game, sheet, list(LANGUAGES)[walk % len(LANGUAGES)])
            if rng.random() < 0.8:
                act = rng.choice([act for act in drawn.acts if act != "new"] or drawn.acts)
                sheet = pad.write(sheet, act)
                pressed.add(act.split()[0])
                continue
            try:
                sheet = pad.write(sheet, f"{rng.choice(drawn.fields)} {rng.choice(_TYPED)}")
            except ShoalError as error:
                assert "expected" in str(error) or "box" in str(error), str(error)
                refused += 1
        assert len(sheet) <= LARGEST_SHEET
    assert {"undo", "add", "drop"} <= pressed
    assert refused


def check_pad_against_nonsense(game: Game, acts: list[str], sheet: bytes, *, tries: int, seed: str) -> None:
    """Damaged acts and damaged sheets end in a `ShoalError`, or in a sheet that can be shown."""
    rng = random.Random(seed)
    pad = pad_of(game)
    say = speaker("en", game)
    outcomes: Counter[str] = Counter()
    for _ in range(tries):
        try:
            after = pad.write(sheet, _damage(rng.choice(acts), rng))
        except ShoalError as error:
            assert str(error)
            assert "\n" not in str(error)
            outcomes["act refused"] += 1
        else:
            assert len(after) <= LARGEST_SHEET
            pad.scene(after, say)
            outcomes["act taken"] += 1
        damaged = _damage(sheet.decode(), rng).encode("utf-8", "surrogatepass")
        try:
            pad.scene(damaged, say)
            outcomes["sheet shown"] += 1
        except ShoalError:
            outcomes["sheet refused"] += 1
            with pytest.raises(ShoalError):
                pad.write(damaged, "undo")
    assert min(outcomes[name] for name in ("act refused", "act taken", "sheet shown", "sheet refused")) > 0, outcomes
    for hostile in (
        b"",
        b"null",
        b"[" * 60_000,
        b'{"now":' * 9_000,
        b"9" * 60_000,
        b" " * (LARGEST_SHEET + 1),
        b"\xff\xfe",
    ):
        with pytest.raises(ShoalError):
            pad.scene(hostile, say)


def _damage(text: str, rng: random.Random) -> str:
    here = rng.randint(0, len(text))
    there = min(len(text), here + rng.randint(0, 5))
    what = rng.choice(
        ["", " ", "0", "1", "-", "Z", "e", "99", '"', ",", "☃", "\ud800", "\n", "null", text[here:there] * 3]
    )
    return text[:here] + what + text[there:]
