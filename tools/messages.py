"""Keeps the catalogues in step with the code: `python tools/messages.py` adds new messages and drops dead ones.

Messages are the literal arguments of `msg` and `msgs`, and of `t` and `tn` in templates. A game's messages
live in the game's own `locales/` folder, all others in the house's. New ones arrive untranslated; the tests
then fail until somebody has translated them.
"""

import argparse
import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from shoal.core.translations import LANGUAGES

SOURCE = Path(__file__).parent.parent / "src" / "shoal"
KEYWORDS = {"msg": None, "msgs": (1, 2), "t": None, "tn": (1, 2)}
#: The games have catalogues of their own; the skeleton of a new game is no part of the program.
ELSEWHERE = ("games/", "cli/skeleton/")
METHODS = [("**.py", "python"), ("**.html", "jinja2"), ("**.svg", "jinja2")]


def catalogue_folders() -> dict[Path, Path]:
    """Each catalogue's folder, and the folder of the code it serves."""
    games = [folder for folder in sorted((SOURCE / "games").iterdir()) if (folder / "game.py").exists()]
    return {SOURCE / "locales": SOURCE, **{folder / "locales": folder for folder in games}}


def extract(code: Path) -> Catalog:
    """All messages of the code in a folder; the house's leave the games out."""
    catalogue = Catalog()
    for file, _line, message, comments, context in extract_from_dir(code, METHODS, keywords=KEYWORDS):
        if code == SOURCE and file.startswith(ELSEWHERE):
            continue
        catalogue.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    return catalogue


def load(path: Path, language: str) -> Catalog:
    """The catalogue as it is on disk; an empty one where there is none."""
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(path: Path, language: str, code: Path) -> Catalog:
    """Bring one catalogue in step with the code, keeping every translation that is still wanted."""
    old = load(path, language)
    new = Catalog(locale=language, project="Shoal", version="", charset="utf-8", fuzzy=False)
    for message in extract(code):
        if message.id:
            known = old.get(message.id)
            new.add(message.id, known.string if known is not None else None, message.locations)
    return new


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue in a form that changes only where its messages do."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, sort_output=True, include_lineno=False, omit_header=True, width=110)
    plurals = catalogue.plural_forms
    header = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalogue.locale_identifier}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Plural-Forms: {plurals}\\n"\n\n'
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(header + buffer.getvalue().decode("utf-8").lstrip(), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    for folder, code in catalogue_folders().items():
        for language in LANGUAGES:
            if language == "en":
                continue
            path = folder / f"{language}.po"
            catalogue = update(path, language, code)
            write(path, catalogue)
            missing = sum(not message.string or not any(message.string) for message in catalogue if message.id)
            print(f"{path.relative_to(SOURCE)}: {len(catalogue)} messages, {missing} to translate")


if __name__ == "__main__":
    main()
