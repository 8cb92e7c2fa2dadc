"""Saves the running game to a file after every step, all of it or nothing."""

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
    """Saves one game. Without a `file`, it is saved to the data folder if `default_file` is set, or else nowhere."""

    def __init__(self, table: Table, file: Path | None, *, default_file: bool) -> None:
        self._table = table
        self.file = file
        if file is None and default_file:
            now = datetime.now().astimezone()
            self.file = _folder() / f"{table.game.name}-{now:%Y-%m-%d-%H%M%S}{_SUFFIX}"

    def save(self) -> None:
        """Save the game, if there is a file for it."""
        if self.file is not None:
            self.save_to(self.file)

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
