"""No page shows a message in another language than its own."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import shoal
from shoal.core import find_game, game_names
from shoal.core.translations import LANGUAGES
from tests.server.server_process import ServerProcess
from tests.server.visitors import Visitor

_SPOKEN_ATTRIBUTES = ("aria-label", "title", "alt", "placeholder", "data-confirm", "data-cancel", "data-copied")


class _Words(HTMLParser):
    """Collects all text of a page that people read or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.words: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.words |= {value.strip() for name, value in attrs if name in _SPOKEN_ATTRIBUTES and value}

    def handle_data(self, data: str) -> None:
        self.words.add(" ".join(data.split()))


def english_texts(language: str) -> set[str]:
    """The messages with a different translation in this language: none of them may appear on its pages."""
    folders = [Path(shoal.__file__).parent / "locales", *(find_game(name).folder / "locales" for name in game_names())]
    originals: set[str] = set()
    translations: set[str] = set()
    for folder in folders:
        with (folder / f"{language}.po").open("rb") as file:
            for message in read_po(file, locale=language):
                if message.id:
                    originals |= _forms(message.id)
                    translations |= _forms(message.string)
    # Every page gives the languages their own names.
    return originals - translations - set(LANGUAGES.values())


def _forms(wording: object) -> set[str]:
    """The text of a message, or its singular and plural."""
    return {str(form) for form in wording} if isinstance(wording, tuple | list) else {str(wording)}


@pytest.mark.parametrize("language", ["fr", "cs"])
def test_no_page_shows_a_message_that_was_not_translated(server: ServerProcess, language: str) -> None:
    untranslated = english_texts(language)
    assert len(untranslated) > 300
    read = 0
    with Visitor(server.address, language) as visitor:
        paths = ["/", "/pads", "/settings", "/ladder", "/nothing-here"]
        paths += [f"/games/{name}" for name in game_names()]
        paths += [visitor.play_now(name) for name in game_names()]
        for name in game_names():
            visitor.get("/pads")
            visitor.press("/pads", {"game": name})
            paths.append(visitor.path)
        designs = "/games/fishtank/designs"
        for start in ("house", "nothing"):
            visitor.get(designs)
            visitor.press(designs, {"start": start})
            paths += [designs, visitor.path, *([f"{visitor.path}/finished"] if start == "house" else [])]
        waiting = visitor.set_up("penguins", seat_1="friend")
        hot = visitor.set_up("fishtank", seat_1="screen")
        for path in (*paths, waiting, hot, f"{hot}?front=A", f"{hot}?step=3&front=A"):
            visitor.get(path)
            words = _Words()
            words.feed(visitor.html)
            assert words.words & untranslated == set(), path
            read += len(words.words)
        visitor.get(f"{hot}?front=A")
        refused = visitor.press("steps", {"step": "nonsense"})
        assert refused.status_code == 409
        words = _Words()
        words.feed(refused.text)
        assert words.words & untranslated == set()
    assert read > 500
