"""The steps of the game, each with its notation; `notation.py` reads it.

No step is secret: every step reads the same for all viewers. All steps are made once, here.
"""

from typing import Final, TypeAlias

import msgspec

from shoal.core import Seat, Viewer, seat_name
from shoal.games.smallfry.cards import CARDS, OCTOPUS, Card, card_name

__all__ = [
    "FLIP",
    "LEAVE",
    "MAX_ANNOUNCED",
    "MAX_PLAYERS",
    "ROBS",
    "ROLLS",
    "STOP",
    "TAKES",
    "TURN_UPS",
    "Flip",
    "FryStep",
    "Leave",
    "Rob",
    "Roll",
    "Stop",
    "Take",
    "TurnUp",
]

MAX_PLAYERS: Final = 4
#: The most cards a robber may announce (S17).
MAX_ANNOUNCED: Final = 3


class _OpenStep(msgspec.Struct, frozen=True):
    """A step that all players see."""

    def seen_by(self, viewer: Viewer) -> str:
        return str(self)


class Flip(_OpenStep, frozen=True, tag="flip"):
    """Turn up one card (S4, S5)."""

    def __str__(self) -> str:
        return "flip"

    @property
    def tokens(self) -> tuple[str, ...]:
        return ("flip",)


class Stop(_OpenStep, frozen=True, tag="stop"):
    """Keep the row and end the turn (S6)."""

    def __str__(self) -> str:
        return "stop"

    @property
    def tokens(self) -> tuple[str, ...]:
        return ("stop",)


class Rob(_OpenStep, frozen=True, tag="rob"):
    """Name a victim and a number of cards (S9)."""

    victim: Seat
    number: int

    def __str__(self) -> str:
        return f"rob {seat_name(self.victim)}{self.number}"

    @property
    def tokens(self) -> tuple[str, ...]:
        return (seat_name(self.victim), str(self.number))


class Leave(_OpenStep, frozen=True, tag="leave"):
    """Rob nobody (S19)."""

    def __str__(self) -> str:
        return "leave"

    @property
    def tokens(self) -> tuple[str, ...]:
        return ("leave",)


class TurnUp(_OpenStep, frozen=True, tag="card"):
    """Chance: this card comes off the deck."""

    card: Card

    def __post_init__(self) -> None:
        if not 0 <= self.card <= OCTOPUS:
            raise ValueError(f"there is no card {self.card}")

    def __str__(self) -> str:
        return f"={card_name(self.card)}"

    @property
    def tokens(self) -> tuple[str, ...]:
        return (card_name(self.card),)


class Roll(_OpenStep, frozen=True, tag="roll"):
    """Chance: the die shows this face."""

    face: int

    def __str__(self) -> str:
        return f"=roll {self.face}"

    @property
    def tokens(self) -> tuple[str, ...]:
        return ("roll", str(self.face))


class Take(_OpenStep, frozen=True, tag="take"):
    """Chance: this card, drawn blind, changes hands (S18)."""

    card: Card

    def __post_init__(self) -> None:
        if not 0 <= self.card < OCTOPUS:
            raise ValueError(f"there is no fish {self.card}")

    def __str__(self) -> str:
        return f"=take {card_name(self.card)}"

    @property
    def tokens(self) -> tuple[str, ...]:
        return ("take", card_name(self.card))


FryStep: TypeAlias = Flip | Stop | Rob | Leave | TurnUp | Roll | Take

FLIP: Final = Flip()
STOP: Final = Stop()
LEAVE: Final = Leave()
#: By victim, then by the number announced less 1.
ROBS: Final = tuple(
    tuple(Rob(victim, number) for number in range(1, MAX_ANNOUNCED + 1)) for victim in range(MAX_PLAYERS)
)
ROLLS: Final = (Roll(-1), Roll(1), Roll(2), Roll(3))
#: By card.
TURN_UPS: Final = tuple(TurnUp(card) for card in CARDS.values())
TAKES: Final = tuple(Take(card) for card in CARDS.values() if card != OCTOPUS)
