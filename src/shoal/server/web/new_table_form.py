"""Reads and checks the form for a new table: options, seats with their colours, who begins, hints and clock.

A row of the form is one player, and the rows are in clockwise order. Who begins gets seat A, the next row B, and so on.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from shoal.core import Dealer, Game, Say, Seat, ShoalError, msg, new_seed, seat_colours, seat_name, turned
from shoal.core.levels import LEVEL_TITLES
from shoal.core.options import Choice, Field, Flag, OptionValue, Prose, Whole, Wholes, write_options
from shoal.players import find_bot, usual_opponent
from shoal.server.names import clean_name, distinct_names, words_for_you
from shoal.server.tables.clocks import NO_CLOCK, TimeControl, parse_time_control
from shoal.store import Person, Seating

__all__ = [
    "FIELD_KINDS",
    "NewTable",
    "bot_title",
    "new_table_with",
    "read_new_table",
    "read_options_fields",
    "with_distinct_names",
]

#: What the templates call the sorts of options.
FIELD_KINDS: Final[Mapping[type, str]] = {
    Choice: "choice",
    Whole: "whole",
    Flag: "flag",
    Wholes: "wholes",
    Prose: "prose",
}
_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class NewTable(msgspec.Struct, frozen=True, kw_only=True):
    """A checked description of a table to set up."""

    game: str
    options: dict[str, object]
    seats: tuple[Seating, ...]
    #: The seed to deal from. Lots are drawn from it too.
    seed: str
    settings: dict[str, object]
    public: bool


def bot_title(game: Game, name: str, say: Say) -> str:
    """The name of a bot in lists: the title of its level, if it has one."""
    if name in LEVEL_TITLES:
        return say(LEVEL_TITLES[name])
    return name


def read_new_table(game: Game, form: Mapping[str, str], person: Person, say: Say) -> NewTable:
    """The table that the form describes. Raises `ShoalError` if it cannot be set up like that."""
    return new_table_with(game, read_options_fields(game, form), form, person, say)


def new_table_with(
    game: Game, options: dict[str, OptionValue], form: Mapping[str, str], person: Person, say: Say
) -> NewTable:
    """The table that the form describes, with options that are checked already."""
    count = len(game.start(options).scores)
    seed = new_seed()
    settings: dict[str, object] = {}
    if form.get("begins") == "lot":
        settings["lot"] = first = Dealer(seed).draw_lot(count)
    else:
        first = _first(form, count)
    order = turned(range(count), first)
    chosen = [form.get(f"colour.{row}", "") for row in order]
    if any(chosen):
        settings["colours"] = list(seat_colours(game, chosen))
    seats = [_seat(game, form, person, row, seat, say) for seat, row in enumerate(order)]
    if (hints := _hints(form)) is not None:
        settings["hints"] = hints
    clock = _clock(form)
    if clock != NO_CLOCK:
        settings["clock"] = msgspec.to_builtins(clock)
    return NewTable(
        game=game.name,
        options=write_options(game.fields, options),
        seed=seed,
        seats=tuple(with_distinct_names(seats, words_for_you() if _is_shared(form) else ())),
        settings=settings,
        public=form.get("public") == "yes",
    )


def read_options_fields(game: Game, form: Mapping[str, str]) -> dict[str, OptionValue]:
    """The options that the fields `option.NAME` of a form choose; the others are as they are by default."""
    given: dict[str, object] = {}
    for field in game.fields:
        text = form.get(f"option.{field.name}")
        if text is not None and text != "":
            given[field.name] = _value(field, text)
    return game.options(given)


def _value(field: Field, text: str) -> OptionValue:
    if isinstance(field, Flag):
        return field.parse(text)
    return field.parse(text.replace("\r\n", "\n"))


def _first(form: Mapping[str, str], count: int) -> int:
    """The row of the form with the player who begins: the first one, unless the form says another."""
    row = form.get("begins", "0")
    if row not in map(str, range(count)):
        raise ShoalError(msg("who begins must be one of the {count} players, or drawn by lot", count=count))
    return int(row)


def _seat(game: Game, form: Mapping[str, str], person: Person, row: int, seat: Seat, say: Say) -> Seating:
    """What a row of the form says about the player who gets this seat."""
    kind = form.get(f"seat.{row}", "me" if row == 0 else f"bot:{usual_opponent(game)}")
    name = form.get(f"name.{row}", "")
    by_seat = say(msg("Player {seat}", seat=seat_name(seat)))
    if kind == "me":
        otherwise = by_seat if _is_shared(form) else say(msg("You"))
        return Seating(seat, "person", clean_name(name, clean_name(person.name, otherwise)), person.id)
    if kind == "screen":
        return Seating(seat, "person", clean_name(name, by_seat), person.id)
    if kind == "friend":
        return Seating(seat, "open", clean_name(name, say(msg("A friend"))))
    bot = kind.removeprefix("bot:")
    find_bot(game, bot)
    return Seating(seat, "bot", bot.capitalize(), None, bot)


def _is_shared(form: Mapping[str, str]) -> bool:
    """Whether others than the maker will look at the table."""
    return form.get("public") == "yes" or any(
        name.startswith("seat.") and kind == "friend" for name, kind in form.items()
    )


def with_distinct_names(seats: Sequence[Seating], taken: Iterable[str] = ()) -> list[Seating]:
    """The seats, where players whose names look alike, or like a bot's or those `taken`, get a number after it."""
    bots = [seat for seat in seats if seat.bot is not None]
    people = [seat for seat in seats if seat.bot is None]
    bot_names = distinct_names([seat.name for seat in bots])
    names = distinct_names([seat.name for seat in people], {*taken, *bot_names, *(seat.name for seat in bots)})
    named = zip((*bots, *people), (*bot_names, *names), strict=True)
    return sorted((replace(seat, name=name) for seat, name in named), key=lambda seat: seat.seat)


def _hints(form: Mapping[str, str]) -> bool | None:
    """Whether hints may be taken; None: only where one person plays alone."""
    match form.get("hints", ""):
        case "":
            return None
        case "on" | "off" as said:
            return said == "on"
    raise ShoalError(msg("hints: expected on or off"))


def _clock(form: Mapping[str, str]) -> TimeControl:
    kind = form.get("clock", "none")
    if kind == "none":
        return NO_CLOCK
    unit = form.get("clock.unit", "m")
    if unit not in _UNITS:
        raise ShoalError(msg("there is no such clock"))
    return parse_time_control(
        kind,
        _whole_number(form.get("clock.time", "0")) * _UNITS[unit],
        _whole_number(form.get("clock.increment", "0") or "0"),
        form.get("clock.late", "bot"),
    )


def _whole_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise ShoalError(msg("clock: expected a whole number, found {found}", found=text[:20]))
    return int(text)
