"""Updates the message catalogues from the code: `python tools/messages.py` adds new messages and drops unused ones.

Messages are the literal arguments of `msg` and `msgs`, and of `t` and `tn` in templates. A game's messages are in the
game's own `locales/` folder, all others in `src/shoal/locales/`. New messages are added without a translation; the
tests fail until they have one. `shoal.core.translations` reads the catalogues.
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
    """The folder of each catalogue, with the folder of the code whose messages it translates."""
    games = [folder for folder in sorted((SOURCE / "games").iterdir()) if (folder / "game.py").exists()]
    return {SOURCE / "locales": SOURCE, **{folder / "locales": folder for folder in games}}


def extract(code: Path) -> Catalog:
    """All messages in the code of a folder; those of the whole package leave the games out."""
    catalogue = Catalog()
    for file, _line, message, comments, context in extract_from_dir(code, METHODS, keywords=KEYWORDS):
        if code == SOURCE and file.startswith(ELSEWHERE):
            continue
        catalogue.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    return catalogue


def load(path: Path, language: str) -> Catalog:
    """The catalogue on disk; an empty one if there is none."""
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(path: Path, language: str, code: Path) -> Catalog:
    """A catalogue updated from the code, with every translation that is still used."""
    old = load(path, language)
    new = Catalog(locale=language, project="Shoal", version="", charset="utf-8", fuzzy=False)
    for message in extract(code):
        if message.id:
            previous = old.get(message.id)
            new.add(message.id, previous.string if previous is not None else None, message.locations)
    return new


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue, sorted and without line numbers, so that a diff shows only changed messages."""
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
