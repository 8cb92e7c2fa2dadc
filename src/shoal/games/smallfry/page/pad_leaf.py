"""What stands on one leaf of the score pad: a column for each player, and the session that is open."""

from typing import Annotated, Final

import msgspec
from msgspec.structs import replace

from shoal.core import Result, Seat
from shoal.core.score_sheets import Name
from shoal.games.smallfry.cards import BOX, OCTOPUS, Card, card_names, sort
from shoal.games.smallfry.options import Terms
from shoal.games.smallfry.score_text import parse_catch
from shoal.games.smallfry.scoring import worth
from shoal.games.smallfry.state import begin_match
from shoal.games.smallfry.steps import MAX_PLAYERS

__all__ = ["FEWEST_PLAYERS", "HIGHEST_TARGET", "MOST_POINTS", "MOST_SESSIONS", "FryLeaf", "Player"]

FEWEST_PLAYERS: Final = 2
HIGHEST_TARGET: Final = 1000
#: All the fish of the box: nobody can catch more.
MOST_POINTS: Final = worth(bytes(card for card in BOX if card != OCTOPUS))
MOST_SESSIONS: Final = 60
_LONGEST_CATCH: Final = 1000

_Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
        """What the open session brings so far (S15), if anything was entered."""
        if self.counted is not None:
            return self.counted
        return worth(self.cards) if self.catch else None

    @property
    def total(self) -> int:
        """The finished sessions, added up (S16)."""
        return sum(self.line)

    def holding(self, card: Card, copies: int) -> "Player":
        """With so many copies of a card in the catch, which then counts."""
        others = bytes(other for other in self.cards if other != card)
        catch = sort(others + bytes([card]) * copies)
        return replace(self, catch=" ".join(card_names(catch)), counted=None)


class FryLeaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match so far; `open` is whose catch is being tapped in, `mending` the session that is being corrected."""

    players: Annotated[tuple[Player, ...], msgspec.Meta(min_length=FEWEST_PLAYERS, max_length=MAX_PLAYERS)]
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
        """Who has won, once somebody has reached the target after a session (S16, S23)."""
        totals = tuple(player.total for player in self.players)
        if max(totals) < self.target:
            return None
        terms = Terms(players=len(totals), target=self.target, next_session="youngest", memory="closed")
        return replace(begin_match(terms), to_act=(), phase="over", scores=totals).result

    def copies_left(self, seat: Seat, card: Card) -> int:
        """How many copies of a card this player can hold: those of the box that are in no other catch."""
        others = (player for other, player in enumerate(self.players) if other != seat)
        return max(0, BOX.count(card) - sum(player.cards.count(card) for player in others))

    def rewritten(self, seat: Seat, player: Player) -> "FryLeaf":
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))
