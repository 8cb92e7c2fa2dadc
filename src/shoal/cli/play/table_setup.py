"""Sets up a table and its bots as the command line asks."""

import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.prompt import Prompt

from shoal.cli.arguments import read_option_arguments
from shoal.cli.language import say, speaker_for
from shoal.cli.play.autosave import latest_game
from shoal.core import (
    HUMAN,
    Bot,
    Dealer,
    Game,
    Seat,
    ShoalError,
    Table,
    find_game,
    game_names,
    new_seed,
    read_record,
    seat_colours,
    turned,
)
from shoal.core.errors import shorten
from shoal.core.text import msg
from shoal.players import find_bot, find_bot_or_program, is_bot, nearly_named, split_names, usual_opponent

__all__ = ["PlayArguments", "ask_for_game", "make_bots", "set_up_table"]


_LOT: Final = "lot"
#: Before the name of a person, who may then be called like a bot.
_PERSON: Final = "name:"


class PlayArguments(msgspec.Struct, frozen=True, kw_only=True):
    """The arguments of `shoal play`."""

    game: str | None
    players: int | None = None
    seats: str | None = None
    begins: str | None = None
    colours: str | None = None
    options: tuple[str, ...] = ()
    deck: Path | None = None
    resume: str | None = None
    save: Path | None = None
    seed: str | None = None
    brief: bool = False
    open_screen: bool = False


def ask_for_game(arguments: PlayArguments, *, at_terminal: bool) -> PlayArguments:
    """Let a person pick one of the games."""
    if not at_terminal:
        raise ShoalError(msg("which game? expected one of {known}", known=", ".join(game_names())))
    console = Console(highlight=False)
    for number, name in enumerate(game_names(), start=1):
        game = find_game(name)
        speak = speaker_for(game)
        console.print(f" [bold]{number}[/]  [bold]{speak(game.title)}[/] – {speak(game.summary)}")
    numbers = [str(number + 1) for number in range(len(game_names()))]
    try:
        choice = Prompt.ask(say(msg("Which game?")), choices=[*numbers, *game_names()], show_choices=False, default="1")
    except (EOFError, KeyboardInterrupt):
        sys.exit(0)
    return msgspec.structs.replace(arguments, game=game_names()[int(choice) - 1] if choice in numbers else choice)


def set_up_table(arguments: PlayArguments) -> tuple[Table, Path | None, Sequence[str]]:
    """The table, new or resumed, the file to save it to, if one was named, and the colours, if any were chosen."""
    if arguments.resume is not None:
        return _resume(arguments, arguments.resume)
    if arguments.game is None:
        raise ShoalError(msg("which game? expected one of {known}", known=", ".join(game_names())))
    if arguments.save is not None and arguments.save.exists():
        raise ShoalError(
            msg("{path} already exists: resume it with --resume, or name another file", path=arguments.save)
        )
    game = find_game(arguments.game)
    options = dict(read_option_arguments(game, arguments.options, arguments.deck))
    names = None if arguments.seats is None else split_names(arguments.seats)
    if arguments.players is not None:
        options["players"] = arguments.players
    elif names is not None and "players" not in options:
        options["players"] = len(names)
    checked = game.options(options)
    count = len(game.start(checked).scores)
    if names is None:
        names = [say(msg("You")), *[usual_opponent(game)] * (count - 1)]
    if len(names) != count:
        raise ShoalError(
            msg("--seats: found {found} names, expected {count}: one for each seat", found=len(names), count=count)
        )
    seed = arguments.seed or new_seed()
    lot = Dealer(seed).draw_lot(count) if arguments.begins == _LOT else None
    first = _first(arguments, count) if lot is None else lot
    seated = turned([_seat(game, name) for name in names], first)
    table = Table(
        game,
        options,
        seed=seed,
        names=_number_duplicates([name for name, _ in seated]),
        players=[player for _, player in seated],
        lot=lot,
    )
    return table, arguments.save, turned(_colours(game, arguments, count), first)


def _colours(game: Game, arguments: PlayArguments, count: int) -> Sequence[str]:
    """The colours of those in `--seats`, if `--colours` names any."""
    if arguments.colours is None:
        return ()
    chosen = [colour.strip() for colour in arguments.colours.split(",")]
    if len(chosen) > count:
        raise ShoalError(
            msg("--colours: found {found} colours, expected at most {count}", found=len(chosen), count=count)
        )
    return seat_colours(game, [*chosen, *[""] * (count - len(chosen))])


def _first(arguments: PlayArguments, count: int) -> int:
    """Which of those in `--seats` begins, counted from 0."""
    word = "1" if arguments.begins is None else arguments.begins
    if word not in map(str, range(1, count + 1)):
        raise ShoalError(
            msg("--begins: expected a number from 1 to {count} or lot, found {found}", count=count, found=shorten(word))
        )
    return int(word) - 1


def _seat(game: Game, given: str) -> tuple[str, str]:
    """The name and the player of a seat: a bot, or a person, who may have any name behind `name:`."""
    name = given.removeprefix(_PERSON).strip()
    if not name:
        raise ShoalError(msg("--seats: found an empty name"))
    if given.startswith(_PERSON):
        return name, HUMAN
    bot = nearly_named(game, given)
    if bot is not None:
        raise ShoalError(
            msg(
                "--seats: there is no bot {name}: did you mean {bot}? A person of that name is {person}",
                name=given,
                bot=bot,
                person=f"{_PERSON}{given}",
            )
        )
    return name, given if is_bot(game, given) else HUMAN


def _resume(arguments: PlayArguments, file: str) -> tuple[Table, Path | None, Sequence[str]]:
    for option, value in (
        ("GAME", arguments.game),
        ("--seats", arguments.seats),
        ("--seed", arguments.seed),
        ("--begins", arguments.begins),
        ("--deck", arguments.deck),
    ):
        if value is not None:
            raise ShoalError(msg("--resume takes everything from the saved game: leave {option} out", option=option))
    if arguments.options or arguments.players is not None:
        raise ShoalError(msg("--resume takes everything from the saved game: leave {option} out", option="--option"))
    path = latest_game() if file == "last" else Path(file)
    table = Table.resume(read_record(path))
    return table, arguments.save or path, _colours(table.game, arguments, len(table.names))


def _number_duplicates(names: list[str]) -> list[str]:
    """Number seats of the same name, so that the log says who did what."""
    return [
        name if names.count(name) == 1 else f"{name} {names[: seat + 1].count(name)}" for seat, name in enumerate(names)
    ]


def make_bots(table: Table, *, resumed: bool) -> Mapping[Seat, Bot]:
    """The bots at a table. Their random numbers follow from the table's seed, so that a game can be repeated.

    A saved game may come from an untrusted source, so the programs that it names are not started.
    """
    return {
        seat: (find_bot(table.game, player) if resumed else find_bot_or_program(table.game, player, table.options))(
            _bot_rng(table, seat)
        )
        for seat, player in enumerate(table.players)
        if player != HUMAN
    }


def _bot_rng(table: Table, seat: Seat) -> random.Random:
    return random.Random(f"{table.record(with_seed=True).fair}:{seat}:{table.length}")
