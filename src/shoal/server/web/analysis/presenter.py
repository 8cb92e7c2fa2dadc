"""The values of the page of an analysis board."""

import hashlib
from collections.abc import Sequence
from typing import Final

import msgspec

from shoal.core import Counted, Say, Seat, ShoalError, Text, find_game, msg, msgs, seat_name
from shoal.core.options import Prose
from shoal.core.translations import has_rules
from shoal.server.web.analysis.acts import layout_of
from shoal.server.web.analysis.board import AnalysisBoard
from shoal.server.web.analysis.position import AnalysisPosition, address_of, fields_of
from shoal.server.web.new_table_form import FIELD_KINDS
from shoal.server.web.table_presenter import LegalStep, LogLine, shortened
from shoal.server.web.templating import MarkedStep, render_chance, render_layout, render_table

__all__ = ["ChanceOutcome", "SeatLine", "present_board", "present_draft"]

#: So many steps of the log are shown before and after the position.
_LOG: Final = 60


class ChanceOutcome(msgspec.Struct, frozen=True):
    """What chance may bring: how often it is there, of how many, where that can be counted."""

    step: str
    words: str
    count: int | None


class SeatLine(msgspec.Struct, frozen=True):
    """A seat, its points so far, and what it is about to do."""

    seat: Seat
    letter: str
    score: int
    to_act: bool
    sealed: bool
    shown: bool
    won: bool


def present_board(board: AnalysisBoard, say: Say, marked: Sequence[MarkedStep] = ()) -> dict[str, object]:
    """The values of `analysis.html` for a position that has been replayed."""
    position, state, game = board.position, board.state, board.game
    names = [seat_name(seat) for seat in range(len(state.scores))]
    viewer = board.viewer
    legal = state.legal(board.acting) if board.acting is not None else ()
    view = game.all_seen(state.view(viewer))
    return {
        **_common(position, say),
        "board": render_table(game, view, names, say, marked),
        "legal_steps": [LegalStep(str(step), " ".join(step.tokens), say(state.describe(step))) for step in legal],
        "chance_acts": board.chance_acts,
        "chance": _outcomes(board, say),
        "chance_menu": render_chance(game, state, say) if board.chance_acts else None,
        "state_text": say(_state_text(board)),
        "seats": _seats(board),
        "able": board.able,
        "log": _log(board, names, say),
        "asked": board.acting,
        "secret": game.secret,
        "record": position.record().to_text(),
        "position_id": _position_id(board),
    }


def _position_id(board: AnalysisBoard) -> str:
    """What tells one question to the engine from another."""
    position = board.position
    asked = (position.game, sorted(position.options.items()), position.moves[: position.at], board.acting)
    return hashlib.sha256(repr(asked).encode()).hexdigest()[:16]


def present_draft(position: AnalysisPosition, say: Say) -> dict[str, object]:
    """The values of `analysis.html` for a board that is being laid out by hand."""
    layout = layout_of(position)
    if layout is None:
        raise LookupError(position.game)
    missing: ShoalError | None = None
    try:
        layout.moves(position.options, position.draft)
    except ShoalError as error:
        missing = error
    return {
        **_common(position, say),
        "board": render_layout(find_game(position.game), position.options, position.draft, say),
        "missing": say(missing.text) if missing is not None else None,
    }


def _common(position: AnalysisPosition, say: Say) -> dict[str, object]:
    game = find_game(position.game)
    layout = layout_of(position)
    address = address_of(position)
    return {
        "game": {"name": game.name, "title": say(game.title), "has_page": game.page() is not None},
        "position": position,
        "fields": fields_of(position),
        "address": address,
        "options": [
            (FIELD_KINDS[type(field)], field, position.options[field.name])
            for field in game.fields
            if not isinstance(field, Prose)
        ],
        #: Texts, such as that of a deck, stay as they are when a board begins anew.
        "prose": {
            field.name: position.options[field.name]
            for field in game.fields
            if isinstance(field, Prose) and position.options[field.name]
        },
        "layout": say(layout.title) if layout is not None else None,
        "length": len(position.moves),
        "has_rules": has_rules(game),
    }


def _outcomes(board: AnalysisBoard, say: Say) -> list[ChanceOutcome]:
    """What chance may bring now; empty where it cannot be listed."""
    if not board.chance_acts:
        return []
    chance = board.state.chance()
    counts: Sequence[int | None] = chance.weights if isinstance(chance, Counted) else [None] * len(chance.steps)
    return [
        ChanceOutcome(str(step), say(board.state.describe(step)), count)
        for step, count in zip(chance.steps, counts, strict=True)
    ]


def _state_text(board: AnalysisBoard) -> Text:
    """Who is to act, or who has won."""
    result = board.state.result
    if result is not None:
        winners = ", ".join(seat_name(seat) for seat in result.winners)
        return msgs(
            "Winner: {winners} – {reason}",
            "Winners: {winners} – {reason}",
            len(result.winners),
            winners=winners,
            reason=result.reason,
        )
    if board.chance_acts:
        return msg("Chance acts: choose what comes.")
    names = ", ".join(seat_name(seat) for seat in board.state.to_act)
    return msgs("Seat {names} is to act.", "Seats {names} are to act.", len(board.state.to_act), names=names)


def _seats(board: AnalysisBoard) -> list[SeatLine]:
    state, result = board.state, board.state.result
    return [
        SeatLine(
            seat,
            seat_name(seat),
            score,
            to_act=seat in state.to_act,
            sealed=seat in state.sealed,
            shown=seat == board.viewer,
            won=result is not None and seat in result.winners,
        )
        for seat, score in enumerate(state.scores)
    ]


def _log(board: AnalysisBoard, names: Sequence[str], say: Say) -> list[LogLine]:
    """The steps around the position, those behind it included."""
    history, at = board.history, board.position.at
    numbers = range(max(0, at - _LOG), min(len(history.steps), at + _LOG))
    return [
        LogLine(
            number=number + 1,
            words=say(
                board.game.tell(history.states[number], history.takers[number], str(history.steps[number]), names, None)
            ),
            step=shortened(str(history.steps[number])),
            hidden=False,
        )
        for number in numbers
    ]
