"""Keeps the running game in a file after every step of a person, whole or not at all."""

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
    """Where one game is kept. `file` is None when nobody asked for one and nobody is at a terminal."""

    def __init__(self, table: Table, file: Path | None, *, anywhere: bool) -> None:
        self._table = table
        self.file = file
        if file is None and anywhere:
            now = datetime.now().astimezone()
            self.file = _folder() / f"{table.game.name}-{now:%Y-%m-%d-%H%M%S}{_SUFFIX}"

    def keep(self) -> None:
        """Save the game as it stands."""
        if self.file is not None:
            self.keep_in(self.file)

    def keep_in(self, file: Path) -> None:
        """Save the game under a name of the player's choice."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(
                msg("cannot write {path}: {reason}", path=file, reason=error.strerror or str(error))
            ) from None
        write_record(self._table.record(with_seed=True), file)


def latest_game() -> Path:
    """The latest kept game that is not over."""
    kept = sorted(_folder().glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept:
        try:
            if read_record(path).result is None:
                return path
        except ShoalError:
            continue  # not ours to repair here: `--resume FILE` names the trouble
    raise ShoalError(msg("no unfinished game is kept in {folder}", folder=_folder()))
