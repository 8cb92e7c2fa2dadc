"""An episode: one game at a table, with actions and observations as numbers.

The adapters for PettingZoo and Gymnasium are made of this. Chance is drawn by the table's dealer, from a seed that the
environment draws from its own.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from shoal.core import Game, IllegalStep, Refusal, Seat, ShoalError, Table, find_game, msg
from shoal.core.encoding import GameEncoding
from shoal.core.options import OptionValue
from shoal.envs.utilities import Utility, margins

__all__ = ["Episode", "Observation", "find_encoding", "new_dealer_seed"]

#: `observation` as the encoding has it, and `action_mask`.
Observation: TypeAlias = dict[str, NDArray[np.generic]]

_SEED_BYTES = 32


class Episode:
    """One game from the deal to the end."""

    __slots__ = ("_encoding", "_margins", "offender", "table")

    def __init__(self, game: Game, options: Mapping[str, object], encoding: GameEncoding, seed: str) -> None:
        self._encoding = encoding
        self.table = Table(game, options, seed=seed)
        self._margins = [0.0] * encoding.players
        #: The seat whose illegal action has ended the game.
        self.offender: Seat | None = None

    @property
    def over(self) -> bool:
        """Whether nobody has anything to do any more."""
        return self.offender is not None or self.table.over

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Who has to act now."""
        return () if self.offender is not None else self.table.state.to_act

    def observe(self, seat: Seat) -> Observation:
        """What a seat may know and do, in new arrays."""
        state = self.table.state
        return {"observation": self._encoding.observe(state, seat), "action_mask": self._encoding.mask(state, seat)}

    def take(self, seat: Seat, action: int) -> None:
        """A seat acts. Raises `IllegalStep` or `Refusal` if it may not, and changes nothing."""
        if not 0 <= action < self._encoding.wait:
            raise Refusal(
                msg(
                    "found action {action}, expected one from 0 to {last} that the mask allows",
                    action=action,
                    last=self._encoding.wait - 1,
                )
            )
        self.table.submit(seat, self._encoding.step(action, seat))

    def take_or_end(self, seat: Seat, action: int) -> None:
        """A seat acts; an illegal action ends the game, and the seat is its `offender`."""
        try:
            self.take(seat, action)
        except (IllegalStep, Refusal):
            self.offender = seat

    def rewards(self, utility: Utility) -> list[float]:
        """By seat: nothing before the end; -1 for an offender alone, if there is one."""
        if self.offender is not None:
            return [-1.0 if seat == self.offender else 0.0 for seat in self.table.seats]
        result = self.table.state.result
        return [0.0] * self._encoding.players if result is None else utility(result)

    def gains(self) -> list[float]:
        """By seat: by how much its margin has grown since this was last asked; -1 for an offender alone."""
        if self.offender is not None:
            return [-1.0 if seat == self.offender else 0.0 for seat in self.table.seats]
        before, self._margins = self._margins, margins(self.table.state.scores)
        return [now - then for now, then in zip(self._margins, before, strict=True)]


def find_encoding(game: Game, options: Mapping[str, OptionValue]) -> GameEncoding:
    """The encoding of a table; one object for equal options, because making it takes milliseconds."""
    return _encoding_of(game.name, tuple(sorted(options.items())))


@lru_cache(maxsize=64)
def _encoding_of(name: str, options: tuple[tuple[str, OptionValue], ...]) -> GameEncoding:
    encoding = find_game(name).encoding(dict(options))
    if encoding is None:
        raise ShoalError(msg("{game} has no encoding, so there are no environments of it", game=name))
    return encoding


def new_dealer_seed(generator: np.random.Generator) -> str:
    """A dealer's seed, drawn from an environment's own generator."""
    return generator.bytes(_SEED_BYTES).hex()
