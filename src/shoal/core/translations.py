"""Languages: gettext catalogues, kept as `.po` files beside the code that uses them, read as they are.

`shoal/locales/fr.po` serves the program itself; each game brings its own in its `locales/` folder. English
needs no catalogue. There is no build step: the `.po` files are the only form.
"""

import gettext
import io
import locale
import os
from functools import cache
from pathlib import Path
from typing import Final

from shoal.core.errors import ShoalError, shorten
from shoal.core.game import Game
from shoal.core.text import Say, Text, fill, msg, say_english

__all__ = ["LANGUAGES", "has_rules", "pick_language", "rule_page", "speaker"]

#: Language codes and the languages' own names.
LANGUAGES: Final = {"en": "English", "fr": "Français", "cs": "Čeština"}

_RULES: Final = "RULES.md"
_PROGRAM: Final = Path(__file__).parent.parent / "locales"


def pick_language(wanted: str | None) -> str:
    """The language asked for, else the environment's if there is a catalogue for it, else English."""
    if wanted is not None:
        if wanted not in LANGUAGES:
            raise ShoalError(
                msg(
                    "there is no language {name}: expected one of {known}",
                    name=shorten(wanted),
                    known=", ".join(LANGUAGES),
                )
            )
        return wanted
    for variable in ("SHOAL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            code = locale.normalize(value).split("_")[0]
            return code if code in LANGUAGES else "en"
    return "en"


@cache
def speaker(language: str, *games: Game) -> Say:
    """Turns texts of the program, and of these games, into a language; what is not translated stays English."""
    if language == "en":
        return say_english
    wording = _read_catalogue(_PROGRAM / f"{language}.po")
    for game in games:
        path = game.folder / "locales" / f"{language}.po"
        if path.exists():
            own = _read_catalogue(path)
            own.add_fallback(wording)
            wording = own

    def say(text: Text) -> str:
        if text.plural is None:
            return fill(wording.gettext(text.message), text, say)
        return fill(wording.ngettext(text.message, text.plural, text.count), text, say)

    return say


def has_rules(game: Game) -> bool:
    """Whether the game has a rule page."""
    return (game.folder / _RULES).exists()


def rule_page(game: Game, language: str) -> str:
    """The game's rule page, in Markdown; in English where it is not translated. A game without one is refused."""
    if not has_rules(game):
        raise ShoalError(msg("{game} has no rule page", game=game.name))
    page = game.folder / f"RULES.{language}.md"
    return (page if page.exists() else game.folder / _RULES).read_text(encoding="utf-8")


def _read_catalogue(path: Path) -> gettext.GNUTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
