"""What a template gets: the values of a page, a pad or an editor, by name."""

from collections.abc import Mapping
from typing import TypeAlias

__all__ = ["Scene"]

Scene: TypeAlias = Mapping[str, object]
