"""The command `new-game`: writes the skeleton of a new game, which can be installed and played at once.

The skeleton is the game of `docs/writing-a-game.md`, whole and under the name `nim`, in the folder `skeleton/`.
Its files are data here: nothing imports them.
"""

import keyword
import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from shoal.cli.language import say
from shoal.core import ShoalError, game_names
from shoal.core.errors import SaveError, shorten
from shoal.core.text import msg

__all__ = ["SKELETON", "write_new_game"]

SKELETON: Final = Path(__file__).parent / "skeleton"
_LONGEST_NAME: Final = 30
_NEXT: Final = "\n  cd {folder}\n  pip install -e . pytest\n  pytest\n  shoal play {name}\n  shoal serve --open"


def write_new_game(name: str, into: Path | None) -> None:
    """Write the skeleton of the game `name` into a folder, and say what to type next."""
    _check_name(name)
    folder = Path(name) if into is None else into
    files = _renamed_files(name)
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise SaveError(msg("{folder} is there already and is not an empty folder", folder=folder))
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise SaveError(msg("cannot write {path}: {reason}", path=error.filename or folder, reason=reason)) from None
    print(say(msg("Wrote a small, whole game to {folder}:", folder=folder)))
    for path in files:
        print(f"  {path}")
    print(say(msg("Next:")) + _NEXT.format(folder=shlex.quote(str(folder)), name=name))


def _check_name(name: str) -> None:
    """The name is the game's in every command and that of its Python package."""
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or keyword.iskeyword(name) or len(name) > _LONGEST_NAME:
        expected = msg("a Python name of at most {longest} lower-case letters, digits and _", longest=_LONGEST_NAME)
        raise ShoalError(msg("found {found}, expected {expected}", found=shorten(name), expected=expected))
    if name in game_names():
        raise ShoalError(msg("there is a game {name} already", name=name))
    spec = find_spec(name)
    # A mere folder of this name, such as the one to write to, has no origin.
    if spec is not None and spec.origin is not None:
        raise ShoalError(msg("there is a Python package {name} already, which the game would hide", name=name))


def _renamed_files(name: str) -> dict[str, str]:
    """The files of the skeleton under another name, by their path in the project."""
    title = name.replace("_", " ").capitalize()
    kind = "".join(part.capitalize() for part in name.split("_"))
    files = {}
    for path in sorted(SKELETON.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            text = path.read_text(encoding="utf-8")
            text = text.replace("NimGame", f"{kind}Game")
            text = re.sub(r"\bNim\b", title, text)
            files[_rename(path.relative_to(SKELETON).as_posix(), name)] = _rename(text, name)
    return files


def _rename(text: str, name: str) -> str:
    return re.sub(r"(?<![a-z])nim(?![a-z])", name, text)
