"""A record: the whole history of a game as text, `.shoal.json`; replaying it gives the states.

Reading is strict: for anything that is not a record, the error says where it is wrong and what was expected.
"""

import contextlib
import os
import secrets
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from shoal.core.dealer import Dealer
from shoal.core.errors import NotationError, RecordError, SaveError, ShoalError
from shoal.core.game import Game
from shoal.core.history import History, taker_of
from shoal.core.notebook import html_picture
from shoal.core.registry import find_game
from shoal.core.result import Result
from shoal.core.seats import CHANCE, seat_name
from shoal.core.state import State
from shoal.core.step import Step
from shoal.core.text import Text, msg

__all__ = ["Fair", "Record", "RecordedResult", "Replay", "parse_record", "read_record", "verify", "write_record"]

FORMAT: Final = "shoal/1"
_LARGEST = 16 * 1024 * 1024

#: 32 bytes, as a seed and its SHA-256 are.
_Hex = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Fair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The SHA-256 of the seed, and the seed once it may be known.

    The dealer draws each step of chance under its number in `moves`. In games of an older Shoal it also counted choices
    that were replaced while they were sealed; those are not in `moves`, so `draws` lists its numbers. Where lots were
    drawn for who begins, `lot` is the number: how many of the players were named before the one who got seat A.
    """

    commitment: _Hex
    seed: _Hex | None = None
    draws: tuple[int, ...] | None = None
    lot: Annotated[int, msgspec.Meta(ge=0)] | None = None


class RecordedResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result as a record states it: winners by their letters."""

    scores: tuple[int, ...]
    winners: tuple[str, ...]

    @classmethod
    def of(cls, result: Result) -> "RecordedResult":
        """A result in the form of a record."""
        return cls(result.scores, tuple(seat_name(seat) for seat in result.winners))


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game on paper. `players` says who sits where: `human`, or the name of a bot.

    >>> record = shoal.new_table("penguins", seed=1, players=3).record()
    >>> record.game, record.options, record.players, len(record.moves)
    ('penguins', {'edition': 'en', 'players': 3}, ('human', 'human', 'human'), 1)
    """

    format: Literal["shoal/1"]
    game: str
    options: dict[str, object]
    moves: tuple[str, ...]
    seats: tuple[str, ...] | None = None
    players: tuple[str, ...] | None = None
    fair: Fair | None = None
    result: RecordedResult | None = None

    def to_text(self) -> str:
        """The record as JSON, one field a line."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode() + "\n"


class Replay:
    """A record played through: all its states, and the steps that count. A game that is not installed is given.

    Of the sealed choices of a seat only the last one counts; older records hold those that it replaced.

    >>> game = shoal.replay(shoal.play("penguins", ["greedy", "random"], seed=1).record())
    >>> [str(step) for step in game.steps[1:4]], game.final.result.winners
    (['h2', 'g4', 'd5'], (0,))
    """

    __slots__ = ("chance_moves", "game", "history", "record")

    def __init__(self, record: Record, game: Game | None = None) -> None:
        self.record = record
        self.game: Game = game if game is not None else _game_of(record)
        #: The number of each move of chance, from 0.
        self.chance_moves: list[int] = []
        self.history = self._start()
        for number, text in enumerate(record.moves):
            self._play(number, text)
        self._check_draws()
        _check_players_and_result(record, self.final)

    def __repr__(self) -> str:
        steps = "1 step" if len(self.steps) == 1 else f"{len(self.steps)} steps"
        return f"<Replay of {self.game.name}: {steps}>"

    def _repr_html_(self) -> str:
        """The last position in a notebook, as a spectator sees it: what is hidden stays hidden."""
        return html_picture(self.game, self.final.view(None), self.record.seats)

    @property
    def states(self) -> list[State]:
        """The states: `states[n]` is the one before `steps[n]`."""
        return self.history.states

    @property
    def steps(self) -> list[Step]:
        """The steps that count."""
        return self.history.steps

    @property
    def final(self) -> State:
        """The state after the last step."""
        return self.history.state

    def _start(self) -> History:
        try:
            return History(self.game.start(self.game.options(self.record.options)))
        except ShoalError as error:
            raise RecordError(error.text) from None

    def _play(self, number: int, text: str) -> None:
        state = self.final
        if state.to_act == (CHANCE,):
            self._skip(number)
            self.chance_moves.append(number)
        try:
            step = state.parse(text)
            self.history.take_counted(taker_of(state, step), step)
        except ShoalError as error:
            raise RecordError(error.text, number + 1) from None

    def _skip(self, number: int) -> None:
        """Have chance draw under the number in `draws`. It may be a later one only where a choice was sealed before."""
        draws, drawn = self._draws, len(self.chance_moves)
        if draws is None or drawn >= len(draws):
            return
        expected = self.history.next_draw
        if draws[drawn] < expected or (draws[drawn] > expected and not self.history.sealed_since_chance()):
            raise RecordError(
                msg("fair: found draw {found}, expected {expected}", found=draws[drawn], expected=expected), number + 1
            )
        self.history.skip_to(draws[drawn])

    @property
    def _draws(self) -> tuple[int, ...] | None:
        return self.record.fair.draws if self.record.fair is not None else None

    def _check_draws(self) -> None:
        count = len(self.chance_moves)
        if self._draws is not None and len(self._draws) != count:
            raise RecordError(msg("fair: found {found} draws, expected {count}", found=len(self._draws), count=count))


