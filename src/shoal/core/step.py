"""A step: the smallest thing a seat or chance does; it prints as its notation.

Steps are small immutable values, equal when they mean the same. Each game defines its own.
"""

from collections.abc import Hashable
from typing import Protocol

from shoal.core.seats import Viewer

__all__ = ["Step"]


class Step(Hashable, Protocol):
    """`str(step)` is the notation; `state.parse` reads it back."""

    def seen_by(self, viewer: Viewer) -> str:
        """The notation as this viewer may read it, now and later; `?` stands for what the viewer may not know."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the buttons that pick this step on a board: `("c4", "c7")`, `("snail",)`."""
