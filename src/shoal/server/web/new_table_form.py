"""A new table as somebody wishes it in a form: options, seats, clocks. Everything in it is checked here."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from shoal.core import Game, Say, Seat, ShoalError, msg, seat_name
from shoal.core.levels import LEVEL_TITLES
from shoal.core.options import Field, Flag, OptionValue, write_options
from shoal.players import find_bot, usual_opponent
from shoal.server.security.identity import clean_name
from shoal.server.tables.clocks import NO_CLOCK, TimeControl, read_terms
from shoal.store import Person, Seating

__all__ = ["SEAT_KINDS", "TableWish", "apart", "bot_title", "most_seats", "read_wish", "wish_with"]

#: Who may sit on a seat, apart from bots: the person who asks, somebody at the same screen, a friend with the link.
SEAT_KINDS: Final = ("me", "screen", "friend")
_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class TableWish(msgspec.Struct, frozen=True, kw_only=True):
    """A table that can be set up."""

    game: str
    options: dict[str, object]
    seats: tuple[Seating, ...]
    settings: dict[str, object]
    public: bool


def bot_title(game: Game, name: str, say: Say) -> str:
    """What a bot is called in a list."""
    if name in LEVEL_TITLES:
        return say(LEVEL_TITLES[name])
    return name


def most_seats(game: Game) -> range:
    """How many seats the game can have."""
    return game.seat_counts


def read_wish(game: Game, form: Mapping[str, str], person: Person, say: Say) -> TableWish:
    """What the form asks for. Raises our errors."""
    return wish_with(game, _options(game, form), form, person, say)


def wish_with(
    game: Game, options: dict[str, OptionValue], form: Mapping[str, str], person: Person, say: Say
) -> TableWish:
    """The same with options that were checked already."""
    count = len(game.start(options).scores)
    seats = [_seat(game, form, person, seat, say) for seat in range(count)]
    settings: dict[str, object] = {}
    clock = _clock(form)
    if clock != NO_CLOCK:
        settings["clock"] = msgspec.to_builtins(clock)
    return TableWish(
        game=game.name,
        options=write_options(game.fields, options),
        seats=tuple(apart(seats)),
        settings=settings,
        public=form.get("public") == "yes",
    )


def _options(game: Game, form: Mapping[str, str]) -> dict[str, OptionValue]:
    given: dict[str, object] = {}
    for field in game.fields:
        word = form.get(f"option.{field.name}")
        if word is not None and word != "":
            given[field.name] = _value(field, word)
    return game.options(given)


def _value(field: Field, word: str) -> OptionValue:
    if isinstance(field, Flag):
        return field.parse(word)
    return field.parse(word.replace("\r\n", "\n"))


def _seat(game: Game, form: Mapping[str, str], person: Person, seat: Seat, say: Say) -> Seating:
    kind = form.get(f"seat.{seat}", "me" if seat == 0 else f"bot:{usual_opponent(game)}")
    name = form.get(f"name.{seat}", "")
    if kind == "me":
        return Seating(seat, "person", clean_name(name or person.name, say(msg("You"))), person.id)
    if kind == "screen":
        return Seating(seat, "person", clean_name(name, say(msg("Player {seat}", seat=seat_name(seat)))), person.id)
    if kind == "friend":
        return Seating(seat, "open", clean_name(name, say(msg("A friend"))))
    bot = kind.removeprefix("bot:")
    find_bot(game, bot)
    return Seating(seat, "bot", bot.capitalize(), None, bot)


def apart(seats: Sequence[Seating]) -> list[Seating]:
    """Two who are called the same get a number."""
    names = [seat.name for seat in seats]
    return [
        replace(seat, name=f"{seat.name} {names[: place + 1].count(seat.name)}") if names.count(seat.name) > 1 else seat
        for place, seat in enumerate(seats)
    ]


def _clock(form: Mapping[str, str]) -> TimeControl:
    kind = form.get("clock", "none")
    if kind == "none":
        return NO_CLOCK
    unit = form.get("clock.unit", "m")
    if unit not in _UNITS:
        raise ShoalError(msg("there is no such clock"))
    return read_terms(
        kind,
        _whole(form.get("clock.time", "0")) * _UNITS[unit],
        _whole(form.get("clock.increment", "0") or "0"),
        form.get("clock.late", "bot"),
    )


def _whole(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise ShoalError(msg("clock: expected a whole number, found {found}", found=word[:20]))
    return int(word)
