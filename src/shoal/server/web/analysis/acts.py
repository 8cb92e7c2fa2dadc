"""What the buttons of the analysis board do: each makes another position of the one that is shown.

`play STEP` · `type` (several steps, in the field `text`) · `draw`, `draw all` (chance, at random) · `to N` · `seat A` ·
`engine on`, `engine off` · `begin` (a new board with the options of the form) · `lay`, `lay ACT`, `laid`, `unlaid` (a
board laid out by hand)
"""

from collections.abc import Mapping

from msgspec.structs import replace

from shoal.core import BoardLayout, Refusal, ShoalError, find_game, msg, parse_seat
from shoal.server.web.analysis.board import AnalysisBoard
from shoal.server.web.analysis.position import AnalysisPosition
from shoal.server.web.forms import whole_number

__all__ = ["do_act", "layout_of"]


def layout_of(position: AnalysisPosition) -> BoardLayout | None:
    """How a board of the game is laid out by hand, if it can be."""
    page = find_game(position.game).page()
    return page.layout if page is not None else None


def do_act(position: AnalysisPosition, act: str, fields: Mapping[str, str]) -> AnalysisPosition:
    """The position after an act."""
    word, _, rest = act.partition(" ")
    match word:
        case "play":
            return AnalysisBoard(position).played(rest)
        case "type":
            return AnalysisBoard(position).typed(fields.get("text", ""))
        case "draw":
            return AnalysisBoard(position).drawn(all_of_it=rest == "all")
        case "to":
            return _at(position, rest)
        case "seat":
            board = AnalysisBoard(position)
            return replace(board.position, seat=parse_seat(rest, len(board.state.scores)))
        case "engine" if rest in ("on", "off"):
            return replace(position, engine=rest == "on")
        case "begin":
            return replace(position, moves=(), at=0, seat=None, draft="")
        case "lay" | "laid" | "unlaid":
            return _lay(position, word, rest, fields)
    raise ShoalError(msg("there is no such button"))


def _at(position: AnalysisPosition, rest: str) -> AnalysisPosition:
    """The position after so many of its moves."""
    number = whole_number({"at": rest}, "at")
    if number is None or number > len(position.moves):
        raise ShoalError(msg("there is no such step"))
    return replace(position, at=number, seat=None)


def _lay(position: AnalysisPosition, word: str, act: str, fields: Mapping[str, str]) -> AnalysisPosition:
    """Begin or go on with a board that is laid out by hand, have it, or leave it."""
    layout = layout_of(position)
    if layout is None:
        raise Refusal(msg("in this game, no board is laid out by hand"))
    if word == "unlaid":
        return replace(position, draft="")
    if word == "laid":
        moves = tuple(layout.moves(position.options, position.draft))
        return replace(position, moves=moves, at=len(moves), seat=None, draft="")
    draft = position.draft or layout.draft(AnalysisBoard(position).state)
    if act == "text":
        act = f"text {fields.get('text', '')}"
    return replace(position, draft=layout.write(position.options, draft, act))
