"""From a question to the view of the seat that is to act, and to the bot that thinks about it.

The moves of a question hold everything, hidden things too. They are replayed here and dropped: the bot gets
the view of the seat to act, so that no answer can depend on what that seat does not know.
"""

import random

import msgspec

from shoal.core import (
    CHANCE,
    Game,
    OptionError,
    Record,
    RecordError,
    Replay,
    ShoalError,
    Thinker,
    View,
    find_game,
    msg,
    parse_seat,
    seat_name,
)
from shoal.core.record import FORMAT
from shoal.players.analysis.request import BadLine, Question, QuestionDefaults
from shoal.players.bot_adapters import as_thinker
from shoal.players.named_bots import bot_names, find_bot

__all__ = ["Position", "find_position"]


class Position(msgspec.Struct, frozen=True):
    """The view to think about, and the bot that thinks."""

    view: View
    thinker: Thinker
    bot: str


def find_position(question: Question, defaults: QuestionDefaults) -> Position:
    """The position of a question. Raises `BadLine`, which names the field at fault."""
    game = _game(question, defaults)
    view = _view(question, defaults, game)
    name = question.bot or defaults.bot or bot_names(game)[-1]
    try:
        maker = find_bot(game, name)
    except ShoalError as error:
        raise BadLine(error.text, question.id, "bot") from None
    # A new bot each time, from the same generator: an answer does not depend on the questions before it.
    return Position(view, as_thinker(maker(random.Random(0))), name)


def _game(question: Question, defaults: QuestionDefaults) -> Game:
    name = question.game if question.game is not None else defaults.game
    if name is None:
        raise BadLine(msg("game: expected the name of a game"), question.id, "game")
    try:
        return find_game(name)
    except ShoalError as error:
        raise BadLine(error.text, question.id, "game") from None


def _view(question: Question, defaults: QuestionDefaults, game: Game) -> View:
    options = question.options if question.options is not None else defaults.options
    try:
        game.options(options)
    except OptionError as error:
        raise BadLine(error.text, question.id, "options") from None
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