def _game_of(record: Record) -> Game:
    try:
        return find_game(record.game)
    except ShoalError as error:
        raise RecordError(error.text) from None


def _check_players_and_result(record: Record, final: State) -> None:
    """Raise `RecordError` unless names, players, lot and result fit the game that was replayed."""
    count = len(final.scores)
    for field, names in (("seats", record.seats), ("players", record.players)):
        if names is not None and len(names) != count:
            raise RecordError(
                msg("{field}: found {found} names, expected {count}", field=field, found=len(names), count=count)
            )
    lot = record.fair.lot if record.fair is not None else None
    if lot is not None and lot >= count:
        raise RecordError(msg("fair: found lot {found}, expected a number below {count}", found=lot, count=count))
    if record.result is None:
        return
    if final.result is None:
        raise RecordError(msg("result: found one, but the game is not over after its last step"))
    expected = RecordedResult.of(final.result)
    if record.result != expected:
        raise RecordError(
            msg("result: found {found}, expected {expected}", found=_json(record.result), expected=_json(expected))
        )


def _json(outcome: RecordedResult) -> str:
    return msgspec.json.encode(outcome).decode()


def parse_record(text: str | bytes) -> Record:
    """The record that a text holds. Whether its steps can be played is only known to a `Replay`.

    >>> text = shoal.new_table("smallfry", seed=1).record().to_text()
    >>> shoal.parse_record(text).game
    'smallfry'
    """
    try:
        return msgspec.json.decode(text, type=Record)
    except msgspec.ValidationError as error:
        raise RecordError(_not_a_record(str(error))) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise RecordError(_not_a_record(f"not JSON, {error}")) from None
    except RecursionError:
        raise RecordError(_not_a_record("nested too deeply")) from None


def _not_a_record(reason: str) -> Text:
    return msg("expected a record of format {format}: {reason}", format=FORMAT, reason=reason)


def read_record(path: Path | str) -> Record:
    """The record in a file.

    >>> shoal.write_record(shoal.new_table("fishtank", seed=1).record(), "game.shoal.json")
    >>> shoal.read_record("game.shoal.json").game
    'fishtank'
    """
    path = Path(path)
    try:
        if path.stat().st_size > _LARGEST:
            raise RecordError(msg("{path}: found a file of over {limit} bytes", path=path, limit=_LARGEST))
        text = path.read_bytes()
    except OSError as error:
        raise SaveError(msg("cannot read {path}: {reason}", path=path, reason=error.strerror or str(error))) from None
    return parse_record(text)


def write_record(record: Record, path: Path | str) -> None:
    """Write a record whole or not at all: an older file stays as it was until the new one is safe.

    >>> shoal.write_record(shoal.new_table("penguins", seed=1).record(), "game.shoal.json")
    >>> shoal.replay("game.shoal.json")
    <Replay of penguins: 1 step>
    """
    path = Path(path)
    scratch = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with scratch.open("x", encoding="utf-8") as file:
            file.write(record.to_text())
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            scratch.unlink()
        raise SaveError(msg("cannot write {path}: {reason}", path=path, reason=error.strerror or str(error))) from None


def verify(replay: Replay) -> int:
    """Check the lot and every step of chance against the revealed seed; return how many steps of chance there were."""
    fair = replay.record.fair
    if fair is None or fair.seed is None:
        raise RecordError(msg("fair: found no seed, expected the commitment and the revealed seed"))
    try:
        dealer = Dealer(fair.seed)
    except NotationError as error:
        raise RecordError(msg("fair: {text}", text=error.text)) from None
    if dealer.commitment != fair.commitment:
        raise RecordError(msg("fair: the seed does not match its commitment"))
    drawn_lot = dealer.draw_lot(len(replay.final.scores))
    if fair.lot is not None and fair.lot != drawn_lot:
        raise RecordError(
            msg("fair: found lot {found}, expected {expected} from the seed", found=fair.lot, expected=drawn_lot)
        )
    chance_steps = [
        (state, step)
        for state, step, taker in zip(replay.states[:-1], replay.steps, replay.history.takers, strict=True)
        if taker == CHANCE
    ]
    for (state, step), draw, number in zip(chance_steps, replay.history.draws, replay.chance_moves, strict=True):
        drawn = dealer.draw(draw, state.chance())
        if drawn != step:
            raise RecordError(
                msg("found {found}, expected {expected} from the seed", found=str(step), expected=str(drawn)),
                number + 1,
            )
    return len(chance_steps)
