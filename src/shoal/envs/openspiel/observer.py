"""What a seat has observed, for OpenSpiel: tensors with names, and strings.

An observation is that of the encoding; its string is the seat's view as JSON. An information state has besides all
steps as the seat saw them, one a row: who took it, told from the seat, and its number in binary digits.
"""

import math
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from shoal.core import CHANCE, Seat, view_bytes
from shoal.core.encoding import GameEncoding
from shoal.envs.openspiel.position import TreePosition
from shoal.envs.openspiel.state import SpielState

__all__ = ["SpielObserver"]

#: What a step is called in binary digits that the seat did not see whole; 0 is no step, and numbers follow.
_HIDDEN = 1
_FIRST = 2


class SpielObserver:
    """Conforms to the observers of OpenSpiel's Python games."""

    def __init__(self, encoding: GameEncoding, kind: Any) -> None:
        self._encoding = encoding
        self._recall = bool(kind.perfect_recall)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._digits = math.ceil(math.log2(_FIRST + encoding.actions + encoding.outcomes))
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self._private and kind.public_info:
            self._rows = (encoding.remembered, encoding.players + 1 + self._digits)
            self.tensor = np.zeros(encoding.size + self._recall * math.prod(self._rows), np.float32)
            self.dict = encoding.named(self.tensor)
            if self._recall:
                self.dict["steps"] = self.tensor[encoding.size :].reshape(self._rows)

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Write what the player has observed into the tensor."""
        if self.tensor is None:
            return
        position = state.position
        self.tensor[: self._encoding.size] = self._encoding.observe(position.state, player)
        if self._recall:
            self._write_steps(position, player)

    def string_from(self, state: SpielState, player: Seat) -> str | None:
        """The same in our notation."""
        position = state.position
        if not self._private:
            return view_bytes(position.state.view(None)).decode()
        if not self._recall:
            return view_bytes(position.state.view(player)).decode()
        drawn = [] if self._encoding.hidden else [f"+{number}" for number in position.drawn]
        return " ".join([f"{player}", *(seen.text for seen in position.seen_by(player)), *drawn])

    def _write_steps(self, position: TreePosition, player: Seat) -> None:
        encoding = self._encoding
        takers, codes = [], []
        for taker, _, numbers in position.seen_by(player):
            first = _FIRST + encoding.actions if taker == CHANCE else _FIRST
            fresh = [first + number for number in numbers] or [_HIDDEN]
            codes += fresh
            column = encoding.players if taker == CHANCE else (taker - player) % encoding.players
            takers += [column] * len(fresh)
        rows = self.dict["steps"]
        rows[:] = 0
        kept = min(len(codes), len(rows))
        if kept:
            rows[np.arange(kept), takers[-kept:]] = 1
            written = np.array(codes[-kept:])[:, None] >> np.arange(self._digits)
            rows[:kept, encoding.players + 1 :] = written & 1
