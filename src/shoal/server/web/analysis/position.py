"""A position as an address or a form has it: options, moves, and how many of them have been taken.

`?option.players=3&moves=c4,e5,c4-c7&at=2`. Moves and options that are too long for an address are packed; those
that are too long even then stay in the hidden fields of the page's form, and have no address.
"""

import base64
import binascii
import zlib
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode

import msgspec

from shoal.core import Game, Record, Refusal, Seat, ShoalError, find_game, msg, parse_seat, seat_name
from shoal.core.options import OptionValue, write_options
from shoal.core.record import FORMAT
from shoal.server.web.forms import whole_number
from shoal.server.web.new_table_form import read_options_fields

__all__ = ["MOST_STEPS", "AnalysisPosition", "address_of", "fields_of", "position_of", "read_position", "split_moves"]

#: A position may have so many steps before and behind it: more than any game has but the longest of many sessions.
MOST_STEPS: Final = 3000
_LONGEST_MOVES: Final = 60_000
_LONGEST_PACKED: Final = 400_000
_MOST_FIELDS: Final = 60
_LONGEST_DRAFT: Final = 2000
#: What follows the path of an address: longer ones are packed, and what is longer still gets none.
_LONGEST_PLAIN: Final = 1800
_LONGEST_QUERY: Final = 3900
_OPTION: Final = "option."
#: Characters that need no escape in the value of a query.
_PLAIN: Final = "/:,=*<>-"


class AnalysisPosition(msgspec.Struct, frozen=True, kw_only=True):
    """What a visitor looks at. Whether its moves can be played is known when it is replayed (`board.py`)."""

    #: The name of the game.
    game: str
    #: All options, checked.
    options: dict[str, OptionValue]
    moves: tuple[str, ...] = ()
    #: How many of the moves have been taken.
    at: int = 0
    #: Whose view is shown; None for that of the seat that is to act.
    seat: Seat | None = None
    #: Whether the engine is asked as soon as the position is shown.
    engine: bool = True
    #: A board that is being laid out by hand; empty while none is.
    draft: str = ""

    def record(self) -> Record:
        """The record of all moves."""
        return Record(FORMAT, self.game, write_options(find_game(self.game).fields, self.options), self.moves)


def position_of(game: Game, record: Record, at: int | None = None) -> AnalysisPosition:
    """A position of a record; the last one unless it says which."""
    _check_count(len(record.moves))
    length = len(record.moves)
    return AnalysisPosition(
        game=game.name,
        options=game.options(record.options),
        moves=record.moves,
        at=length if at is None else max(0, min(at, length)),
    )


def read_position(game: Game, fields: Mapping[str, str]) -> AnalysisPosition:
    """The position that the fields of a query or a form describe."""
    if fields.get("packed"):
        fields = {**fields, **_unpacked(fields["packed"])}
    options = read_options_fields(game, fields)
    moves = split_moves(fields.get("moves", ""))
    at = whole_number(fields, "at")
    draft = fields.get("draft", "")
    if len(draft) > _LONGEST_DRAFT:
        raise ShoalError(msg("the form is too large"))
    return AnalysisPosition(
        game=game.name,
        options=options,
        moves=moves,
        at=len(moves) if at is None else min(at, len(moves)),
        seat=parse_seat(fields["seat"], _players(game, options)) if fields.get("seat") else None,
        engine=fields.get("engine") != "off",
        draft=draft,
    )


def _players(game: Game, options: Mapping[str, OptionValue]) -> int:
    """How many seats there are; as many as the game can have where an option does not say."""
    players = options["players"]
    return int(players) if isinstance(players, int | str) and str(players).isdigit() else game.seat_counts[-1]


def split_moves(text: str) -> tuple[str, ...]:
    """The moves of a text: one a line or with commas between, or as a JSON list."""
    if len(text) > _LONGEST_MOVES:
        raise Refusal(msg("found over {limit} characters of moves", limit=_LONGEST_MOVES))
    if text.startswith("["):
        try:
            moves = tuple(msgspec.json.decode(text, type=list[str]))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise ShoalError(msg("moves: {reason}", reason=str(error))) from None
    else:
        moves = tuple(part.strip() for part in text.replace("\n", ",").split(",") if part.strip())
    _check_count(len(moves))
    return moves


def _check_count(count: int) -> None:
    if count > MOST_STEPS:
        raise Refusal(msg("found {found} steps, expected at most {most}", found=count, most=MOST_STEPS))


def _joined(moves: Sequence[str]) -> str:
    """The moves as one text, which `split_moves` reads."""
    text = ",".join(moves)
    return text if split_moves(text) == tuple(moves) else msgspec.json.encode(moves).decode()


def _packed(fields: Mapping[str, str]) -> str:
    """Some fields as one short text of letters."""
    return base64.urlsafe_b64encode(zlib.compress(urlencode(fields).encode(), 9)).decode().rstrip("=")


def _unpacked(text: str) -> dict[str, str]:
    """The fields that were packed; never more text than moves and a deck may have."""
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        reader = zlib.decompressobj()
        found = reader.decompress(packed, _LONGEST_PACKED + 1)
        if not reader.eof:
            raise ShoalError(msg("the packed moves cannot be read"))
        return dict(parse_qsl(found.decode(), strict_parsing=True, max_num_fields=_MOST_FIELDS))
    except (ValueError, binascii.Error, zlib.error):
        raise ShoalError(msg("the packed moves cannot be read")) from None


def fields_of(position: AnalysisPosition, *, packed: bool = False) -> dict[str, str]:
    """The fields that `read_position` reads; only what is not as usual."""
    game = find_game(position.game)
    fields = {
        f"{_OPTION}{name}": _word(value)
        for name, value in write_options(game.fields, position.options).items()
        if value is not None
    }
    if position.moves:
        fields["moves"] = _joined(position.moves)
    if packed:
        fields = {"packed": _packed(fields)}
    if position.at < len(position.moves):
        fields["at"] = str(position.at)
    if position.seat is not None:
        fields["seat"] = seat_name(position.seat)
    if not position.engine:
        fields["engine"] = "off"
    if position.draft:
        fields["draft"] = position.draft
    return fields


def _word(value: object) -> str:
    """A value of an option as a form has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def address_of(position: AnalysisPosition) -> str | None:
    """The address of a position; None if it would be too long for one."""
    for packed, longest in ((False, _LONGEST_PLAIN), (True, _LONGEST_QUERY)):
        fields = fields_of(position, packed=packed)
        query = "&".join(f"{quote(name)}={quote(value, safe=_PLAIN)}" for name, value in fields.items())
        if len(query) <= longest:
            return f"/analysis/{position.game}?{query}"
    return None
