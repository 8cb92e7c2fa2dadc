"""From a question to the view of the seat that is to act, and to the bot that shall think about it.

The moves of a question hold everything, hidden things too. They are replayed here and dropped: the bot gets
the view of the seat to act, so that no answer can depend on what that seat does not know. A question may also
hold that view itself, and then nothing else ever comes here.
"""

import random
from collections.abc import Mapping
from typing import Final

import msgspec

from shoal.core import (
    CHANCE,
    BotMaker,
    Game,
    OptionError,
    Record,
    RecordError,
    Replay,
    ShoalError,
    View,
    find_game,
    msg,
    parse_seat,
    seat_name,
)
from shoal.core.options import OptionValue
from shoal.core.record import FORMAT
from shoal.players.analysis.request import BadLine, Question, QuestionDefaults, RequestId, WarmUp
from shoal.players.named_bots import bot_names, find_bot

__all__ = ["Position", "find_maker", "find_position"]

_LONGEST_REASON: Final = 200


class Position(msgspec.Struct, frozen=True):
    """The view to think about, and what makes the bot of this name that shall think."""

    view: View
    bot: str
    maker: BotMaker
    #: What the bot is kept by; None if it is not kept.
    key: bytes | None


def find_position(question: Question, defaults: QuestionDefaults) -> Position:
    """The position of a question. Raises `BadLine`, which names the field at fault."""
    game = _game(question, defaults)
    given = question.options if question.options is not None else defaults.options
    try:
        options = game.options(given)
    except OptionError as error:
        raise BadLine(error.text, question.id, "options") from None
    view = _replayed(question, game, given) if question.view is None else _read(question, game, options)
    name = question.bot or defaults.bot or bot_names(game)[-1]
    maker = _maker(question.id, game, name)
    kept = question.keep_as is not None
    key = msgspec.json.encode([question.keep_as, game.name, options, name]) if kept else None
    return Position(view, name, maker, key)


def find_maker(request: WarmUp) -> BotMaker:
    """What makes the bot of a request. Raises `BadLine`."""
    return _maker(request.id, _named(request.id, request.game), request.bot)


def _maker(request_id: RequestId, game: Game, name: str) -> BotMaker:
    try:
        return find_bot(game, name)
    except ShoalError as error:
        raise BadLine(error.text, request_id, "bot") from None


def _game(question: Question, defaults: QuestionDefaults) -> Game:
    name = question.game if question.game is not None else defaults.game
    if name is None:
        raise BadLine(msg("game: expected the name of a game"), question.id, "game")
    return _named(question.id, name)


def _named(request_id: RequestId, name: str) -> Game:
    try:
        return find_game(name)
    except ShoalError as error:
        raise BadLine(error.text, request_id, "game") from None


def _read(question: Question, game: Game, options: Mapping[str, OptionValue]) -> View:
    """The view in a question, whole or as a table displays it. It must be one that a state of the game can have."""
    try:
        view = game.read_view(msgspec.json.encode(question.view), options)
        twin = view.imagine(random.Random(0)).view(view.viewer)
        possible = view in (twin, game.displayed(twin))
    except Exception as error:  # noqa: BLE001 - games read only what they wrote, and may stumble over anything else
        reason = f"{type(error).__name__}: {error}"
        raise BadLine(
            msg("view: this is no view of {game}: {reason}", game=game.name, reason=reason[:_LONGEST_REASON]),
            question.id,
            "view",
        ) from None
    if not possible:
        raise BadLine(msg("view: no state of {game} looks like this", game=game.name), question.id, "view")
    if not view.legal:
        raise BadLine(msg("view: there is nothing to choose"), question.id, "view")
    return view


def _replayed(question: Question, game: Game, options: Mapping[str, object]) -> View:
    """The view of the seat in question after the moves."""
    try:
        state = Replay(Record(FORMAT, game.name, dict(options), question.moves), game).final
    except RecordError as error:
        raise BadLine(error.text, question.id, "moves") from None
    if not state.to_act:
        raise BadLine(msg("the game is over: there is nothing to choose"), question.id, "moves")
    if state.to_act == (CHANCE,):
        raise BadLine(msg("chance is to act: its step is missing"), question.id, "moves")
    if question.seat is None:
        return state.view(state.to_act[0])
    try:
        seat = parse_seat(question.seat, len(state.scores))
    except ShoalError as error:
        raise BadLine(error.text, question.id, "seat") from None
    if not state.legal(seat):
        raise BadLine(msg("it is not the turn of seat {seat}", seat=seat_name(seat)), question.id, "seat")
    return state.view(seat)
