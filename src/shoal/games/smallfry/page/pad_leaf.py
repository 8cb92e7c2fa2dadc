"""The content of one leaf of the score pad: a column for each player, and the session that is open."""

from typing import Annotated, Final

import msgspec
from msgspec.structs import replace

from shoal.core import Result, Seat
from shoal.core.score_sheets import Name
from shoal.games.smallfry.cards import BOX, OCTOPUS, Card, card_names, sort
from shoal.games.smallfry.result import result_of
from shoal.games.smallfry.score_text import parse_catch
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.steps import MAX_PLAYERS

__all__ = ["FEWEST_PLAYERS", "HIGHEST_TARGET", "MOST_POINTS", "MOST_SESSIONS", "PlayerColumn", "SmallFryLeaf"]

FEWEST_PLAYERS: Final = 2
HIGHEST_TARGET: Final = 1000
#: The points of a catch with all the fish of the box.
MOST_POINTS: Final = worth(bytes(card for card in BOX if card != OCTOPUS))
MOST_SESSIONS: Final = 60
_LONGEST_CATCH: Final = 1000

_Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]


class PlayerColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One column: the points of finished sessions, and the open session as a catch or as points."""

    name: Name = ""
    line: Annotated[tuple[_Points, ...], msgspec.Meta(max_length=MOST_SESSIONS)] = ()
    catch: Annotated[str, msgspec.Meta(max_length=_LONGEST_CATCH)] = ""
    counted: _Points | None = None

    def __post_init__(self) -> None:
        if " ".join(card_names(self.cards)) != self.catch:
            raise ValueError("the catch is not in order")

    @property
    def cards(self) -> bytes:
        return parse_catch(self.catch)

    @property
    def points(self) -> int | None:
        """The points of the open session so far (S15); None if nothing was entered."""
        if self.counted is not None:
            return self.counted
        return worth(self.cards) if self.catch else None

    @property
    def total(self) -> int:
        """The points of the finished sessions, added up (S16)."""
        return sum(self.line)

    def holding(self, card: Card, copies: int) -> "PlayerColumn":
        """The column with `copies` of a card in the catch; the catch then counts, not points typed in."""
        others = bytes(other for other in self.cards if other != card)
        catch = sort(others + bytes([card]) * copies)
        return replace(self, catch=" ".join(card_names(catch)), counted=None)


class SmallFryLeaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match so far; `open` is the seat whose catch is shown, `mending` the session that is being corrected."""

    players: Annotated[tuple[PlayerColumn, ...], msgspec.Meta(min_length=FEWEST_PLAYERS, max_length=MAX_PLAYERS)]
    target: Annotated[int, msgspec.Meta(ge=1, le=HIGHEST_TARGET)] = 77
    open: Annotated[Seat, msgspec.Meta(ge=0)] = 0
    mending: Annotated[int, msgspec.Meta(ge=0)] | None = None

    def __post_init__(self) -> None:
        if len({len(player.line) for player in self.players}) != 1:
            raise ValueError("a session is missing for a player")
        if self.open >= len(self.players) or (self.mending is not None and self.mending >= self.sessions):
            raise ValueError("what is open is not there")

    @property
    def sessions(self) -> int:
        return len(self.players[0].line)

    @property
    def result(self) -> Result | None:
        """The result, once a player has reached the target after a session (S16, S23)."""
        totals = tuple(player.total for player in self.players)
        return result_of(totals, self.target) if max(totals) >= self.target else None

    def copies_left(self, seat: Seat, card: Card) -> int:
        """How many copies of a card this player can hold: those of the box that are in no other catch."""
        others = (player for other, player in enumerate(self.players) if other != seat)
        return max(0, BOX.count(card) - sum(player.cards.count(card) for player in others))

    def with_player(self, seat: Seat, player: PlayerColumn) -> "SmallFryLeaf":
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))
