"""A table at which an assistant has one seat and bots have all the others."""

import random
import secrets
import threading
from collections.abc import Mapping, Sequence

from shoal.assistants.seated_table import GivenHint, TableProgress, with_letter
from shoal.coach import Hint, find_hint, tell_hint
from shoal.core import HUMAN, Bot, Game, Record, Refusal, Say, Seat, State, Table, Text, View, msg, parse_seat
from shoal.core.judging import Effort
from shoal.players import close_bot, find_bot

__all__ = ["LocalTable"]


class LocalTable:
    """One game. All that is asked of it is answered from the assistant's seat; the table itself stays in here."""

    def __init__(self, table: Table, seat: Seat, bots: Mapping[Seat, Bot]) -> None:
        #: Nobody can guess it, so who knows it was told.
        self.id = secrets.token_hex(8)
        self.seat = seat
        self._table = table
        self._bots = bots
        #: Held by whoever works with the table: an assistant may ask for several things at once.
        self.lock = threading.RLock()
        self._hinted: set[int] = set()

    @classmethod
    def against_bots(
        cls, game: Game, options: Mapping[str, object], seat: str, opponents: Sequence[str]
    ) -> "LocalTable":
        """A new game. `opponents` are bots by name: one for all other seats, or one for each of them, clockwise."""
        count = len(game.start(game.options(options)).scores)
        own = parse_seat(seat, count)
        others = [other for other in range(count) if other != own]
        if len(opponents) not in (1, len(others)):
            raise Refusal(
                msg("found {found} opponents, expected 1 or {count}", found=len(opponents), count=len(others))
            )
        named = dict(zip(others, opponents if len(opponents) > 1 else [*opponents] * len(others), strict=True))
        # Their randomness has nothing to do with the deal, so what they do tells nothing of the dealer's seed.
        bots = {other: find_bot(game, name)(random.Random(secrets.token_hex(16))) for other, name in named.items()}
        return cls(Table(game, options, players=[named.get(each, HUMAN) for each in range(count)]), own, bots)

    @property
    def game(self) -> Game:
        return self._table.game

    @property
    def options(self) -> Mapping[str, object]:
        return self._table.options

    @property
    def names(self) -> Sequence[str]:
        """What the seats are called: their letters."""
        return self._table.names

    @property
    def players(self) -> Sequence[str]:
        """Who sits where: the name of a bot, or `human` at the assistant's own seat."""
        return self._table.players

    @property
    def over(self) -> bool:
        return self._table.over

    @property
    def acting(self) -> bool:
        return self.seat in self._table.state.to_act

    @property
    def commitment(self) -> str:
        return self._table.commitment

    @property
    def hints_taken(self) -> int:
        """About how many positions the assistant has asked for a hint."""
        return len(self._hinted)

    @property
    def displayed(self) -> View:
        """What the table displays to the assistant's seat."""
        return self._table.displayed(self.seat)

    @property
    def imagined(self) -> State:
        """A state that looks to the seat like the real one, to describe steps with: it can tell nothing more."""
        return self.displayed.imagine(random.Random(0))

    @property
    def log(self) -> Sequence[str]:
        """Every step as the seat saw it."""
        return self._table.log(self.seat)

    def tell(self, number: int, seen: str) -> Text:
        """Step `number` of the log, as a person would tell it to the seat."""
        return self._table.tell(number, seen, self.names, self.seat)

    def refresh(self) -> None:
        """Nothing happens here between two calls."""

    def play(self, step: str, progress: TableProgress) -> None:
        """Take a step with the assistant's seat, in notation with or without its letter, then let the bots act."""
        self._table.submit(self.seat, with_letter(self, step))
        self.let_bots_act(progress)

    def let_bots_act(self, progress: TableProgress) -> None:
        """Have the bots act until it is the assistant's turn, or the game is over. They go first where all act."""
        taken = 0
        while seats := [seat for seat in self._table.state.to_act if seat in self._bots]:
            self._table.submit(seats[0], self._bots[seats[0]].choose(self._table.view(seats[0])))
            taken += 1
            progress(taken)

    def wait(self, seconds: float, progress: TableProgress) -> None:
        """Nothing is left to wait for: the bots have acted already."""

    def nudge(self, say: Say, effort: Effort) -> str:
        """Where to look for a good step."""
        return say(self._find_hint(effort).nudge)

    def hint(self, say: Say, effort: Effort) -> GivenHint:
        """The best step, found from what the table displays to the seat."""
        found = self._find_hint(effort)
        value = found.best.value
        return GivenHint(
            step=str(found.best.step),
            chance_to_win=value.chances[found.seat],
            points=value.points[found.seat],
            certainty=value.certainty,
            told=[say(sentence) for sentence in tell_hint(found, self.imagined)],
        )

    def _find_hint(self, effort: Effort) -> Hint:
        """A hint, counted: once for each position, however often it is asked for."""
        if self.over:
            raise Refusal(msg("the game is over: there is nothing to choose"))
        found = find_hint(self.game, self.displayed, effort)
        self._hinted.add(self._table.length)
        return found

    def record(self) -> Record:
        """The record of the game, with all that was hidden: only once it is over."""
        if not self.over:
            raise Refusal(msg("the game is not over: its record would tell what is hidden"))
        return self._table.record()

    def close(self) -> None:
        """End the bots."""
        for bot in self._bots.values():
            close_bot(bot)
