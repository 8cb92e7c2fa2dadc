"""Installs the project of a game for tests, without pip and without the network."""

import os
import tomllib
from pathlib import Path

from shoal.cli.new_game import SKELETON

__all__ = ["NIM", "install"]

_SOURCE = Path(__file__).parent.parent / "src"
#: The project that docs/writing-a-game.md walks through.
NIM = SKELETON


def install(project: Path, site: Path) -> str:
    """What `pip install -e` does: announce the entry points of a project. The `PYTHONPATH` on which they are found."""
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    information = site / f"{about['name']}-{about['version']}.dist-info"
    information.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n"
    (information / "METADATA").write_text(metadata, encoding="utf-8")
    lines = []
    for group, entries in about["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in entries.items())]
    (information / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return os.pathsep.join((str(site), str(project / "src"), str(_SOURCE)))
