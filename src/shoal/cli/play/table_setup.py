"""Who plays what with whom: from the wishes on the command line to a table and its bots."""

import random
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec
from rich.console import Console
from rich.prompt import Prompt

from shoal.cli.arguments import given_options
from shoal.cli.language import say, speaker_for
from shoal.cli.play.autosave import latest_game
from shoal.core import HUMAN, Bot, Seat, ShoalError, Table, find_game, game_names, read_record
from shoal.core.text import msg
from shoal.players import find_bot, find_bot_or_program, is_bot, split_names, usual_opponent

__all__ = ["PlayArguments", "ask_for_game", "make_bots", "set_table"]


class PlayArguments(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked for on the command line."""

    game: str | None
    players: int | None = None
    seats: str | None = None
    options: tuple[str, ...] = ()
    resume: str | None = None
    save: Path | None = None
    seed: str | None = None
    brief: bool = False
    open_screen: bool = False


def ask_for_game(wishes: PlayArguments, *, at_terminal: bool) -> PlayArguments:
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
        picked = Prompt.ask(say(msg("Which game?")), choices=[*numbers, *game_names()], show_choices=False, default="1")
    except (EOFError, KeyboardInterrupt):
        sys.exit(0)
    return msgspec.structs.replace(wishes, game=game_names()[int(picked) - 1] if picked in numbers else picked)


def set_table(wishes: PlayArguments) -> tuple[Table, Path | None]:
    """The table, new or resumed, and the file it is to be kept in if one was named."""
    if wishes.resume is not None:
        return _resume(wishes, wishes.resume)
    if wishes.game is None:
        raise ShoalError(msg("which game? expected one of {known}", known=", ".join(game_names())))
    if wishes.save is not None and wishes.save.exists():
        raise ShoalError(
            msg("{path} is there already: go on with it by --resume, or name another file", path=wishes.save)
        )
    game = find_game(wishes.game)
    options = dict(given_options(game, wishes.options))
    wanted = None if wishes.seats is None else split_names(wishes.seats)
    if wishes.players is not None:
        options["players"] = wishes.players
    elif wanted is not None and "players" not in options:
        options["players"] = len(wanted)
    checked = game.options(options)
    count = len(game.start(checked).scores)
    who = wanted if wanted is not None else [say(msg("You")), *[usual_opponent(game)] * (count - 1)]
    if len(who) != count:
        raise ShoalError(
            msg("--seats: found {found} names, expected {count}: one for each seat", found=len(who), count=count)
        )
    if not all(who):
        raise ShoalError(msg("--seats: found an empty name"))
    players = [name if is_bot(game, name) else HUMAN for name in who]
    return Table(game, options, seed=wishes.seed, names=_distinct(who), players=players), wishes.save


def _resume(wishes: PlayArguments, file: str) -> tuple[Table, Path]:
    for wish, value in (("GAME", wishes.game), ("--seats", wishes.seats), ("--seed", wishes.seed)):
        if value is not None:
            raise ShoalError(msg("--resume takes everything from the saved game: leave {wish} out", wish=wish))
    if wishes.options or wishes.players is not None:
        raise ShoalError(msg("--resume takes everything from the saved game: leave {wish} out", wish="--option"))
    path = latest_game() if file == "last" else Path(file)
    return Table.resume(read_record(path)), wishes.save or path


def _distinct(names: list[str]) -> list[str]:
    """Two bots of one name get numbers, so that the log says who did what."""
    return [
        name if names.count(name) == 1 else f"{name} {names[: place + 1].count(name)}"
        for place, name in enumerate(names)
    ]


def make_bots(table: Table, *, resumed: bool) -> Mapping[Seat, Bot]:
    """The bots at a table. Their own randomness follows from the table's seed, so a game can be repeated.

    A saved game may come from anybody, so the programs that it names are not started.
    """
    return {
        seat: (find_bot(table.game, player) if resumed else find_bot_or_program(table.game, player, table.options))(
            _generator(table, seat)
        )
        for seat, player in enumerate(table.players)
        if player != HUMAN
    }


def _generator(table: Table, seat: Seat) -> random.Random:
    return random.Random(f"{table.record(with_seed=True).fair}:{seat}:{table.length}")
