"""One game of a tournament, through a table like any other, with a clock beside each seat.

A bot that does not answer with a legal step forfeits: the game stops, its seat has no share of the win,
and the other seats share it.
"""

import random
import time
from collections.abc import Mapping, Sequence

import msgspec

from shoal.arena.pairing import Fixture, MatchSettings, deal_seed
from shoal.core import Bot, Game, Record, SearchLimit, Seat, ShoalError, Table, find_game, seat_name
from shoal.core.options import OptionValue
from shoal.players import (
    BotFailure,
    close_bot,
    find_bot,
    find_bot_or_program,
    is_program,
    is_thinker,
    limit_threads,
    warm_up,
)

__all__ = ["Forfeit", "PlayedGame", "TimeUsed", "play_match", "warm_bots"]


class Forfeit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat whose bot did not answer with a legal step, and what it did instead."""

    seat: str
    reason: str


class TimeUsed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time that one seat used: its steps, the seconds for all of them, the seconds of the slowest."""

    steps: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def after(self, seconds: float) -> "TimeUsed":
        """The time used after one more step."""
        return TimeUsed(self.steps + 1, round(self.seconds + seconds, 6), round(max(self.slowest, seconds), 6))


class PlayedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A finished game. `shares` are the seats' parts of the win and add up to 1."""

    number: int
    deal: int
    lineup: tuple[str, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    clocks: tuple[TimeUsed, ...]
    record: Record
    forfeit: Forfeit | None = None


def play_match(
    settings: MatchSettings, fixture: Fixture, game: Game | None = None, *, threads: int | None = None
) -> PlayedGame:
    """Play one game, each bot on so many threads or on as many as it likes.

    `game` is needed only where it is not installed.
    """
    game = game if game is not None else find_game(settings.game)
    table = Table(
        game, settings.options, seed=deal_seed(settings, fixture.deal), names=fixture.lineup, players=fixture.lineup
    )
    bots: dict[Seat, Bot] = {}
    clocks = [TimeUsed() for _ in table.seats]
    forfeit: Forfeit | None = None
    try:
        for seat, name in enumerate(fixture.lineup):
            forfeit = _seat_bot(bots, seat, name, game, table.options, settings, fixture)
            if forfeit is not None:
                break
            if threads is not None:
                limit_threads(bots[seat], threads)
        while forfeit is None and not table.over:
            forfeit = _step(table, bots, clocks, settings.time_ms / 1000)
    finally:
        for bot in bots.values():
            close_bot(bot)
    return PlayedGame(
        number=fixture.number,
        deal=fixture.deal,
        lineup=fixture.lineup,
        shares=_shares(table, forfeit),
        scores=table.state.scores,
        clocks=tuple(clocks),
        record=table.record(),
        forfeit=forfeit,
    )


def warm_bots(settings: MatchSettings, game: Game | None = None) -> None:
    """Warm up every bot in this process before any clock runs; programs are started anew for each game."""
    game = game if game is not None else find_game(settings.game)
    for name in dict.fromkeys(settings.bots):
        if not is_program(name):
            warm_up(game, settings.options, find_bot(game, name))


def _seat_bot(
    bots: dict[Seat, Bot],
    seat: Seat,
    name: str,
    game: Game,
    options: Mapping[str, OptionValue],
    settings: MatchSettings,
    fixture: Fixture,
) -> Forfeit | None:
    rng = random.Random(f"{settings.seed}:{fixture.number}:{seat}")
    try:
        bots[seat] = find_bot_or_program(game, name, options)(rng)
    except BotFailure as failure:
        return Forfeit(seat_name(seat), str(failure))
    return None


def _step(table: Table, bots: Mapping[Seat, Bot], clocks: list[TimeUsed], seconds: float) -> Forfeit | None:
    """One step of the first seat that is to act; seats that act at once do not see each other's choices."""
    seat = table.state.to_act[0]
    bot, view = bots[seat], table.view(seat)
    started = time.perf_counter()
    try:
        step = bot.think(view, SearchLimit(seconds)).step if is_thinker(bot) else bot.choose(view)
        clocks[seat] = clocks[seat].after(time.perf_counter() - started)
        table.submit(seat, step)
    except ShoalError as failure:
        return Forfeit(seat_name(seat), str(failure))
    return None


def _shares(table: Table, forfeit: Forfeit | None) -> tuple[float, ...]:
    seats: Sequence[Seat] = table.seats
    if forfeit is not None:
        winners = tuple(seat for seat in seats if seat_name(seat) != forfeit.seat)
    else:
        result = table.state.result
        winners = result.winners if result is not None else tuple(seats)
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in seats)
