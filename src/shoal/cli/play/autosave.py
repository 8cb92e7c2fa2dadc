"""Saves the running game to a file after every step, all of it or nothing."""

import secrets
from datetime import datetime
from pathlib import Path

import platformdirs

from shoal.core import SaveError, ShoalError, Table, read_record, write_record
from shoal.core.text import msg

__all__ = ["Autosave", "latest_game"]

_SUFFIX = ".shoal.json"


def _folder() -> Path:
    return platformdirs.user_data_path("shoal") / "games"


class Autosave:
    """Saves one game to a file, or if none is named or it cannot be written, to the data folder."""

    def __init__(self, table: Table, file: Path | None) -> None:
        self._table = table
        now = datetime.now().astimezone()
        # Several games may begin in one second, so the name ends with random letters.
        self._default = _folder() / f"{table.game.name}-{now:%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}{_SUFFIX}"
        self.file = file if file is not None else self._default
        #: Whether the game as it now is was saved.
        self.saved = False

    def save(self) -> None:
        """Save the game. Raises `SaveError` if it cannot be saved anywhere."""
        self.saved = False
        try:
            self.save_to(self.file)
        except SaveError:
            if self.file == self._default:
                raise
            self.save_to(self._default)
            self.file = self._default
        self.saved = True

    def save_to(self, file: Path) -> None:
        """Save the game to a file, creating its folder."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(
                msg("cannot write {path}: {reason}", path=file, reason=error.strerror or str(error))
            ) from None
        write_record(self._table.record(with_seed=True), file)


def latest_game() -> Path:
    """The latest unfinished game in the data folder."""
    saved = sorted(_folder().glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in saved:
        try:
            if read_record(path).result is None:
                return path
        except ShoalError:
            continue  # not reported here: `--resume FILE` names the problem
    raise ShoalError(msg("there is no unfinished game in {folder}", folder=_folder()))
